import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as admin from '../admin/api.ts';
import * as swapping from '../exchanges/actions.ts';
import * as exchanges from '../exchanges/api.ts';
import { emailConfigQuery, outboxQuery } from '../mail/api.ts';
import { statisticsQuery } from '../operations/api.ts';
import { openSwapsQuery, ownSessionsQuery } from '../profile/api.ts';
import * as shifts from '../shifts/api.ts';
import { worksitesQuery } from '../worksites/api.ts';

let calls: { path: string; init: RequestInit }[] = [];
let answers: Response[] = [];
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

beforeEach(() => {
  calls = [];
  answers = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    calls.push({ path, init });
    return Promise.resolve(answers.shift() ?? Response.json({ nextCursor: 'next', groups: [] }));
  });
});
afterEach(() => {
  client.clear();
});

const week = { from: '2026-11-16', to: '2026-11-22' };
const keyed = ({ queryKey, staleTime }: { queryKey: QueryKey; staleTime?: unknown }) =>
  [String(queryKey), staleTime] as const;

test.each([
  keyed(admin.summaryQuery),
  keyed(admin.worksiteCardsQuery),
  keyed(admin.recentShiftsQuery),
  keyed(admin.adminPeopleQuery('ros')),
  keyed(admin.contentsQuery('w1')),
  keyed(admin.peopleGroupsQuery({})),
  keyed(admin.peopleQuery('w1', {})),
  keyed(admin.overviewQuery),
  keyed(admin.attentionQuery),
  keyed(admin.upkeepQuery),
  keyed(admin.auditQuery({})),
  keyed(worksitesQuery),
  keyed(emailConfigQuery),
  keyed(openSwapsQuery('u1')),
  keyed(ownSessionsQuery),
  keyed(shifts.calendarShiftsQuery(week)),
  keyed(shifts.ownShiftsQuery),
  keyed(shifts.teamDayQuery('2026-11-20')),
  keyed(exchanges.restQuery({ id: 'r1' })),
  keyed(exchanges.dayChoicesQuery('s1', week)),
  keyed(exchanges.approvalQuery('r1')),
  keyed(exchanges.previewQuery({ kind: 'turno', shiftId: 's1', wanted: null, requestedDate: '' })),
  keyed(exchanges.holidayWeeksQuery('')),
])('%s is refetched whenever a screen opens: it has no change events', (_key, staleTime) => {
  expect(staleTime).toBe(0);
});

test.each([
  keyed(outboxQuery('failed')),
  keyed(exchanges.approvalsQuery),
  keyed(exchanges.exchangeCountsQuery),
  keyed(exchanges.waitingQuery),
  keyed(exchanges.exchangeListQuery('mie')),
  keyed(exchanges.exchangeRequestQuery('r1')),
  keyed(exchanges.completedQuery),
  keyed(exchanges.receiptQuery('x1')),
  keyed(shifts.userShiftsQuery()),
  keyed(statisticsQuery),
])('%s stays fresh until an event reports a change', (_key, staleTime) => {
  expect(staleTime).toBeUndefined();
});

const refused = (status: number, code: string): Response =>
  Response.json({ message: code, code }, { status });

test('deleting a request that no longer exists succeeds; any other refusal is shown', async () => {
  answers = [refused(404, 'not_found'), refused(409, 'exchange_closed')];
  await expect(swapping.deleteExchange('r1')).resolves.toBeUndefined();
  await expect(swapping.deleteExchange('r1')).rejects.toMatchObject({ code: 'exchange_closed' });
});

test.each([
  ['completata', 'u1', true],
  ['completata', 'u2', false],
  ['annullata', 'u1', false],
])(
  'a refused confirmation of a request %s with %s counts as success: %s',
  async (status, responderId, isFine) => {
    const closed = { id: 'r1', status, responderId };
    answers = [refused(409, 'exchange_closed'), Response.json(closed)];
    const confirmed = swapping.confirmExchange('r1', { userId: 'u1', version: 'v' });
    if (isFine) await expect(confirmed).resolves.toEqual({ request: closed });
    else await expect(confirmed).rejects.toMatchObject({ code: 'exchange_closed' });
    expect(calls[1]?.path).toBe('/api/exchange-requests/r1');
  },
);

test('a confirmation refused for another reason does not read the request', async () => {
  answers = [refused(409, 'shift_day_taken'), Response.json({ status: 'completata', responderId: 'u1' })];
  await expect(swapping.confirmExchange('r1', { userId: 'u1', version: 'v' })).rejects.toMatchObject({
    code: 'shift_day_taken',
    status: 409,
  });
  expect(calls).toHaveLength(1);
});
