import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as admin from '../admin/api.ts';
import * as swapping from '../exchanges/actions.ts';
import * as exchanges from '../exchanges/api.ts';
import { emailConfigQuery, outboxQuery } from '../mail/api.ts';
import { exportAddress, operationListQuery, statisticsQuery } from '../operations/api.ts';
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

/** A query as far as it matters here, which the types of each would hide. */
interface Asked {
  queryKey: QueryKey;
  staleTime?: unknown;
  queryFn?: unknown;
  initialPageParam?: unknown;
  getNextPageParam?: unknown;
}
type Fetch = (context: { pageParam: unknown; signal: AbortSignal }) => Promise<unknown>;

const asTold = { type: 'OPP', status: null, month: null, worksiteId: null } as const;
const narrowed = { type: 'Case', status: 'pending', month: '2026-11', worksiteId: 'w1' } as const;
const sought = { kind: 'turno', shiftId: 's1', wanted: 'sera', requestedDate: '2026-11-20' } as const;
const nothingSought = { ...sought, wanted: null, requestedDate: '' } as const;

test.each<[string, Asked, key: unknown[], isFreshForEver?: 'kept']>([
  ['/api/admin/summary', admin.summaryQuery, ['admin', 'summary']],
  ['/api/admin/worksites', admin.worksiteCardsQuery, ['admin', 'worksites']],
  ['/api/admin/shifts', admin.recentShiftsQuery, ['admin', 'shifts']],
  ['/api/admin/users/page?search=ros', admin.adminPeopleQuery('ros'), ['admin', 'users', 'ros']],
  ['/api/ceo/worksites/w1/contents', admin.contentsQuery('w1'), ['ceo-worksites', 'w1', 'contents']],
  [
    '/api/ceo/registrations/page?search=ros',
    admin.peopleGroupsQuery({ search: 'ros' }),
    ['ceo-people', 'groups', { search: 'ros' }],
  ],
  [
    '/api/ceo/registrations/page?worksiteId=w1&search=ros',
    admin.peopleQuery('w1', { search: 'ros' }),
    ['ceo-people', 'w1', { search: 'ros' }],
  ],
  ['/api/ceo/overview', admin.overviewQuery, ['ceo-overview']],
  ['/api/ceo/upkeep', admin.upkeepQuery, ['ceo-upkeep']],
  ['/api/ceo/audit?action=x', admin.auditQuery({ action: 'x' }), ['ceo-audit', { action: 'x' }]],
  ['/api/ceo/worksites', worksitesQuery, ['ceo-worksites']],
  ['/api/email-config', emailConfigQuery, ['email-config']],
  ['/api/ceo/mails?status=failed', outboxQuery('failed'), ['mails', 'failed'], 'kept'],
  ['/api/users/u1/swaps-at-stake', openSwapsQuery('u1'), ['swaps-at-stake', 'u1']],
  ['/api/auth/sessions', ownSessionsQuery, ['own-sessions']],
  [
    '/api/calendar/shifts?from=2026-11-01&to=2026-11-30',
    shifts.calendarShiftsQuery({ from: '2026-11-01', to: '2026-11-30' }),
    ['calendar-shifts', '2026-11-01', '2026-11-30'],
  ],
  ['/api/shifts', shifts.ownShiftsQuery, ['calendar-shifts', 'all']],
  ['/api/calendar/team?day=2026-11-20', shifts.teamDayQuery('2026-11-20'), ['calendar-team', '2026-11-20']],
  ['/api/ceo/attention', admin.attentionQuery, ['ceo-overview', 'attention']],
  [
    '/api/exchange-requests/r1/rest?accepterUserId=u1',
    exchanges.restQuery({ id: 'r1', accepterUserId: 'u1' }),
    ['exchange-request', 'rest', 'r1', 'u1', undefined],
  ],
  [
    '/api/exchange-requests/r1/rest?shiftId=s1',
    exchanges.restQuery({ id: 'r1', shiftId: 's1' }),
    ['exchange-request', 'rest', 'r1', undefined, 's1'],
  ],
  [
    '/api/exchange-requests/days?offeredShiftId=s1&from=2026-11-01&to=2026-12-06',
    exchanges.dayChoicesQuery('s1', { from: '2026-11-01', to: '2026-12-06' }),
    ['exchange-request', 'days', 's1', '2026-11-01', '2026-12-06'],
  ],
  ['/api/exchange-requests/approvals', exchanges.approvalsQuery, ['exchange-request', 'approvals'], 'kept'],
  [
    '/api/exchange-requests/r1/approval',
    exchanges.approvalQuery('r1'),
    ['exchange-request', 'approval', 'r1'],
  ],
  ['/api/exchange-requests/counts', exchanges.exchangeCountsQuery, ['exchange-request', 'counts'], 'kept'],
  ['/api/exchange-requests/waiting', exchanges.waitingQuery, ['exchange-request', 'waiting'], 'kept'],
  ['/api/user-shifts', shifts.userShiftsQuery(), ['user-shifts'], 'kept'],
  [
    '/api/exchange-requests/page?tab=mie',
    exchanges.exchangeListQuery('mie'),
    ['exchange-requests', 'mie'],
    'kept',
  ],
  ['/api/exchange-requests/r1', exchanges.exchangeRequestQuery('r1'), ['exchange-request', 'r1'], 'kept'],
  ['/api/exchanges/completed/page', exchanges.completedQuery, ['completed'], 'kept'],
  ['/api/exchanges/completed/x1', exchanges.receiptQuery('x1'), ['completed', 'x1'], 'kept'],
  [
    '/api/exchange-requests/preview?kind=turno&offeredShiftId=s1&requestedShiftType=sera&requestedDate=2026-11-20',
    exchanges.previewQuery(sought),
    ['exchange-request', 'preview', 'turno', 's1', 'sera', '2026-11-20'],
  ],
  [
    '/api/exchange-requests/preview?kind=turno&offeredShiftId=s1',
    exchanges.previewQuery(nothingSought),
    ['exchange-request', 'preview', 'turno', 's1', null, ''],
  ],
  [
    '/api/exchange-requests/holiday-weeks?offeredShiftId=s1',
    exchanges.holidayWeeksQuery('s1'),
    ['exchange-request', 'holiday-weeks', 's1'],
  ],
  ['/api/operations/statistics', statisticsQuery, ['operation-statistics'], 'kept'],
])('%s is asked for under a key of its own', async (address, query, key, isFreshForEver) => {
  expect(query.queryKey).toEqual(key);
  expect(query.staleTime).toBe(isFreshForEver ? undefined : 0);
  const signal = new AbortController().signal;
  await (query.queryFn as Fetch)({ pageParam: query.initialPageParam, signal });
  expect(calls.map(({ path }) => path)).toEqual([address]);
  expect(calls[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin', signal });
  if (!query.getNextPageParam) return;
  expect((query.getNextPageParam as (page: object) => unknown)({ nextCursor: 'next' })).toBe('next');
  await (query.queryFn as Fetch)({ pageParam: 'next', signal });
  expect(calls[1]?.path).toBe(`${address}${address.includes('?') ? '&' : '?'}cursor=next`);
});

test.each([
  ['own', asTold, '/api/operations', '?type=OPP'],
  ['own', narrowed, '/api/operations', '?type=Case&status=pending&month=2026-11'],
  ['worksite', narrowed, '/api/operations', '?type=Case&status=pending&month=2026-11&view=worksite'],
  ['all', asTold, '/api/ceo/operations', '?type=OPP'],
  ['all', narrowed, '/api/ceo/operations', '?type=Case&status=pending&month=2026-11&worksiteId=w1'],
] as const)('codes of %s, %o: the list and its file', async (source, filters, path, query) => {
  const list = operationListQuery({ source, ...filters });
  expect(list.queryKey).toEqual(['operations', { source, ...filters }]);
  await (list.queryFn as unknown as Fetch)({
    pageParam: list.initialPageParam,
    signal: new AbortController().signal,
  });
  expect(calls[0]?.path).toBe(`${path}/page${query}`);
  expect(exportAddress({ source, ...filters })).toBe(`${path}/export${query}`);
});

const shift = { date: '2026-11-20' } as never;
test.each<[string, () => Promise<unknown>, body?: object]>([
  ['POST /api/shifts', () => shifts.createShift(shift), shift],
  ['POST /api/exchange-requests', () => swapping.publishExchange(shift), shift],
  ['PUT /api/exchange-requests/r1', () => swapping.updateExchange('r1', shift), shift],
  ['DELETE /api/exchange-requests/r1', () => swapping.deleteExchange('r1')],
  [
    'POST /api/exchange-requests/r1/pre-accept',
    () => swapping.preAcceptExchange('r1', 'v'),
    { version: 'v' },
  ],
  [
    'POST /api/exchange-requests/r1/pre-accept',
    () => swapping.preAcceptExchange('r1', 'v', 's1'),
    { version: 'v', shiftId: 's1' },
  ],
  ['POST /api/exchange-requests/r1/reject', () => swapping.rejectExchange('r1')],
  ['DELETE /api/exchange-requests/r1/cancel-pre-accept', () => swapping.withdrawOffer('r1')],
  [
    'DELETE /api/exchange-requests/r1/cancel-pre-accept',
    () => swapping.withdrawOffer('r1', true),
    { isUndo: true },
  ],
  [
    'DELETE /api/exchange-requests/r1/cancel-pre-accept',
    () => swapping.refuseOffer('r1', 'u1'),
    { accepterUserId: 'u1' },
  ],
  [
    'POST /api/exchange-requests/r1/final-confirm',
    () => swapping.confirmExchange('r1', { userId: 'u1', version: 'v' }),
    { accepterUserId: 'u1', version: 'v' },
  ],
])('%s is called with its body', async (name, send, body) => {
  await send();
  const [{ path, init } = { path: '', init: {} }] = calls;
  expect(`${init.method} ${path}`).toBe(name);
  expect(init.body).toBe(body && JSON.stringify(body));
  const headers = init.headers as Record<string, string>;
  expect(headers['content-type']).toBe(body && 'application/json');
  expect(headers['accept']).toBe('application/json');
  expect(headers['x-change-id']).toMatch(/\w-\d+$/);
});

test.each([
  [true, 'true'],
  [false, undefined],
])('a shift from a swap is deleted where the person said so: %s', async (isConfirmed, header) => {
  await shifts.deleteShift({ id: 's1', isConfirmed });
  expect(`${calls[0]?.init.method} ${calls[0]?.path}`).toBe('DELETE /api/shifts/s1');
  expect(new Headers(calls[0]?.init.headers).get('x-override-exchange')).toBe(header ?? null);
});

const refused = (status: number, code: string): Response =>
  Response.json({ message: code, code }, { status });

test('a request that is gone already is as good as deleted, any other refusal is told', async () => {
  answers = [refused(404, 'not_found'), refused(409, 'exchange_closed')];
  await expect(swapping.deleteExchange('r1')).resolves.toBeUndefined();
  await expect(swapping.deleteExchange('r1')).rejects.toMatchObject({ code: 'exchange_closed' });
});

test.each([
  ['completata', 'u1', true],
  ['completata', 'u2', false],
  ['annullata', 'u1', false],
])('a confirmation that finds the request %s with %s went well: %s', async (status, responderId, isFine) => {
  const closed = { id: 'r1', status, responderId };
  answers = [refused(409, 'exchange_closed'), Response.json(closed)];
  const confirmed = swapping.confirmExchange('r1', { userId: 'u1', version: 'v' });
  if (isFine) await expect(confirmed).resolves.toEqual({ request: closed });
  else await expect(confirmed).rejects.toMatchObject({ code: 'exchange_closed' });
  expect(calls[1]?.path).toBe('/api/exchange-requests/r1');
});

test('a confirmation refused for another reason asks nothing more', async () => {
  answers = [refused(409, 'shift_day_taken'), Response.json({ status: 'completata', responderId: 'u1' })];
  await expect(swapping.confirmExchange('r1', { userId: 'u1', version: 'v' })).rejects.toMatchObject({
    code: 'shift_day_taken',
    status: 409,
  });
  expect(calls).toHaveLength(1);
});
