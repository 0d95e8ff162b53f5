import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { testServer } from '../../../tests/support/server.ts';
import { createTokenBuckets } from '../platform/load/tokenBuckets.ts';

const server = await testServer();
afterEach(() => server.database.run(sql`delete from attempt_counters`));

/** Has counted so many calls of a kind, all but the ones that the test makes. */
const setCounts = (attempts: number): Promise<number> =>
  server.database.run(sql`update attempt_counters set attempts = ${attempts}`);

const wish = {
  offeredShiftId: crypto.randomUUID(),
  requestedShiftType: 'notte',
  requestedDate: '2026-11-20',
} as const;

test.each([
  ['publishing', 'POST /api/exchange-requests', wish, 600],
  ['codes', 'POST /api/operations', { type: 'Case', code: '12345' }, 300],
  ['the file of one’s codes', 'GET /api/operations/export?type=OPP', undefined, 60],
])('calls that cost others something are counted: %s', async (_what, name, body, most) => {
  const { id: worksiteId } = await buildWorksite(server.context);
  const person = await server.signIn({ worksiteId, mayReviewCodes: true });
  const colleague = await server.signIn({ worksiteId, mayReviewCodes: true });
  const call = (caller = person) => caller.callUntyped(name, { body });
  expect((await call()).status).not.toBe(429);
  await setCounts(most - 1);
  expect((await call()).status).not.toBe(429);
  const refused = await call();
  expect(refused.outcome).toBe('429 too_many_attempts');
  expect(refused.headers['retry-after']).toBe('900');
  expect(refused.refusal.message).toBe('Troppi tentativi. Riprova tra 15 minuti.');
  // a colleague behind the same address goes on, and the person's other calls do
  expect((await call(colleague)).status).not.toBe(429);
  expect(await person.statusOf('GET /api/shifts')).toBe(200);
  server.clock.advance(15 * 60);
  expect((await call()).status).not.toBe(429);
});

describe('a bucket of tokens', () => {
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

  test('what is not there yet is reserved up to the longest wait, and owed', () => {
    let now = 0;
    const buckets = createTokenBuckets({ perSecond: 2, burst: 1 }, () => now);
    expect([buckets.reserve('a', 500), buckets.reserve('a', 500)]).toEqual([0, 500]);
    expect([buckets.reserve('a', 999), buckets.reserve('a', 1000)]).toEqual([null, 1000]);
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
