import { afterEach, expect, test, vi } from 'vitest';
import type { BuiltUser } from '../../../../db/builders.ts';
import { buildSigner } from '../../../../tests/support/accounts.ts';
import type { Answer } from '../../../../tests/support/calls.ts';
import { cheapPasswords, startTestServer, type TestServer } from '../../../../tests/support/server.ts';

// Whose calls wait, and whose are turned away: strangers by their network, people by their account.

let server: TestServer | null = null;
let letAllGo = (): void => undefined;
afterEach(async () => {
  vi.useRealTimers();
  letAllGo();
  await server?.close();
  server = null;
});

const password = 'Turnario!2026';
const from = (address: string) => ({ 'x-forwarded-for': address });

/** A server whose passwords are compared when they are let go. */
async function startSlow(env: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  letAllGo = resolve;
  let compared = 0;
  const started = await startTestServer({
    env: { TRUST_PROXY: '127.0.0.1', ...env },
    passwords: {
      hash: cheapPasswords.hash,
      verify: async (hash, typed) => {
        compared += 1;
        await promise;
        return cheapPasswords.verify(hash, typed);
      },
    },
  });
  server = started;
  const signers: BuiltUser[] = [];
  for (let count = 0; count < 5; count += 1) signers.push(await buildSigner(started, password));
  const login = (person: number, address: string): Promise<Answer<unknown>> =>
    started.nobody.call('POST /api/auth/login', {
      body: { email: signers[person]!.email, password },
      headers: from(address),
    });
  return { ...started, login, letGo: resolve, compared: () => compared };
}

test('sign-ins of one network are three tenths of all calls at once; further ones are turned away, others and their other calls go on', async () => {
  const { login, letGo, compared, nobody } = await startSlow({ MAX_CALLS: '10' });
  // of IPv6 a network is a /64
  const first = [0, 1, 2].map((person) => login(person, `2001:db8:1:2::${person}`));
  await expect.poll(compared).toBeGreaterThan(0);
  const refused: Answer<unknown>[] = [];
  void login(3, '2001:db8:1:2:ffff::9').then((answer) => refused.push(answer));
  // at once, while the others are still compared
  await expect.poll(() => refused).toMatchObject([{ status: 429, headers: { 'retry-after': '60' } }]);
  expect(refused[0]?.refusal.code).toBe('too_many_attempts');
  const elsewhere = login(4, '2001:db8:1:3::1');
  const available = nobody.call('GET /api/worksites/available', { headers: from('2001:db8:1:2::7') });
  expect((await available).status).toBe(200);
  letGo();
  for (const answer of [...first, elsewhere]) expect((await answer).status).toBe(200);
  // those that have ended make room
  const later = await Promise.all([0, 1, 3].map((person) => login(person, '2001:db8:1:2::1')));
  expect(later.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a stranger who calls too often is turned away, and nobody of another network', async () => {
  const started = await startTestServer({
    env: { TRUST_PROXY: '127.0.0.1', STRANGER_CALLS_PER_SECOND: '1' },
    // asks no database, whose patience is not this test's
    prepare: (app) => {
      app.get('/api/prova', { config: { access: 'public' } }, async () => ({}));
    },
  });
  server = started;
  const call = async (address: string): Promise<number> =>
    (await started.nobody.callUntyped('GET /api/prova', { headers: from(address) })).status;
  for (let count = 0; count < 5; count += 1) expect(await call('203.0.113.7')).toBe(200);
  // so that those of the next seconds need no seconds
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let statuses: number[] = [];
  void Promise.all(Array.from({ length: 20 }, () => call('203.0.113.7'))).then((all) => (statuses = all));
  expect(await call('198.51.100.9')).toBe(200);
  while (statuses.length === 0) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
});
