import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ChangedList } from '../../domain/events/stream.ts';
import { sessionQuery } from '../auth/session.ts';
import * as exchanges from '../exchanges/api.ts';
import { emailConfigQuery, outboxQuery } from '../mail/api.ts';
import { operationListQuery, statisticsQuery } from '../operations/api.ts';
import { proposalsQuery } from '../rosters/proposals.ts';
import { calendarShiftsQuery, ownShiftsQuery, userShiftsQuery } from '../shifts/api.ts';
import { refetchLists } from './lists.ts';

const id = '0197a2b4-5c6d-7e8f-9012-3456789abcde';
const codes = { source: 'all', type: 'OPP', status: null, month: null, worksiteId: null } as const;
const sought = { kind: 'turno', shiftId: id, wanted: 'sera', requestedDate: '2026-11-20' } as const;

const bell = { queryKey: ['notifications'] };

/** Queries by the list whose change invalidates them. */
const shown: Record<ChangedList, readonly { queryKey: QueryKey }[]> = {
  shifts: [
    calendarShiftsQuery({ from: '2026-11-01', to: '2026-11-30' }),
    ownShiftsQuery,
    userShiftsQuery(),
    proposalsQuery,
  ],
  'exchange-requests': [
    exchanges.exchangeListQuery('mie'),
    exchanges.exchangeCountsQuery,
    exchanges.exchangeRequestQuery(id),
    exchanges.previewQuery(sought),
    exchanges.holidayWeeksQuery(id),
    exchanges.restQuery({ id }),
    exchanges.dayChoicesQuery(id, { from: '2026-11-01', to: '2026-11-30' }),
    exchanges.waitingQuery,
    exchanges.approvalsQuery,
    exchanges.approvalQuery(id),
    bell,
  ],
  completed: [exchanges.completedQuery, exchanges.receiptQuery(id)],
  notifications: [bell],
  session: [sessionQuery],
  mail: [emailConfigQuery, outboxQuery('failed')],
  operations: [operationListQuery(codes), statisticsQuery],
};

test.each(Object.entries(shown))(
  'a change of %s invalidates exactly the queries that show it',
  (list, old) => {
    const client = new QueryClient();
    const all = [...new Set(Object.values(shown).flat())];
    for (const { queryKey } of all) client.setQueryData(queryKey, 'before');
    void refetchLists(client, [list as ChangedList]);
    const isOld = ({ queryKey }: { queryKey: QueryKey }): boolean =>
      client.getQueryState(queryKey)?.isInvalidated ?? false;
    expect(all.filter(isOld)).toEqual([...old]);
  },
);

test('ignores unknown lists', async () => {
  const client = new QueryClient();
  client.setQueryData(statisticsQuery.queryKey, undefined);
  await expect(refetchLists(client, ['rules' as ChangedList])).resolves.toBeUndefined();
});

test('a change by the CEO invalidates all their queries', async () => {
  const client = new QueryClient();
  const keys = [
    'admin',
    'ceo-worksites',
    'ceo-invitations',
    'ceo-people',
    'ceo-audit',
    'ceo-overview',
    'ceo-upkeep',
  ];
  for (const key of [...keys, 'calendar-shifts']) client.setQueryData([key], 'before');
  await refetchLists(client, ['administration']);
  const isOld = (key: string): boolean => client.getQueryState([key])?.isInvalidated ?? false;
  expect([...keys, 'calendar-shifts'].filter(isOld)).toEqual(keys);
});
