import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { testServer } from '../../../tests/support/server.ts';

const server = await testServer();
afterEach(() => server.database.run(sql`delete from attempt_counters`));

/** Sets the counter of this kind of call, to just before the calls the test makes. */
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
  // a colleague behind the same address is unaffected, as are the person's other calls
  expect((await call(colleague)).status).not.toBe(429);
  expect(await person.statusOf('GET /api/shifts')).toBe(200);
  server.clock.advance(15 * 60);
  expect((await call()).status).not.toBe(429);
});
