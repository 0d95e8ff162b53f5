import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { buildSigner, registrationAt } from '../../../tests/support/accounts.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { startTestServer, testNow, testServer } from '../../../tests/support/server.ts';
import { secondsAfter, secondsBetween } from '../platform/clock.ts';
import { keyOf } from './commands.attempts.ts';
import { takeTurn } from './queries.attempts.ts';

// Attempts from one network address, which a whole worksite may share.

// the proxy states a call's network address
const server = await testServer({ env: { TRUST_PROXY: '127.0.0.1' } });
const { nobody, database, clock } = server;
const password = 'Turnario!2026';
const email = 'giulia@example.it';
await buildSigner(server, password, { email });

beforeEach(async () => {
  await database.run(sql`delete from attempt_counters`);
  await database.run(sql`delete from known_devices`);
});

const elsewhere = '198.51.100.9';
// an IPv6 network is a /64
const here = '2001:db8:7:1::1';
const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
const login = (change: object = {}, address = here, cookie = ''): Promise<Answer<unknown>> =>
  nobody.call('POST /api/auth/login', {
    body: { email, password, ...change },
    headers: { ...from(address), cookie },
  });
const wrong = { password: 'Sbagliata!1' };
const guess = (index: number, address?: string) =>
  login({ ...wrong, email: `persona${index}@example.it` }, address);
async function fail(times: number, address?: string): Promise<void> {
  for (let time = 0; time < times; time += 1) expect((await login(wrong, address)).status).toBe(401);
}
/** Uses up the network's attempts, each on another account. */
async function fill(): Promise<void> {
  for (let index = 0; index < 60; index += 1)
    expect((await guess(index, `2001:db8:7:1:${index.toString(16)}::1`)).status).toBe(401);
}
const secondsPassed = (): number => secondsBetween(testNow, clock.now());
const expectTooMany = (answer: Answer<unknown>, minutes: number): void =>
  expect([answer.outcome, answer.headers['retry-after']]).toEqual([
    '429 too_many_attempts',
    String(minutes * 60),
  ]);

test('after sixty wrong sign-ins each further one is delayed by a second, and nobody is refused', async () => {
  const known = (await login()).cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await fill();
  expect(secondsPassed()).toBe(0);
  for (let time = 0; time < 3; time += 1) expect((await guess(60)).status).toBe(401);
  for (let time = 0; time < 3; time += 1) expect((await login()).status).toBe(200);
  expect(secondsPassed()).toBe(5);
  // not from other addresses, nor in a browser known to the account
  expect((await login({}, elsewhere)).status).toBe(200);
  expect((await login({}, here, known)).status).toBe(200);
  expect(secondsPassed()).toBe(5);
  clock.advance(15 * 60);
  for (let time = 0; time < 10; time += 1) await guess(61);
  expect(secondsPassed()).toBe(5 + 15 * 60);
});

test('a network’s guesses beyond its limit count against no account elsewhere', async () => {
  await fill();
  await fail(10);
  // within it, guessing at one account is as slow as ever
  for (const change of [wrong, {}]) expectTooMany(await login(change), 1);
  await fail(9, elsewhere);
  expect((await login({}, elsewhere)).status).toBe(200);
  clock.advance(15);
  expect((await login()).status).toBe(200);
  // the right password cleared that counter
  await fail(10);
});

test('a throttled account also delays such a network', async () => {
  await fail(10, elsewhere);
  await fill();
  expectTooMany(await login(), 1);
  clock.advance(15);
  expect((await login()).status).toBe(200);
});

test('successful sign-ins do not count: a whole worksite may share a network', async () => {
  for (let index = 0; index < 70; index += 1) expect((await login()).status).toBe(200);
  expect(secondsPassed()).toBe(0);
});

test('no second is assigned twice, and none is skipped because of a clock ahead', async () => {
  const key = keyOf('network', here);
  const turns = await Promise.all(Array.from({ length: 30 }, () => takeTurn(database, key, testNow)));
  expect(turns.toSorted()).toEqual(turns.map((_, second) => secondsAfter(testNow, second)));
  await database.run(
    sql`update attempt_counters set window_started_at = window_started_at + interval '1 day'`,
  );
  expect(await takeTurn(database, key, testNow)).toBe(testNow);
});

test('a forwarded address is ignored unless a trusted proxy sent it', async () => {
  const direct = await startTestServer();
  for (let index = 0; index < 62; index += 1) {
    const body = { email: `persona${index}@example.it`, ...wrong };
    await direct.nobody.call('POST /api/auth/login', { body, headers: from(`203.0.113.${index}`) });
  }
  expect(secondsBetween(testNow, direct.clock.now())).toBe(1);
  await direct.close();
});

describe('attempts waiting for their turn', () => {
  const networks = Array.from({ length: 6 }, (_, index) => `192.0.2.${index}`);
  beforeEach(async () => {
    await database.run(sql`
      insert into attempt_counters (key, window_started_at, attempts)
      select key, ${testNow}, 60 from unnest(${networks.map((network) => keyOf('network', network))}::bytea[]) key`);
  });

  /** Holds all turns until `come`; `waiting` resolves once `count` callers wait. */
  function holdTurns(count: number) {
    const waiting = Promise.withResolvers<void>();
    const turns = Promise.withResolvers<void>();
    let left = count;
    const spy = vi.spyOn(clock, 'waitUntil').mockImplementation(() => {
      left -= 1;
      if (left === 0) waiting.resolve();
      return turns.promise;
    });
    const come = (): void => {
      spy.mockRestore();
      turns.resolve();
    };
    return { waiting: waiting.promise, come };
  }

  test('queue up to a limit at which each is answered; one more reads when to come back', async () => {
    const { waiting, come } = holdTurns(31);
    const slow = Array.from({ length: 31 }, (_, index) => guess(index, networks[0]));
    await waiting;
    expectTooMany(await login({}, networks[0]), 1);
    // another network has its own queue
    const other = login({}, networks[1]);
    await expect.poll(() => vi.mocked(clock.waitUntil).mock.calls.length).toBe(32);
    come();
    expect((await other).status).toBe(200);
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(31).fill(401));
    clock.advance(31);
    expect((await login({}, networks[0])).status).toBe(200);
  });

  test('leave room in the process for other calls', async () => {
    const { waiting, come } = holdTurns(150);
    const slow = Array.from({ length: 180 }, (_, index) => guess(index, networks[index % 6]));
    await waiting;
    const answered: string[] = [];
    for (const answer of slow) void answer.then((one) => answered.push(one.outcome));
    await expect.poll(() => answered).toEqual(Array(30).fill('503 overloaded'));
    expect(database.load()).toMatchObject({ waiting: 0 });
    expect((await login({}, elsewhere)).status).toBe(200);
    come();
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(150).fill(401), ...Array(30).fill(503)]);
  });
});

describe('other attempts', () => {
  test('a network may request twenty links', async () => {
    const ask = (index: number, address: string) =>
      nobody.call('POST /api/auth/request-password-link', {
        body: { email: `persona${index}@example.it` },
        headers: from(address),
      });
    const [one, other] = ['2001:db8:9:1::1', '2001:db8:9:1::2'] as const;
    for (let index = 1; index <= 20; index += 1)
      expect((await ask(index, index % 2 === 0 ? one : other)).status).toBe(202);
    expectTooMany(await ask(21, one), 15);
    // refused requests do not count
    for (let time = 0; time < 3; time += 1) expect((await ask(21, elsewhere)).status).toBe(202);
    clock.advance(15 * 60);
    expect((await ask(21, one)).status).toBe(202);
  });

  test('wrong access codes and links share a counter, separate from sign-ins', async () => {
    const worksite = await buildWorksite(server.context);
    const register = (accessCode: string) =>
      nobody.call('POST /api/auth/register', {
        body: { ...registrationAt(worksite.id), accessCode },
        headers: from(here),
      });
    const setPassword = () =>
      nobody.call('POST /api/auth/set-password', {
        body: { token: 'x'.repeat(43), password },
        headers: from(here),
      });
    for (let time = 0; time < 40; time += 1) expect((await register('INDOVINO')).status).toBe(400);
    for (let time = 0; time < 20; time += 1) expect((await setPassword()).status).toBe(410);
    for (const answer of [await register(worksite.accessCode), await setPassword()])
      expectTooMany(answer, 15);
    await fill();
    expect(secondsPassed()).toBe(0);
  });
});
