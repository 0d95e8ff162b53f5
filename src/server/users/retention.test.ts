import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { buildSession, buildUser, type BuiltUser } from '../../../db/builders.ts';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { startTestServer, testNow } from '../../../tests/support/server.ts';
import { pair, readCompleted, swap } from '../../../tests/support/swaps.ts';
import { startSteadyUpkeep } from '../../../tests/support/upkeep.ts';
import { anonymiseInactiveAccounts } from './commands.retention.ts';

const database = await createTestDatabase();
const server = await startTestServer({ database });
const { clock, context } = server;
const second = await startTestServer({ database: await database.connect() });
afterAll(async () => {
  await second.close();
  await server.close();
});
beforeEach(() => {
  clock.set(testNow);
  second.clock.set(testNow);
});

const noBackup = async (): Promise<void> => undefined;

const moveTo = (now: string): void => {
  clock.set(now);
  second.clock.set(now);
};

const isForgotten = async ({ id }: BuiltUser): Promise<boolean> => {
  const row = await database.one<{ isForgotten: boolean }>(sql`
    select anonymised_at is not null as "isForgotten" from users where id = ${id}`);
  return row.isForgotten;
};

test('24 months after the last activity an account is anonymised, not a day before', async () => {
  // last active on 16 November 2026, in Rome
  const giulia = await buildUser(context, { firstName: 'Giulia', lastName: 'Yyferri' });
  const backUp = vi.fn<() => Promise<void>>().mockResolvedValue();
  moveTo('2028-11-15T22:59:00.000Z');
  expect(await anonymiseInactiveAccounts(context, null, backUp)).toBe(0);
  expect(await isForgotten(giulia)).toBe(false);
  moveTo('2028-11-15T23:00:00.000Z');
  expect(await anonymiseInactiveAccounts(context, null, backUp)).toBe(1);
  expect(await isForgotten(giulia)).toBe(true);
  expect(await anonymiseInactiveAccounts(context, null, backUp)).toBe(0);
  // a backup is made for the sake of who goes, not at every round
  expect(backUp).toHaveBeenCalledTimes(1);
  const acts = await database.many(sql`
    select action, actor_id as "actorId" from audit_log where target_id = ${giulia.id}`);
  expect(acts).toEqual([{ action: 'account_expired', actorId: null }]);
});

test('whoever used the product since keeps the account; a swap keeps the record of whoever stays', async () => {
  const { giulia, marco } = await pair(server);
  await swap(giulia, marco);
  moveTo('2027-06-01T09:00:00.000Z');
  const { token } = await buildSession(context, marco);
  expect(token).not.toBe('');
  moveTo('2028-11-20T09:00:00.000Z');
  await anonymiseInactiveAccounts(context, null, noBackup);
  expect([await isForgotten(giulia), await isForgotten(marco)]).toEqual([true, false]);
  const back = await server.signInAs(marco);
  const { swaps } = await readCompleted(back);
  expect(swaps).toMatchObject([{ partnerName: 'Ex collega', exchangeDate: '2026-11-20' }]);
  const { left } = await database.one<{ left: number }>(sql`
    select count(*) as left from shifts where user_id = ${giulia.id}`);
  expect(left).toBe(0);
});

test('accounts of the settings stay', async () => {
  const admin = await buildUser(context, { role: 'admin' });
  moveTo('2030-01-01T09:00:00.000Z');
  await anonymiseInactiveAccounts(context, null, noBackup);
  expect(await isForgotten(admin)).toBe(false);
});

test('the server does it by itself when it starts, and again later', async () => {
  const idle = await buildUser(context);
  moveTo('2028-11-16T09:00:00.000Z');
  const upkeep = await startSteadyUpkeep(context);
  await upkeep.run();
  expect(await isForgotten(idle)).toBe(true);
  const later = await buildUser(context);
  moveTo('2030-11-16T09:00:00.000Z');
  await upkeep.run();
  expect(await isForgotten(later)).toBe(true);
  await upkeep.stop();
});

test('several processes at once anonymise each account once', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => buildUser(context)));
  moveTo('2028-11-20T09:00:00.000Z');
  const counts = await Promise.all([
    // so many that a CEO has to agree
    anonymiseInactiveAccounts(context, '2026-11-20', noBackup),
    anonymiseInactiveAccounts(second.context, '2026-11-20', noBackup),
  ]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(people.length);
  const acts = await database.many<{ count: number }>(sql`
    select count(*) as count from audit_log where action = 'account_expired'
      and target_id = any(${people.map(({ id }) => id)}::uuid[])
    group by target_id`);
  expect(acts).toEqual(people.map(() => ({ count: 1 })));
});
