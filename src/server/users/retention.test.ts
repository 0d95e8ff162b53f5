import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../../../db/builders.ts';
import { actsOn, forgottenOf } from '../../../tests/support/accounts.ts';
import { startSecondServer, testNow, testServer } from '../../../tests/support/server.ts';
import { pair, swap } from '../../../tests/support/swaps.ts';
import { anonymiseInactiveAccounts } from './commands.retention.ts';

const server = await testServer();
const { clock, context, database } = server;
const second = await startSecondServer(server);
afterAll(() => second.close());
beforeEach(() => second.clock.set(testNow));

const noBackup = async (): Promise<void> => undefined;
const moveTo = (now: string): void => {
  clock.set(now);
  second.clock.set(now);
};
const isForgotten = async ({ id }: { id: string }): Promise<boolean> =>
  (await forgottenOf(database, [id])).length === 1;

test('an account is anonymised 24 months after its last activity, not a day before', async () => {
  // last active on 16 November 2026, in Rome
  const giulia = await buildUser(context);
  const backUp = vi.fn<() => Promise<void>>().mockResolvedValue();
  moveTo('2028-11-15T22:59:00.000Z');
  expect(await anonymiseInactiveAccounts(context, null, backUp)).toBe(0);
  expect(await isForgotten(giulia)).toBe(false);
  moveTo('2028-11-15T23:00:00.000Z');
  expect(await anonymiseInactiveAccounts(context, null, backUp)).toBe(1);
  expect(await isForgotten(giulia)).toBe(true);
  expect(await anonymiseInactiveAccounts(context, null, backUp)).toBe(0);
  // a backup is made only if somebody is anonymised, not in every round
  expect(backUp).toHaveBeenCalledTimes(1);
  expect(await actsOn(database, giulia.id)).toMatchObject([{ action: 'account_expired', actorId: null }]);
});

test('people active since keep their account and swaps; accounts from the settings stay', async () => {
  const { giulia, marco } = await pair(server);
  await swap(giulia, marco);
  const admin = await buildUser(context, { role: 'admin' });
  moveTo('2027-06-01T09:00:00.000Z');
  await server.signInAs(marco);
  moveTo('2028-11-20T09:00:00.000Z');
  await anonymiseInactiveAccounts(context, null, noBackup);
  expect(await forgottenOf(database, [giulia.id, marco.id, admin.id])).toEqual([giulia.id]);
  const { swaps } = await (await server.signInAs(marco)).readCompleted();
  expect(swaps).toMatchObject([{ partnerName: 'Ex collega', exchangeDate: '2026-11-20' }]);
});

test('concurrent processes anonymise each account once', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => buildUser(context)));
  moveTo('2028-11-20T09:00:00.000Z');
  const counts = await Promise.all(
    // so many that a CEO must agree
    [server, second].map((one) => anonymiseInactiveAccounts(one.context, '2026-11-20', noBackup)),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(people.length);
  for (const { id } of people)
    expect(await actsOn(database, id)).toMatchObject([{ action: 'account_expired' }]);
});
