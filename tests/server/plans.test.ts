import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/domain/calendar/day.ts';
import type { ExchangeFacts } from '../../src/domain/exchanges/request.ts';
import { mostApprovals } from '../../src/domain/exchanges/schema.approval.ts';
import { exchangeTabs } from '../../src/domain/exchanges/schema.ts';
import { defaultRestLimits } from '../../src/domain/rest/limits.ts';
import { readApprovals } from '../../src/server/exchanges/approvalViews.ts';
import { createBoards } from '../../src/server/exchanges/board.ts';
import { readCompleted } from '../../src/server/exchanges/completedViews.ts';
import * as views from '../../src/server/exchanges/views.ts';
import { listWaiting } from '../../src/server/notifications/queries.ts';
import { listOperations } from '../../src/server/operations/queries.ts';
import type { AppContext } from '../../src/server/platform/context.ts';
import type { Database, Transaction } from '../../src/server/platform/database/database.ts';
import { readSession, type SignedIn } from '../../src/server/platform/session/session.ts';
import { listShifts } from '../../src/server/shifts/queries.ts';
import { calendarQueries } from './plans/calendarQueries.ts';
import { firstDay, grownDatabase, now } from './plans/grownDatabase.ts';
import { peopleQueries } from './plans/peopleQueries.ts';
import { Planner, smallTables } from './plans/planner.ts';
import { swapQueries } from './plans/swapQueries.ts';

// Queries of lists, cards and commands use an index once the tables have grown. A new list needs a line in
// `plans/*Queries.ts` and, for a new table, rows in `plans/grownDatabase.ts`. Queries by primary key need none.

const grown = await grownDatabase();
const { database, person, id, worksiteId, requestId } = grown;
const newsReader = { ...person, mayApproveSwaps: false };

test('the tables have grown', async () => {
  const counts = await database.one(sql`
    select (select count(*) from shifts) as shifts, (select count(*) from exchange_requests) as requests,
      (select count(*) from pre_acceptances) as offers, (select count(*) from completed_swaps) as swaps,
      (select count(*) from notifications) as news`);
  expect(counts).toEqual({
    shifts: 1_000_000,
    requests: 24_800,
    offers: 45_280,
    swaps: 10_140,
    news: 56_000,
  });
});

describe('no sequential scan of a large table for', () => {
  const queries = { ...swapQueries, ...calendarQueries, ...peopleQueries };

  test.each(Object.entries(queries))('%s', async (_name, query) => {
    const planner = new Planner(database);
    await Promise.all(query(planner as unknown as Transaction, grown));
    expect(planner.statements).toBeGreaterThan(0);
    expect(planner.wholeReads).toEqual([]);
  });

  test('a sequential scan is detected', async () => {
    const planner = new Planner(database);
    await planner.one(sql`select min(r.message) from exchange_requests r`);
    expect(planner.wholeReads).toContain('exchange_requests');
  });
});

const pending = { type: 'OPP', status: 'pending', span: null } as const;
test.each<[string, (planner: Planner) => Promise<unknown>]>([
  ['notifications_by_request', (q) => listWaiting(q, newsReader, [{ id: requestId } as ExchangeFacts], now)],
  [
    'operation_codes_by_worksite_status',
    (q) => listOperations(q, { ...pending, scope: { worksiteId } }, null, 51),
  ],
  ['operation_codes_by_status', (q) => listOperations(q, { ...pending, scope: 'all' }, null, 51)],
])('a few rows among many are found by a dedicated index: %s', async (index, query) => {
  const planner = new Planner(database);
  await query(planner);
  expect([...planner.indexes]).toContain(index);
});

describe('the number of statements does not depend on the number of rows:', () => {
  const settings = { ceoEmails: [], taxiAccessCode: null };
  const contextOf = (planner: Planner): AppContext =>
    ({
      database: planner,
      clock: { now: () => now },
      settings,
      boards: createBoards(planner as unknown as Database),
    }) as unknown as AppContext;
  const look = async (read: (context: AppContext, signedIn: SignedIn) => Promise<unknown[]>) => {
    // the sessions' tokens are email addresses
    const signedIn = await readSession(contextOf(new Planner(database)), { own: person.email });
    const planner = new Planner(database);
    const rows = await read(contextOf(planner), signedIn!);
    expect(rows.length).toBeGreaterThan(0);
    expect(planner.wholeReads).toEqual([]);
    return planner.statements;
  };

  test.each(exchangeTabs)('exchange list, %s, also with blocking rest rules', async (tab) => {
    const read = async (context: AppContext, signedIn: SignedIn) =>
      (await views.readTab(context, signedIn, tab, null)).requests;
    // the board and its viewer, and for two tabs the closed requests
    const most = tab === 'rifiutati' || tab === 'completati' ? 4 : 3;
    expect(await look(read)).toBe(most);
    const restRules = { mode: 'blocco', limits: defaultRestLimits } as const;
    const statements = await look((context, signedIn) => read(context, { ...signedIn, restRules }));
    // plus the rosters of the people shown
    expect(statements).toBeLessThanOrEqual(most + 1);
  });

  test('exchange list of all tabs', async () => {
    expect(await look((context, signedIn) => views.listRequests(context, signedIn, null, 101))).toBe(4);
  });

  test('swaps awaiting approval', async () => {
    const read = async (context: AppContext, signedIn: SignedIn) => {
      const user = { ...signedIn.user, mayApproveSwaps: true };
      const { approvals } = await readApprovals(context, { ...signedIn, user });
      expect(approvals.length).toBe(mostApprovals);
      return approvals;
    };
    expect(await look(read)).toBe(2);
  });

  test('completed swaps', async () => {
    const statements = await look(
      async (context, signedIn) => (await readCompleted(context, signedIn, null)).swaps,
    );
    expect(statements).toBe(2);
  });

  test('month', async () => {
    expect(await look((context) => listShifts(context.database, id, firstDay, addDays(firstDay, 29)))).toBe(
      1,
    );
  });
});

test('every reference to a row that can be deleted has an index', async () => {
  const missing = await database.many<{ table: string; name: string }>(sql`
    select c.conrelid::regclass::text as "table", c.conname as name
    from pg_constraint c
    where c.contype = 'f'
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`);
  expect(missing.filter(({ table }) => !smallTables.has(table))).toEqual([]);
});
