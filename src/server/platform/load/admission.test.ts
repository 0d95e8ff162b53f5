import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../tests/support/server.ts';

// Rate limits: people by account, strangers by network.

const server = await startTestServer({
  env: { TRUST_PROXY: '127.0.0.1', PERSON_CALLS_PER_SECOND: '1', STRANGER_CALLS_PER_SECOND: '2' },
});
afterAll(() => server.close());
// independent of this machine's speed
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const refused = '429 too_many_attempts';

test('limits a stranger who calls too often, and nobody in another network', async () => {
  const call = (address: string) =>
    server.nobody.callUntyped('GET /api/worksites/available', { headers: { 'x-forwarded-for': address } });
  // an IPv6 network is a /64
  for (let count = 0; count < 20; count += 1)
    expect((await call(`2001:db8:1:2:${count}::1`)).outcome).toBe('200');
  const answer = await call('2001:db8:1:2:ffff::1');
  expect(answer.outcome).toBe(refused);
  expect(answer.headers['retry-after']).toBe('60');
  expect(answer.refusal.message).toBe('Troppi tentativi. Riprova tra un minuto.');
  expect(answer.headers['x-ratelimit-limit']).toBe(undefined);
  expect((await call('2001:db8:1:3::1')).outcome).toBe('200');
  expect((await server.nobody.callUntyped('GET /healthz')).status).toBe(200);
  vi.setSystemTime(Date.now() + 10_000);
  expect((await call('2001:db8:1:2::1')).outcome).toBe('200');
});

test('limits a person who calls too often, and no colleague at the same address', async () => {
  const giulia = await server.signIn();
  const marco = await server.signIn({ worksiteId: giulia.worksiteId });
  // the first call tells the server whose session it is
  for (const person of [giulia, marco]) expect(await person.statusOf('GET /api/auth/user')).toBe(200);
  for (let count = 0; count < 10; count += 1) expect(await giulia.statusOf('GET /api/shifts')).toBe(200);
  expect((await giulia.callUntyped('GET /api/shifts')).outcome).toBe(refused);
  expect(await marco.statusOf('GET /api/shifts')).toBe(200);
  vi.setSystemTime(Date.now() + 10_000);
  expect(await giulia.statusOf('GET /api/shifts')).toBe(200);
});
