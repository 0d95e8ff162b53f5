import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { buildUser } from '../../../db/builders.ts';
import { whileHeld } from '../../../tests/support/locks.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import { awaiting } from '../../../tests/support/swaps.ts';
import { settleClock } from '../../../tests/support/upkeep.ts';
import { remindApprovers } from '../exchanges/commands.await.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { anonymiseInactiveAccounts } from '../users/commands.retention.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { lockClockWatch } from './queries.ts';

// Upkeep and a CEO acting concurrently with others: the state after acquiring the lock decides.

const server = await testServer();
const { clock, context, database } = server;
if (!database.connect) throw new Error('needs PostgreSQL: one connection hides a missing lock');
const other = await database.connect();
afterAll(() => other.close());

test('a CEO agrees to the number of idle accounts after upkeep has recorded the clock', async () => {
  await settleClock(context);
  const ceo = await server.signInCeo();
  const [one, more] = await Promise.all([buildUser(context), buildUser(context)]);
  const makeIdle = ({ id }: { id: string }) =>
    sql`update users set last_active_on = '2020-01-01' where id = ${id}`;
  await database.run(makeIdle(one));
  const agree = () => ceo.call('POST /api/ceo/upkeep/agree-idle-accounts', { body: { count: 1 } });
  const answer = await whileHeld(other, lockClockWatch, agree, (tx) => tx.run(makeIdle(more)));
  expect(answer.refusal.code).toBe('idle_count_changed');
  expect((await ceo.call('POST /api/ceo/upkeep/agree-idle-accounts', { body: { count: 2 } })).status).toBe(
    204,
  );
  expect(
    await database.many(sql`select agreed_day::text as day from upkeep_state where agreed_day is not null`),
  ).toHaveLength(1);
});

test('a clock that is right again when upkeep is done needs no confirmation by a CEO', async () => {
  await settleClock(context);
  await database.run(sql`update upkeep_state set clock = 'suspected'`);
  const ceo = await server.signInCeo();
  const trust = () => ceo.call('POST /api/ceo/upkeep/trust-clock');
  const settle = (tx: Transaction) => tx.run(sql`update upkeep_state set clock = 'steady'`);
  expect((await whileHeld(other, lockClockWatch, trust, settle)).status).toBe(204);
  expect(await database.many(sql`select id from audit_log where action = 'clock_trusted'`)).toEqual([]);
});

test('reminds the people who may approve swaps once the worksite is unlocked', async () => {
  const { anna, worksiteId } = await awaiting(server);
  const ugo = await server.signIn({ worksiteId, mayApproveSwaps: true });
  clock.set(secondsAfter(testNow, 25 * 3600));
  await whileHeld(
    other,
    (tx) => lockWorksite(tx, worksiteId),
    () => remindApprovers(context),
    (tx) => tx.run(sql`update users set may_approve_swaps = false where id = ${anna.id}`),
  );
  const newsOf = async (person: typeof ugo): Promise<number> =>
    (await (await server.signInAs(person)).notifications()).length;
  // hers is older: sent when the wait began
  expect([await newsOf(anna), await newsOf(ugo)]).toEqual([1, 1]);
});

test('a person who returns while upkeep waits for the worksite keeps the account', async () => {
  const { id, worksiteId } = await buildUser(context);
  await database.run(sql`update users set last_active_on = '2020-01-01' where id = ${id}`);
  await whileHeld(
    other,
    (tx) => lockWorksite(tx, worksiteId),
    () => anonymiseInactiveAccounts(context, '2024-12-31', async () => undefined),
    (tx) => tx.run(sql`update users set last_active_on = '2026-11-16' where id = ${id}`),
  );
  expect(await database.one(sql`select anonymised_at from users where id = ${id}`)).toEqual({
    anonymisedAt: null,
  });
});
