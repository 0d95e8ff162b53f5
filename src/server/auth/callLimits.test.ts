import sql from 'sql-template-tag';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { callerOf, outcomeOf } from '../../../tests/support/caller.ts';
import { startSecondServer, startTestServer, testServer } from '../../../tests/support/server.ts';
import { createTokenBuckets } from '../platform/load/tokenBuckets.ts';

const server = await testServer();
afterEach(() => server.database.run(sql`delete from attempt_counters`));

/** Has counted so many calls of a kind, all but the ones that the test makes. */
const setCounts = (attempts: number): Promise<number> =>
  server.database.run(sql`update attempt_counters set attempts = ${attempts}`);

describe('calls that cost others something are counted', () => {
  test.each([
    ['publishing', 'POST', '/api/exchange-requests', 600],
    ['codes', 'POST', '/api/operations', 300],
    ['the file of one’s codes', 'GET', '/api/operations/export?type=OPP', 60],
  ] as const)('%s', async (_what, method, path, most) => {
    const worksite = await buildWorksite(server.context);
    const [person, colleague] = [
      await server.signIn({ worksiteId: worksite.id, mayReviewCodes: true }),
      await server.signIn({ worksiteId: worksite.id, mayReviewCodes: true }),
    ];
    const body =
      path === '/api/operations'
        ? { type: 'Case', code: '12345' }
        : { offeredShiftId: crypto.randomUUID(), requestedShiftType: 'notte', requestedDate: '2026-11-20' };
    const payload = method === 'POST' ? body : undefined;
    expect((await person.callUntyped(`${method} ${path}`, { body: payload })).status).not.toBe(429);
    await setCounts(most - 1);
    expect((await person.callUntyped(`${method} ${path}`, { body: payload })).status).not.toBe(429);
    const refused = await person.callUntyped(`${method} ${path}`, { body: payload });
    expect(outcomeOf(refused)).toBe('429 too_many_attempts');
    expect(refused.headers['retry-after']).toBe('900');
    expect(refused.refusal.message).toBe('Troppi tentativi. Riprova tra 15 minuti.');
    // a colleague behind the same address goes on, and the person's other calls do
    expect((await colleague.callUntyped(`${method} ${path}`, { body: payload })).status).not.toBe(429);
    expect(await person.statusOf('GET /api/shifts')).toBe(200);
    server.clock.advance(15 * 60);
    expect((await person.callUntyped(`${method} ${path}`, { body: payload })).status).not.toBe(429);
  });

  test('calls that cost others something are counted by all processes together', async () => {
    const second = await startSecondServer(server);
    const person = await server.signIn();
    const there = callerOf(second.app, second.context.settings, person.token);
    const publish = {
      offeredShiftId: crypto.randomUUID(),
      requestedShiftType: 'notte',
      requestedDate: '2026-11-20',
    } as const;
    const send = (at: number) =>
      (at % 2 === 0 ? person : there).call('POST /api/exchange-requests', { body: publish });
    await send(0);
    await setCounts(590);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    await second.close();
  });

  test('failed sign-ins too, and a whole worksite behind one address still gets in', async () => {
    const second = await startSecondServer(server);
    const servers = [server, second] as const;
    const wrong = (at: number, email: string) =>
      servers[at % 2]!.nobody.call('POST /api/auth/login', { body: { email, password: 'Sbagliata!1' } });
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await wrong(at, 'uno@example.it')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    // 80 colleagues sign in at the change of shift: what succeeds is not counted
    const passwordHash = await server.context.passwords.hash('Turnario!2026');
    const worksite = await buildWorksite(server.context);
    const people = await Promise.all(
      Array.from({ length: 80 }, () => server.signIn({ worksiteId: worksite.id, passwordHash })),
    );
    for (const [at, { email }] of people.entries()) {
      const { status } = await servers[at % 2]!.nobody.call('POST /api/auth/login', {
        body: { email, password: 'Turnario!2026' },
      });
      expect(status).toBe(200);
    }
    await second.close();
  });
});

describe('all calls of one person, in one process', () => {
  test('a program in a loop is stopped, others are not', async () => {
    // with the limit that a server has in service
    const limited = await startTestServer({ env: { PERSON_CALLS_PER_SECOND: '50' } });
    const looping = await limited.signIn();
    const colleague = await limited.signIn({ worksiteId: looping.worksiteId });
    const statuses = new Map<number, number>();
    for (let call = 0; call < 4000 && !statuses.has(429); call += 1) {
      const { status, headers } = await looping.call('GET /api/auth/user');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) expect(headers['retry-after']).toBe('60');
    }
    expect(statuses.get(429)).toBe(1);
    expect(statuses.get(200)).toBeGreaterThanOrEqual(500);
    expect(await colleague.statusOf('GET /api/auth/user')).toBe(200);
    await limited.close();
  });

  test('so many at once, then as fast as it refills; each key for itself', () => {
    let now = 0;
    const buckets = createTokenBuckets({ perSecond: 2, burst: 3 }, () => now);
    const taken = (key: string, times: number): boolean[] =>
      Array.from({ length: times }, () => buckets.take(key));
    expect(taken('a', 4)).toEqual([true, true, true, false]);
    expect(taken('b', 1)).toEqual([true]);
    now = 499;
    expect(taken('a', 1)).toEqual([false]);
    now = 1000;
    expect(taken('a', 3)).toEqual([true, true, false]);
    now = 1_000_000;
    expect(taken('a', 4)).toEqual([true, true, true, false]);
  });

  test('who has called is forgotten once all may be called again, and not before', () => {
    let now = 0;
    const forget = vi.spyOn(Map.prototype, 'delete');
    const buckets = createTokenBuckets({ perSecond: 1, burst: 2 }, () => now);
    buckets.take('early');
    now = 1500;
    expect([buckets.take('late'), buckets.take('late')]).toEqual([true, true]);
    expect(forget).not.toHaveBeenCalled();
    now = 2000;
    buckets.take('other');
    expect(forget.mock.calls).toEqual([['early']]);
    expect(buckets.take('late')).toBe(false);
    // looked through no more often than it takes to refill
    now = 3999;
    buckets.take('again');
    expect(forget.mock.calls).toEqual([['early']]);
    now = 4000;
    buckets.take('again');
    expect(forget.mock.calls).toEqual([['early'], ['late'], ['other']]);
  });

  test('what is not there yet is reserved up to the longest wait, and owed', () => {
    let now = 0;
    const buckets = createTokenBuckets({ perSecond: 2, burst: 1 }, () => now);
    expect([buckets.reserve('a', 500), buckets.reserve('a', 500)]).toEqual([0, 500]);
    expect(buckets.reserve('a', 999)).toBeNull();
    expect(buckets.reserve('a', 1000)).toBe(1000);
    now = 1000;
    expect(buckets.take('a')).toBe(false);
    now = 1500;
    expect([buckets.take('a'), buckets.take('a')]).toEqual([true, false]);
  });

  test('a crowd of keys does not lift the limit of who is at it', () => {
    let now = 0;
    const buckets = createTokenBuckets({ perSecond: 1, burst: 1 }, () => now);
    expect([buckets.take('a'), buckets.take('a')]).toEqual([true, false]);
    for (let key = 0; key < 30_000; key += 1) buckets.take(String(key));
    expect(buckets.take('a')).toBe(false);
    now = 1000;
    expect(buckets.take('a')).toBe(true);
  });
});
