import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import type { Answer, ErrorBody } from '../../../tests/support/caller.ts';
import { cheapPasswords, startTestServer, testNow } from '../../../tests/support/server.ts';

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
});

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
const login = (change: object = {}, address = '203.0.113.7'): Promise<Answer<ErrorBody>> =>
  nobody.post<ErrorBody>('/api/auth/login', { email, password, ...change }, from(address));
const wrong = { password: 'Sbagliata!1' };
/** Wrong sign-ins one after the other, each for another account unless said. */
async function fail(times: number, change: object, address?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push((await login({ ...wrong, ...change }, address)).status);
  }
  return statuses;
}

function expectTooMany(answer: Answer<ErrorBody>, minutes: number): void {
  expect(answer.status).toBe(429);
  expect(answer.headers['retry-after']).toBe(String(minutes * 60));
  expect(answer.body).toEqual({
    message: `Troppi tentativi. Riprova tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}.`,
    code: 'too_many_attempts',
  });
  expect(answer.cookies).toEqual([]);
}

describe('of one account', () => {
  test('ten wrong sign-ins in a quarter of an hour, then even the right password waits', async () => {
    expect(await fail(10, {})).toEqual(Array(10).fill(401));
    expectTooMany(await login(wrong), 15);
    expectTooMany(await login(), 15);
    // from elsewhere too, and however the address is written
    expectTooMany(await login({ email: ' GIULIA@example.it' }, '198.51.100.9'), 15);
    expect(verified).toBe(10);
    clock.advance(14 * 60 + 1);
    expectTooMany(await login(), 1);
    clock.advance(59);
    expect((await login()).status).toBe(200);
  });

  test('an unknown one is counted just the same', async () => {
    const unknown = { email: 'nessuno@example.it' };
    expect(await fail(10, unknown)).toEqual(Array(10).fill(401));
    expectTooMany(await login(unknown), 15);
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
    expectTooMany(await login(), 15);
  });

  test('fifty wrong sign-ins at once: ten are compared, forty wait', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login(wrong, `203.0.113.${index + 1}`)),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect(verified).toBe(10);
    for (const answer of answers.filter(({ status }) => status === 429)) expectTooMany(answer, 15);
  });
});

describe('of one network address', () => {
  const another = (index: number): object => ({ email: `persona${index}@example.it` });

  test('sixty wrong sign-ins, whatever the accounts; other addresses go on', async () => {
    for (let index = 0; index < 60; index += 1) {
      expect((await login({ ...wrong, ...another(index) })).status).toBe(401);
    }
    expectTooMany(await login({ ...wrong, ...another(60) }), 15);
    expectTooMany(await login(), 15);
    expect((await login({}, '198.51.100.9')).status).toBe(200);
    clock.advance(15 * 60);
    expect((await login()).status).toBe(200);
  });

  test('right sign-ins do not count: a whole worksite shares one', async () => {
    for (let index = 0; index < 70; index += 1) expect((await login()).status).toBe(200);
  });

  test('a hundred wrong sign-ins at once: sixty are compared', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => login({ ...wrong, ...another(index) })),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect(verified).toBe(60);
  });

  test('guessed access codes and rubbish links count with them', async () => {
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
    };
    const register = (change: object = {}): Promise<Answer<ErrorBody>> =>
      nobody.post<ErrorBody>('/api/auth/register', { ...registration, ...change }, from('203.0.113.7'));
    const setPassword = (): Promise<Answer<ErrorBody>> =>
      nobody.post<ErrorBody>(
        '/api/auth/set-password',
        { token: 'x'.repeat(43), password },
        from('203.0.113.7'),
      );
    for (let time = 0; time < 40; time += 1) expect((await register()).status).toBe(400);
    for (let time = 0; time < 20; time += 1) expect((await setPassword()).status).toBe(410);
    expectTooMany(await register(), 15);
    expectTooMany(await register({ accessCode: 'TIBURTINA-2026' }), 15);
    expectTooMany(await setPassword(), 15);
    expectTooMany(await login(), 15);
  });
});

test('a forwarded address that no proxy of ours vouches for counts for nothing', async () => {
  const direct = await startTestServer();
  for (let index = 0; index < 60; index += 1) {
    await direct.nobody.post(
      '/api/auth/login',
      { email: `persona${index}@example.it`, ...wrong },
      from(`203.0.113.${index}`),
    );
  }
  const answer = await direct.nobody.post<ErrorBody>(
    '/api/auth/login',
    { email: 'altra@example.it', ...wrong },
    from('198.51.100.9'),
  );
  expectTooMany(answer, 15);
  await direct.close();
});

test('the counters hold neither accounts nor network addresses', async () => {
  await login(wrong);
  const rows = await database.many(sql`select encode(key, 'escape') as key from attempt_counters`);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/giulia|203\.0/);
});
