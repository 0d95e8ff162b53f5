import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import { type Answer, outcomeOf } from '../../../tests/support/caller.ts';
import { cheapPasswords, startTestServer, testNow } from '../../../tests/support/server.ts';
import { startSteadyUpkeep } from '../../../tests/support/upkeep.ts';
import { secondsAfter, secondsBetween } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { keyOf, ofNetwork } from './commands.attempts.ts';
import { takeTurn } from './queries.attempts.ts';
import { insertPasswordLink } from './queries.ts';

let verified = 0;
const server = await startTestServer({
  // the network address of a call is what the proxy says it is
  env: { TRUST_PROXY: '127.0.0.1' },
  passwords: {
    hash: cheapPasswords.hash,
    verify: (storedHash, password) => {
      verified += 1;
      return cheapPasswords.verify(storedHash, password);
    },
  },
});
afterAll(() => server.close());
const { nobody, database, clock, context } = server;

const password = 'Turnario!2026';
const email = 'giulia@example.it';
const passwordHash = await cheapPasswords.hash(password);
await buildUser(context, { email, passwordHash });
const worksite = await buildWorksite(context, { accessCode: 'TIBURTINA-2026' });

beforeEach(async () => {
  clock.set(testNow);
  verified = 0;
  await database.run(sql`delete from attempt_counters`);
  await database.run(sql`delete from known_devices`);
});

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
const login = (change: object = {}, address = '203.0.113.7'): Promise<Answer<unknown>> =>
  nobody.call('POST /api/auth/login', { body: { email, password, ...change }, headers: from(address) });
const wrong = { password: 'Sbagliata!1' };
/** Wrong sign-ins one after the other, each for another account unless said. */
async function fail(times: number, change: object, address?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push((await login({ ...wrong, ...change }, address)).status);
  }
  return statuses;
}

function expectTooMany(answer: Answer<unknown>, minutes: number): void {
  expect(answer.status).toBe(429);
  expect(answer.headers['retry-after']).toBe(String(minutes * 60));
  expect(answer.body).toEqual({
    message: `Troppi tentativi. Riprova tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}.`,
    code: 'too_many_attempts',
  });
  expect(answer.cookies).toEqual([]);
}

describe('of one account', () => {
  test('ten wrong sign-ins are compared at once, then each waits longer than the one before, never for good', async () => {
    expect(await fail(10, {})).toEqual(Array(10).fill(401));
    // even the right one, from elsewhere too, and however the address is written
    for (const change of [wrong, {}, { email: ' GIULIA@example.it' }]) {
      expectTooMany(await login(change, '198.51.100.9'), 1);
    }
    expect(verified).toBe(10);
    for (const wait of [15, 30, 60, 90, 90]) {
      clock.advance(wait - 1);
      expectTooMany(await login(), 1);
      clock.advance(1);
      expect((await login(wrong)).status).toBe(401);
    }
    expectTooMany(await login(), 2);
    clock.advance(90);
    expect((await login()).status).toBe(200);
    expect(await fail(10, {})).toEqual(Array(10).fill(401));
  });

  test('a quarter of an hour without attempts is forgotten', async () => {
    await fail(10, {});
    clock.advance(15);
    await fail(1, {});
    clock.advance(15 * 60);
    expect(await fail(10, {})).toEqual(Array(10).fill(401));
    expectTooMany(await login(), 1);
  });

  test('an unknown one is counted just the same', async () => {
    const unknown = { email: 'nessuno@example.it' };
    expect(await fail(10, unknown)).toEqual(Array(10).fill(401));
    expectTooMany(await login(unknown), 1);
  });

  test('another account is not held up', async () => {
    await buildUser(context, { email: 'marco@example.it', passwordHash });
    await fail(11, {});
    expect((await login({ email: 'marco@example.it' })).status).toBe(200);
  });

  test('a right sign-in in between clears the count', async () => {
    await fail(9, {});
    expect((await login()).status).toBe(200);
    expect(await fail(10, {})).toEqual(Array(10).fill(401));
    expectTooMany(await login(), 1);
  });

  test('fifty wrong sign-ins at once: ten are compared, forty wait', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login(wrong, `203.0.113.${index + 1}`)),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect(verified).toBe(10);
    for (const answer of answers.filter(({ status }) => status === 429)) expectTooMany(answer, 1);
  });
});

describe('of one network address', () => {
  const another = (index: number) => ({ email: `persona${index}@example.it` });

  const secondsPassed = (): number => secondsBetween(testNow, clock.now());
  const fill = async (): Promise<void> => {
    for (let index = 0; index < 60; index += 1) {
      expect((await login({ ...wrong, ...another(index) })).status).toBe(401);
    }
  };

  test('after sixty wrong sign-ins a second passes before each further one, and nobody is refused', async () => {
    await fill();
    expect(secondsPassed()).toBe(0);
    expect(await fail(3, another(60))).toEqual([401, 401, 401]);
    for (let time = 0; time < 3; time += 1) expect((await login()).status).toBe(200);
    expect(secondsPassed()).toBe(5);
    // other addresses do not wait
    expect((await login({}, '198.51.100.9')).status).toBe(200);
    expect(secondsPassed()).toBe(5);
    clock.advance(15 * 60);
    await fail(10, another(61));
    expect(secondsPassed()).toBe(5 + 15 * 60);
  });

  test('what a network guesses beyond its number is charged to no account elsewhere', async () => {
    await fill();
    expect(await fail(10, {})).toEqual(Array(10).fill(401));
    // there, it is as slow as ever to guess at one account
    expectTooMany(await login(wrong), 1);
    expectTooMany(await login(), 1);
    expect(await fail(9, {}, '198.51.100.9')).toEqual(Array(9).fill(401));
    expect((await login({}, '198.51.100.9')).status).toBe(200);
    clock.advance(15);
    expect((await login()).status).toBe(200);
    // the right password has cleared what was counted there
    expect(await fail(10, {})).toEqual(Array(10).fill(401));
  });

  test('an account that everybody must wait for makes such a network wait, too', async () => {
    await fail(10, {}, '198.51.100.9');
    await fill();
    expectTooMany(await login(), 1);
    clock.advance(15);
    expect((await login()).status).toBe(200);
  });

  describe('while its attempts wait', () => {
    /** Nobody's turn comes; resolves once so many wait for theirs. */
    function holdTurns(networks: number) {
      const waiting = Promise.withResolvers<void>();
      const turns = Promise.withResolvers<void>();
      let left = networks;
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
    const networks = Array.from({ length: 6 }, (_, index) => `192.0.2.${index}`);
    const fillAll = (): Promise<unknown> =>
      database.run(sql`
        insert into attempt_counters (key, window_started_at, attempts)
        select key, ${testNow}, 60 from unnest(${networks.map((network) => keyOf(ofNetwork(network)))}::bytea[]) key`);

    test('nothing of what others need is held', async () => {
      await fillAll();
      const { waiting, come } = holdTurns(networks.length);
      const slow = networks.map((network) => login({}, network));
      await waiting;
      expect(database.load()).toMatchObject({ waiting: 0 });
      expect((await login({}, '198.51.100.9')).status).toBe(200);
      expect((await login(wrong, '198.51.100.10')).status).toBe(401);
      come();
      expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    });

    test('so many wait that each is answered, and one more reads when to come back', async () => {
      await fillAll();
      const { waiting, come } = holdTurns(31);
      const slow = Array.from({ length: 31 }, (_, index) =>
        login({ ...wrong, ...another(index) }, networks[0]),
      );
      await waiting;
      expectTooMany(await login({}, networks[0]), 1);
      // another network has a line of its own
      const elsewhere = login({}, networks[1]);
      await expect.poll(() => vi.mocked(clock.waitUntil).mock.calls.length).toBe(32);
      come();
      expect((await elsewhere).status).toBe(200);
      expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(31).fill(401));
      clock.advance(31);
      expect((await login({}, networks[0])).status).toBe(200);
    });

    test('no more wait in a process than leave room for the other calls', async () => {
      await fillAll();
      const { waiting, come } = holdTurns(150);
      const slow = Array.from({ length: 180 }, (_, index) => login(another(index), networks[index % 6]));
      await waiting;
      const answered: string[] = [];
      for (const answer of slow) void answer.then((one) => answered.push(outcomeOf(one)));
      await expect.poll(() => answered).toEqual(Array(30).fill('503 overloaded'));
      expect((await login({}, '198.51.100.9')).status).toBe(200);
      come();
      const statuses = (await Promise.all(slow)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([...Array(150).fill(401), ...Array(30).fill(503)]);
    });
  });

  test('right sign-ins do not count: a whole worksite shares one', async () => {
    for (let index = 0; index < 70; index += 1) expect((await login()).status).toBe(200);
  });

  test('a hundred wrong sign-ins at once: sixty are compared, and then one a second', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => login({ ...wrong, ...another(index) })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(401));
    expect(verified).toBe(100);
    expect(secondsPassed()).toBe(39);
  });

  test('no second is taken twice, by however many at once', async () => {
    const key = keyOf(ofNetwork('203.0.113.7'));
    const turns = await Promise.all(Array.from({ length: 30 }, () => takeTurn(database, key, testNow)));
    expect(turns.toSorted()).toEqual(turns.map((_, second) => secondsAfter(testNow, second)));
    // left by a clock that was ahead
    await database.run(
      sql`update attempt_counters set window_started_at = window_started_at + interval '1 day'`,
    );
    expect(await takeTurn(database, key, testNow)).toBe(testNow);
  });

  test('IPv6: a network of 64 bits, not each of its addresses', async () => {
    for (let index = 0; index < 62; index += 1) {
      await login({ ...wrong, ...another(index) }, `2001:db8:7:1:${index.toString(16)}::1`);
    }
    expect(secondsPassed()).toBe(1);
    expect((await login({}, '2001:db8:7:2::1')).status).toBe(200);
    expect(secondsPassed()).toBe(1);
  });

  test('links: three for a mail address, twenty from a network, whatever the addresses', async () => {
    const ask = (index: number, address: string) =>
      nobody.call('POST /api/auth/request-password-link', { body: another(index), headers: from(address) });
    for (let time = 0; time < 3; time += 1) {
      expect((await ask(0, `198.51.100.${time}`)).status).toBe(202);
    }
    expectTooMany(await ask(0, '198.51.100.9'), 15);
    for (let index = 1; index <= 20; index += 1) expect((await ask(index, '203.0.113.7')).status).toBe(202);
    expectTooMany(await ask(21, '203.0.113.7'), 15);
    // those that were refused count for nobody
    for (let time = 0; time < 3; time += 1) {
      expect((await ask(21, '198.51.100.9')).status).toBe(202);
    }
    clock.advance(15 * 60);
    expect((await ask(21, '203.0.113.7')).status).toBe(202);
  });

  test('links asked from one /64 are of one network', async () => {
    const ask = (index: number) =>
      nobody.call('POST /api/auth/request-password-link', {
        body: another(index),
        headers: from(`2001:db8:9:1::${(index + 1).toString(16)}`),
      });
    for (let index = 0; index < 20; index += 1) expect((await ask(index)).status).toBe(202);
    expectTooMany(await ask(20), 15);
  });

  test('guessed access codes and rubbish links are counted by themselves', async () => {
    const registration = {
      email: 'nuova@example.it',
      password,
      firstName: 'Nuova',
      lastName: 'Persona',
      worksiteId: worksite.id,
      acceptedTerms: true,
      accessCode: 'INDOVINO',
      role: 'operatore',
      contractHours: 8,
    } as const;
    const register = (change: object = {}): Promise<Answer<unknown>> =>
      nobody.call('POST /api/auth/register', {
        body: { ...registration, ...change },
        headers: from('203.0.113.7'),
      });
    const setPassword = (): Promise<Answer<unknown>> =>
      nobody.call('POST /api/auth/set-password', {
        body: { token: 'x'.repeat(43), password },
        headers: from('203.0.113.7'),
      });
    for (let time = 0; time < 40; time += 1) expect((await register()).status).toBe(400);
    for (let time = 0; time < 20; time += 1) expect((await setPassword()).status).toBe(410);
    expectTooMany(await register(), 15);
    expectTooMany(await register({ accessCode: 'TIBURTINA-2026' }), 15);
    expectTooMany(await setPassword(), 15);
    expect((await login()).status).toBe(200);
    await fill();
    expect(secondsPassed()).toBe(0);
  });
});

test('a forwarded address that no proxy of ours vouches for counts for nothing', async () => {
  const direct = await startTestServer();
  for (let index = 0; index < 61; index += 1) {
    await direct.nobody.call('POST /api/auth/login', {
      body: { email: `persona${index}@example.it`, ...wrong },
      headers: from(`203.0.113.${index}`),
    });
  }
  const now = direct.clock.now();
  await direct.nobody.call('POST /api/auth/login', {
    body: { email: 'altra@example.it', ...wrong },
    headers: from('198.51.100.9'),
  });
  expect(secondsBetween(now, direct.clock.now())).toBe(1);
  await direct.close();
});

describe('an attack from one address on many accounts', () => {
  const emails = Array.from({ length: 61 }, (_, index) => `vittima${index}@example.it`);
  const deviceOf = ({ cookies }: Answer<unknown>): Record<string, string> => ({
    cookie: `turnario-device=${cookies.find(({ name }) => name === 'turnario-device')?.value}`,
  });
  const attack = '192.0.2.66';
  const attacked = async (): Promise<void> => {
    const answers = [];
    for (let call = 0; call < 671; call += 1) {
      answers.push((await login({ ...wrong, email: emails[call % 61] }, attack)).status);
    }
    expect(answers).toEqual(Array(671).fill(401));
    expect(secondsBetween(testNow, clock.now())).toBe(610);
  };
  const loginWith = (headers: Record<string, string>, change: object, address = attack) =>
    nobody.call('POST /api/auth/login', {
      body: { email, password, ...change },
      headers: { ...from(address), ...headers },
    });

  test('an attack from one address on many accounts keeps out nobody: not elsewhere, and not there in a browser they know', async () => {
    for (const victim of emails) await buildUser(context, { email: victim, passwordHash });
    const known = deviceOf(await login({ email: emails[7] }));
    verified = 0;
    await attacked();
    for (const victim of emails) expect((await login({ email: victim }, '198.51.100.9')).status).toBe(200);
    const since = clock.now();
    expect((await loginWith(known, { email: emails[7] })).status).toBe(200);
    expect(clock.now()).toBe(since);
    // who is a stranger there waits a turn
    expect((await loginWith(known, { email: emails[8] })).status).toBe(200);
    expect((await login({ email: emails[7] }, attack)).status).toBe(200);
    expect(secondsBetween(since, clock.now())).toBe(2);
  });

  test('a call that is refused writes nothing', async () => {
    const counters = () =>
      database.many(sql`select encode(key, 'hex') as key, attempts, xmin::text, xmax::text
      from attempt_counters order by key`);
    await fail(10, {});
    const waiting = await counters();
    expectTooMany(await login({}, '198.51.100.9'), 1);
    expect(await counters()).toEqual(waiting);
  });

  test('signed-out callers’ failures from many addresses never keep a known browser out', async () => {
    const known = deviceOf(await login());
    for (let index = 0; index < 12; index += 1) await login(wrong, `203.0.113.${index}`);
    expectTooMany(await login({}, '198.51.100.9'), 1);
    expect((await loginWith(known, {})).status).toBe(200);
    // which does not open the account to the others again
    expectTooMany(await login({}, '198.51.100.9'), 1);
  });

  test('ten failures in a known browser make it wait, and nobody else', async () => {
    const known = deviceOf(await login());
    for (let time = 0; time < 10; time += 1) expect((await loginWith(known, wrong)).status).toBe(401);
    expectTooMany(await loginWith(known, {}), 15);
    expect((await login()).status).toBe(200);
    clock.advance(15 * 60);
    expect((await loginWith(known, {})).status).toBe(200);
  });

  test('a browser is known to whoever signed in with it, for 180 days, ten of them a person', async () => {
    const first = deviceOf(await login());
    // a second person of the same browser takes no other name
    await buildUser(context, { email: 'sara@example.it', passwordHash });
    expect(deviceOf(await loginWith(first, { email: 'sara@example.it' }))).toEqual(first);
    // a name that was never given is not taken on
    const planted = { cookie: `turnario-device=${'x'.repeat(43)}` };
    expect(deviceOf(await loginWith(planted, {}))).not.toEqual(planted);
    const isKnown = sql`
      select count(*)::int as known from known_devices d join users u on u.id = d.user_id where u.email = ${email}`;
    for (let time = 0; time < 12; time += 1) {
      clock.advance(1);
      await login();
    }
    expect(await database.one(isKnown)).toEqual({ known: 10 });
    for (let time = 0; time < 12; time += 1) await login(wrong, `203.0.113.${time}`);
    expectTooMany(await loginWith(first, {}, '198.51.100.9'), 1);
    const upkeep = await startSteadyUpkeep(context);
    clock.advance(180 * 24 * 3600 + 1);
    await upkeep.run();
    await upkeep.stop();
    expect(await database.one(isKnown)).toEqual({ known: 0 });
  });
});

describe('a new password', () => {
  const link = async (userId: string): Promise<string> => {
    const token = newToken();
    const now = clock.now();
    const expiresAt = secondsAfter(now, 1800);
    await insertPasswordLink(database, { tokenHash: hashToken(token), userId, now, expiresAt });
    return token;
  };

  test('a new password by a link lets its person in at once, from an address and on an account that are full', async () => {
    const victim = await buildUser(context, { email: 'colpita@example.it', passwordHash });
    await fail(60, { email: 'altra@example.it' }, '192.0.2.66');
    for (let index = 0; index < 60; index += 1) {
      await login({ ...wrong, email: `persona${index}@example.it` }, '192.0.2.66');
    }
    for (let index = 0; index < 12; index += 1) {
      await login({ ...wrong, email: victim.email }, `203.0.113.${index}`);
    }
    expect((await login({ email: victim.email }, '198.51.100.9')).status).toBe(429);
    const typed = 'Nuova!2026x';
    const answer = await nobody.call('POST /api/auth/set-password', {
      body: { token: await link(victim.id), password: typed },
      headers: from('192.0.2.66'),
    });
    expect(answer.status).toBe(204);
    const again = { email: victim.email, password: typed };
    expect((await login(again, '198.51.100.9')).status).toBe(200);
    const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect(
      await nobody.statusOf('POST /api/auth/login', {
        body: again,
        headers: { ...from('192.0.2.66'), cookie },
      }),
    ).toBe(200);
  });

  test('a new password in the profile forgets the failures of others, and the browsers that knew the old one', async () => {
    const person = await server.signIn({ email: 'cambia@example.it', passwordHash });
    const old = await login({ email: person.email });
    const cookie = old.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    await fail(10, { email: person.email });
    expectTooMany(await login({ email: person.email }), 1);
    const change = { currentPassword: password, password: 'Nuova!2026x' };
    expect(await person.statusOf('POST /api/auth/change-password', { body: change })).toBe(204);
    expect((await login({ email: person.email, password: change.password })).status).toBe(200);
    await fail(10, { email: person.email });
    const again = { email: person.email, password: change.password };
    expect(await nobody.statusOf('POST /api/auth/login', { body: again, headers: { cookie } })).toBe(429);
  });
});

describe('a clock that was ahead', () => {
  test('left counters of the future behind: they count for nothing', async () => {
    await fail(10, {});
    for (let index = 0; index < 60; index += 1)
      await login({ ...wrong, email: `persona${index}@example.it` });
    await database.run(
      sql`update attempt_counters set window_started_at = window_started_at + interval '60 days'`,
    );
    expect((await login()).status).toBe(200);
    expect(await fail(10, {})).toEqual(Array(10).fill(401));
    expectTooMany(await login(), 1);
  });

  test('a clock that was ahead by a minute at most is another server’s', async () => {
    await fail(10, {});
    await database.run(
      sql`update attempt_counters set window_started_at = window_started_at + interval '60 seconds'`,
    );
    expectTooMany(await login(), 2);
    await database.run(
      sql`update attempt_counters set window_started_at = window_started_at + interval '1 second'`,
    );
    expect((await login()).status).toBe(200);
  });

  test('a clock that was ahead leaves nothing behind that upkeep does not remove', async () => {
    await login(wrong);
    await database.run(
      sql`update attempt_counters set window_started_at = window_started_at + interval '60 days'`,
    );
    const upkeep = await startSteadyUpkeep(context);
    await upkeep.run();
    await upkeep.stop();
    expect(await database.many(sql`select 1 from attempt_counters`)).toEqual([]);
  });
});

test('the counters hold neither accounts nor network addresses', async () => {
  await login(wrong);
  const rows = await database.many(sql`select encode(key, 'escape') as key from attempt_counters`);
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/giulia|203\.0/);
});
