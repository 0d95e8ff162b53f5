import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildUser } from '../../../db/builders.ts';
import { forgottenOf, giveLink } from '../../../tests/support/accounts.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { awaiting, early, signInOnDuty } from '../../../tests/support/swaps.ts';
import { settleClock, startSteadyUpkeep } from '../../../tests/support/upkeep.ts';
import { noteDevice } from '../auth/queries.devices.ts';
import { secondsAfter } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { startUpkeep } from './upkeep.ts';

const server = await testServer();
const { database, clock, nobody } = server;

const counts = (): Promise<object> =>
  database.one<object>(sql`
    select (select count(*) from sessions) as sessions, (select count(*) from password_links) as links,
      (select count(*) from attempt_counters) as counters`);

test('links and counters are deleted once they are useless, and not before', async () => {
  const giulia = await server.signIn();
  await giveLink(server, giulia.id);
  await nobody.call('POST /api/auth/login', { body: { email: giulia.email, password: 'Sbagliata!1' } });
  const upkeep = await startSteadyUpkeep(server.context);
  for (const [hours, left] of [
    [12, { links: 1, counters: 3 }],
    [13, { links: 0, counters: 0 }],
  ] as const) {
    clock.advance(hours * 3600);
    await upkeep.run();
    expect(await counts()).toMatchObject(left);
  }
  await upkeep.stop();
});

test('a browser stays known for 180 days after its last sign-in', async () => {
  clock.set(testNow);
  const giulia = await server.signIn();
  const seconds = 180 * 24 * 3600;
  const [old, known] = [newToken(), newToken()].map(hashToken);
  const note = (tokenHash: Uint8Array, ago: number) =>
    noteDevice(database, { userId: giulia.id, tokenHash, now: secondsAfter(testNow, -ago) });
  await note(old!, seconds + 1);
  await note(known!, seconds);
  const upkeep = await startSteadyUpkeep(server.context);
  await upkeep.run();
  await upkeep.stop();
  const left = await database.many<{ hash: string }>(sql`
    select encode(token_hash, 'hex') as hash from known_devices where user_id = ${giulia.id}`);
  expect(left).toEqual([{ hash: Buffer.from(known!).toString('hex') }]);
});

test('one round does everything due: requests end, approvers are reminded, old backups are deleted', async () => {
  clock.set(testNow);
  const { anna } = await awaiting(server);
  const giulia = await signInOnDuty(server, early, {}, { day: '2026-11-17' });
  const requestId = await giulia.publishedId(giulia.shiftId, { requestedDate: '2026-11-17' });
  const removed: string[] = [];
  await settleClock(server.context);
  const upkeep = startUpkeep(server.context, {
    backUp: async () => undefined,
    removeAgedBackups: async (now) => void removed.push(now),
    steadySeconds: () => Date.parse(clock.now()) / 1000,
  });
  await upkeep.run();
  const factsOf = async (person: SignedInCaller) =>
    (await (await server.signInAs(person)).notifications()).map(({ title }) => title);
  expect(await factsOf(anna)).toHaveLength(1);
  clock.advance(24 * 3600);
  await upkeep.run();
  await upkeep.stop();
  expect(removed.at(-1)).toBe(clock.now());
  const closed = await database.many<{ closeReason: string }>(sql`
    select close_reason from exchange_requests where id = ${requestId}`);
  expect(closed).toEqual([{ closeReason: 'day_begun' }]);
  expect(await factsOf(anna)).toHaveLength(2);
});

describe('a clock that jumped', () => {
  beforeEach(() => clock.set(testNow));

  /** A monotonic clock. */
  let steady = 0;
  const tools = {
    backUp: async () => undefined,
    removeAgedBackups: async () => undefined,
    steadySeconds: () => steady,
  };
  const pass = (seconds: number): void => {
    steady += seconds;
    clock.advance(seconds);
  };
  const statusOf = async (ceo: Caller): Promise<string> =>
    (await ceo.ask('GET /api/ceo/upkeep')).clock.status;
  const isForgotten = async ({ id }: { id: string }): Promise<boolean> =>
    (await forgottenOf(database, [id])).length === 1;

  test('800 days ahead for a moment deletes nothing, closes nothing and is logged', async () => {
    await settleClock(server.context);
    const ceo = await server.signInCeo();
    const giulia = await signInOnDuty(server, early);
    const requestId = await giulia.publishedId(giulia.shiftId);
    const upkeep = startUpkeep(server.context, tools);
    await upkeep.run();
    const before = await counts();
    const right = clock.now();
    clock.advance(800 * 24 * 3600);
    steady += 4;
    await upkeep.run();
    expect(await isForgotten(giulia)).toBe(false);
    expect(await counts()).toEqual(before);
    expect(server.takeErrors()).toEqual([expect.stringContaining('the clock jumped')]);
    clock.set(right);
    pass(900);
    await upkeep.run();
    expect(server.takeErrors()).toHaveLength(1);
    expect((await giulia.readRequest(requestId)).body.status).toBe('aperta');
    expect(await statusOf(ceo)).toBe('suspected');
    // a restart keeps the state
    await upkeep.stop();
    const again = startUpkeep(server.context, tools);
    for (let quarters = 0; quarters < 95; quarters += 1) {
      pass(900);
      await again.run();
    }
    expect(server.takeErrors().length).toBeGreaterThan(0);
    expect(await statusOf(await server.signInAs(ceo))).toBe('suspected');
    pass(900);
    await again.run();
    pass(900);
    await again.run();
    await again.stop();
    server.takeErrors();
    expect(await statusOf(await server.signInAs(ceo))).toBe('steady');
  });

  test('a weekend off is no fault: reversible work continues, the rest waits a day', async () => {
    await settleClock(server.context);
    const idle = await buildUser(server.context);
    await database.run(sql`update users set last_active_on = '2020-01-01' where id = ${idle.id}`);
    const giulia = await signInOnDuty(server, early);
    const requestId = await giulia.publishedId(giulia.shiftId);
    clock.advance(4 * 24 * 3600);
    const warnings = (): string[] =>
      server.logLines
        .map((line) => JSON.parse(line) as { level: number; msg: string })
        .filter(({ level }) => level === 40)
        .map(({ msg }) => msg);
    server.logLines.length = 0;
    const upkeep = startUpkeep(server.context, tools);
    await upkeep.run();
    await upkeep.run();
    expect(server.takeErrors()).toEqual([]);
    // logged once, not in every round of that day
    const said = 'off for more than a day: nobody is made anonymous for 24 h';
    expect(warnings().filter((text) => text === said)).toHaveLength(1);
    expect((await (await server.signInAs(giulia)).readRequest(requestId)).body.status).not.toBe('aperta');
    expect(await isForgotten(idle)).toBe(false);
    pass(24 * 3600);
    await upkeep.run();
    pass(900);
    server.logLines.length = 0;
    await upkeep.run();
    await upkeep.stop();
    expect(warnings()).not.toContain(said);
    expect(await isForgotten(idle)).toBe(true);
  });

  test('a CEO’s confirmation ends it, audited', async () => {
    await settleClock(server.context);
    clock.advance(10 * 24 * 3600);
    await startUpkeep(server.context, tools).stop();
    expect(server.takeErrors()).toHaveLength(1);
    const ceo = await server.signInCeo();
    expect(await statusOf(ceo)).toBe('suspected');
    expect(await ceo.statusOf('POST /api/ceo/upkeep/trust-clock')).toBe(204);
    expect(await ceo.statusOf('POST /api/ceo/upkeep/trust-clock')).toBe(204);
    expect(await statusOf(ceo)).toBe('steady');
    expect(
      await database.many(sql`select actor_id as "actorId" from audit_log where action = 'clock_trusted'`),
    ).toEqual([{ actorId: ceo.id }]);
    await startUpkeep(server.context, tools).stop();
    expect(await statusOf(ceo)).toBe('steady');
  });
});

test('many idle accounts wait for a CEO, and are backed up first', async () => {
  const ceo = await server.signInCeo();
  const { count: others } = await database.one<{ count: number }>(
    sql`select count(*) as count from users where anonymised_at is null and role <> 'admin'`,
  );
  const idle = await Promise.all(Array.from({ length: 6 }, () => buildUser(server.context)));
  const ids = idle.map(({ id }) => id);
  await database.run(sql`update users set last_active_on = '2020-01-01' where id = any(${ids}::uuid[])`);
  const forgotten = async (): Promise<number> => (await forgottenOf(database, ids)).length;
  let backups = 0;
  let isFull = true;
  const backUp = async (): Promise<void> => {
    expect(await forgotten()).toBe(0);
    if (isFull) throw new Error('no space left on device');
    backups += 1;
  };
  const upkeep = await startSteadyUpkeep(server.context, backUp);
  await upkeep.run();
  expect([await forgotten(), backups]).toEqual([0, 0]);
  const waiting = (await ceo.ask('GET /api/ceo/upkeep')).idleAccounts;
  expect(waiting).toEqual({ count: 6, of: others + 6 });
  // fewer than now: the CEO read another number
  const agree = (count: number) => ceo.call('POST /api/ceo/upkeep/agree-idle-accounts', { body: { count } });
  expect((await agree(5)).outcome).toBe('409 idle_count_changed');
  expect((await agree(6)).status).toBe(204);
  expect((await ceo.ask('GET /api/ceo/upkeep')).idleAccounts).toBeNull();
  await upkeep.run();
  expect(await forgotten()).toBe(0);
  expect(server.takeErrors()).toHaveLength(1);
  isFull = false;
  await upkeep.run();
  await upkeep.stop();
  expect([await forgotten(), backups]).toEqual([6, 1]);
  expect(
    await database.many(
      sql`select actor_id as "actorId", after from audit_log where action = 'idle_accounts_agreed'`,
    ),
  ).toEqual([{ actorId: ceo.id, after: { accounts: 6, lastActiveUntil: expect.any(String) as string } }]);
});
