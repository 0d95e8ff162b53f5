import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildSigner, giveLink } from '../../../tests/support/accounts.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { cheapPasswords, testServer } from '../../../tests/support/server.ts';
import { startSteadyUpkeep } from '../../../tests/support/upkeep.ts';

// Attempts on one account, from known and unknown browsers; per network: commands.attempts.network.test.ts.

let verified = 0;
const server = await testServer({
  // the proxy states a call's network address
  env: { TRUST_PROXY: '127.0.0.1' },
  passwords: {
    hash: cheapPasswords.hash,
    verify: (storedHash, password) => {
      verified += 1;
      return cheapPasswords.verify(storedHash, password);
    },
  },
});
const { nobody, database, clock } = server;

const password = 'Turnario!2026';
const email = 'giulia@example.it';
await buildSigner(server, password, { email });

beforeEach(async () => {
  verified = 0;
  await database.run(sql`delete from attempt_counters`);
  await database.run(sql`delete from known_devices`);
});

const elsewhere = '198.51.100.9';
const login = (change: object = {}, address = '203.0.113.7', cookie = ''): Promise<Answer<unknown>> =>
  nobody.call('POST /api/auth/login', {
    body: { email, password, ...change },
    headers: { 'x-forwarded-for': address, cookie },
  });
const wrong = { password: 'Sbagliata!1' };
/** Makes wrong sign-ins one after the other, each refused as wrong. */
async function fail(times: number, change: object = {}, cookie = ''): Promise<void> {
  for (let time = 0; time < times; time += 1)
    expect((await login({ ...wrong, ...change }, `203.0.113.${time}`, cookie)).status).toBe(401);
}
const cookieOf = ({ cookies }: Answer<unknown>): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

function expectTooMany(answer: Answer<unknown>, minutes: number): void {
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, String(minutes * 60)]);
  const wait = minutes === 1 ? 'un minuto' : `${minutes} minuti`;
  expect(answer.body).toEqual({
    message: `Troppi tentativi. Riprova tra ${wait}.`,
    code: 'too_many_attempts',
  });
  expect(answer.cookies).toEqual([]);
}

describe('attempts on one account', () => {
  test('ten are checked at once, then each waits longer than the one before, never locked out', async () => {
    await fail(10);
    // even the right one, also from elsewhere, in any spelling of the address
    for (const change of [wrong, {}, { email: ' GIULIA@example.it' }])
      expectTooMany(await login(change, elsewhere), 1);
    expect(verified).toBe(10);
    for (const wait of [15, 30, 60, 90, 90]) {
      expectTooMany(await login(), Math.ceil(wait / 60));
      clock.advance(wait - 1);
      expectTooMany(await login(), 1);
      clock.advance(1);
      expect((await login(wrong)).status).toBe(401);
    }
    expectTooMany(await login(), 2);
    clock.advance(90);
    // the right password clears the counter
    expect((await login()).status).toBe(200);
    await fail(10);
  });

  test('a quarter of an hour without attempts resets the counter; unknown accounts count the same', async () => {
    for (const change of [{}, { email: 'nessuno@example.it' }]) {
      await fail(10, change);
      clock.advance(15);
      await fail(1, change);
      clock.advance(15 * 60);
      await fail(10, change);
      expectTooMany(await login(change), 1);
    }
  });

  test('of fifty concurrent ones ten are checked, forty wait', async () => {
    const attempts = Array.from({ length: 50 }, (_, index) => login(wrong, `203.0.113.${index + 1}`));
    const refused = (await Promise.all(attempts)).filter(({ status }) => status !== 401);
    expect([verified, refused.length]).toEqual([10, 40]);
    for (const answer of refused) expectTooMany(answer, 1);
  });

  test('a refused one writes nothing', async () => {
    const counters = () =>
      database.many(sql`select encode(key, 'hex') as key, attempts, xmin::text, xmax::text
      from attempt_counters order by key`);
    await fail(10);
    const waiting = await counters();
    expectTooMany(await login({}, elsewhere), 1);
    expect(await counters()).toEqual(waiting);
  });
});

describe('a browser known to the account', () => {
  test('is not blocked by others’ failures, and unblocks nobody else', async () => {
    const known = cookieOf(await login());
    await fail(10);
    expectTooMany(await login({}, elsewhere), 1);
    expect((await login({}, elsewhere, known)).status).toBe(200);
    expectTooMany(await login({}, elsewhere), 1);
  });

  test('waits after ten failures of its own; nobody else does', async () => {
    const known = cookieOf(await login());
    await fail(10, {}, known);
    expectTooMany(await login({}, elsewhere, known), 15);
    expect((await login()).status).toBe(200);
    clock.advance(15 * 60);
    expect((await login({}, elsewhere, known)).status).toBe(200);
  });

  test('has one token for all its people, made by the server; ten are known per person', async () => {
    const deviceOf = ({ cookies }: Answer<unknown>) =>
      cookies.find(({ name }) => name === 'turnario-device')?.value;
    const first = await login();
    await buildSigner(server, password, { email: 'sara@example.it' });
    const second = await login({ email: 'sara@example.it' }, elsewhere, cookieOf(first));
    expect(deviceOf(second)).toBe(deviceOf(first));
    const planted = 'x'.repeat(43);
    expect(deviceOf(await login({}, elsewhere, `turnario-device=${planted}`))).not.toBe(planted);
    for (let time = 0; time < 12; time += 1) {
      clock.advance(1);
      await login();
    }
    const known = await database.many(sql`
      select from known_devices d join users u on u.id = d.user_id where u.email = ${email}`);
    expect(known).toHaveLength(10);
    await fail(10);
    expectTooMany(await login({}, elsewhere, cookieOf(first)), 1);
  });
});

describe('a new password', () => {
  test('set by a link lets its person in at once, even if address and account are at their limits', async () => {
    const victim = await buildSigner(server, password);
    const attacker = '192.0.2.66';
    for (let index = 0; index < 60; index += 1)
      await login({ ...wrong, email: `persona${index}@example.it` }, attacker);
    await fail(10, { email: victim.email });
    expectTooMany(await login({ email: victim.email }, elsewhere), 1);
    const body = { token: await giveLink(server, victim.id), password: 'Nuova!2026x' };
    const headers = { 'x-forwarded-for': attacker };
    const answer = await nobody.call('POST /api/auth/set-password', { body, headers });
    expect(answer.status).toBe(204);
    const again = { email: victim.email, password: body.password };
    expect((await login(again, elsewhere)).status).toBe(200);
    expect((await login(again, attacker, cookieOf(answer))).status).toBe(200);
  });

  test('set in the profile resets others’ failures and the browsers that knew the old one', async () => {
    const person = await server.signInAs(await buildSigner(server, password));
    const known = cookieOf(await login({ email: person.email }));
    await fail(10, { email: person.email });
    const change = { currentPassword: password, password: 'Nuova!2026x' };
    expect(await person.statusOf('POST /api/auth/change-password', { body: change })).toBe(204);
    const again = { email: person.email, password: change.password };
    expect((await login(again)).status).toBe(200);
    await fail(10, { email: person.email });
    expectTooMany(await login(again, elsewhere, known), 1);
  });
});

const shift = (interval: string) =>
  database.run(
    sql`update attempt_counters set window_started_at = window_started_at + ${interval}::interval`,
  );

test('counters from a clock over a minute ahead are ignored and removed by upkeep', async () => {
  await fail(10);
  await shift('60 seconds');
  // from another server
  expectTooMany(await login(), 2);
  await shift('1 second');
  expect((await login()).status).toBe(200);
  await fail(10);
  expectTooMany(await login(), 1);
  await shift('60 days');
  const upkeep = await startSteadyUpkeep(server.context);
  await upkeep.run();
  await upkeep.stop();
  expect(await database.many(sql`select 1 from attempt_counters`)).toEqual([]);
});
