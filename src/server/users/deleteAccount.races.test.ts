import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, late, type OnDuty, signInOnDuty } from '../../../tests/support/swaps.ts';

// Deleting an account concurrently with other actions: whichever comes first, nothing of it is left.

const server = await testServer();
const { database } = server;

const password = 'Segreta!2026';
const passwordHash = await server.context.passwords.hash(password);
const accessCode = 'CODICE-GARA';

interface Pair {
  /** Deletes her account; her name is unique, since people of earlier rounds may remain. */
  anna: OnDuty;
  marco: OnDuty;
  /** Her request, which he has pre-accepted. */
  own: string;
  trace: string;
}

async function pairOf(): Promise<Pair> {
  const trace = `Zz${randomUUID()}`;
  const { id: worksiteId } = await buildWorksite(server.context, { accessCode });
  const anna = await signInOnDuty(server, early, { worksiteId, passwordHash, lastName: trace });
  const marco = await signInOnDuty(server, late, { worksiteId, lastName: 'Resta' });
  const own = await anna.publishedId(anna.shiftId);
  await marco.offer(own);
  return { anna, marco, own, trace };
}

const leave = (person: OnDuty) =>
  person.call('DELETE /api/users/:id', { params: { id: person.id }, body: { password } });
const profile = { firstName: 'Nuova', contractHours: 8, enableFlexibleShifts: false, accessCode };

test.each<[string, (pair: Pair) => Promise<Answer<unknown>>]>([
  ['she confirms', ({ anna, marco, own }) => anna.confirm(own, marco.id)],
  ['he withdraws his offer', ({ marco, own }) => marco.takeBack(own)],
  [
    'she records a shift',
    ({ anna, trace }) =>
      anna.call('POST /api/shifts', { body: { date: '2026-11-27', workLocation: 'ferie', notes: trace } }),
  ],
  ['she changes her name', ({ anna, trace }) => anna.saveProfile(anna.id, { ...profile, lastName: trace })],
  [
    'she changes her password',
    ({ anna }) =>
      anna.call('POST /api/auth/change-password', {
        body: { currentPassword: password, password: 'Nuova!2026x' },
      }),
  ],
  ['she leaves once more', ({ anna }) => leave(anna)],
  ['the CEO shuts her out', async ({ anna }) => (await server.signInCeo()).setActive(anna.id, false)],
])('while %s', async (_what, meanwhile) => {
  for (let round = 0; round < 6; round += 1) {
    const pair = await pairOf();
    const { anna, trace } = pair;
    const like = `%${trace}%`;
    const [other, left] =
      round % 2 === 0
        ? await Promise.all([meanwhile(pair), leave(anna)])
        : (await Promise.all([leave(anna), meanwhile(pair)])).toReversed();
    expect(other?.status, other?.text).toBeLessThan(500);
    // refused only if the other call changed the password or ended the session first
    expect([204, 401, 403]).toContain(left?.status);
    if (left?.status !== 204) continue;
    const { count } = await database.one<{ count: number }>(sql`
      select (select count(*) from users where id = ${anna.id} and (anonymised_at is null or password_hash is not null
          or last_name <> 'collega' or is_active))
        + (select count(*) from shifts where user_id = ${anna.id})
        + (select count(*) from sessions where user_id = ${anna.id})
        + (select count(*) from notifications n where user_id = ${anna.id} or n::text like ${like})
        + (select count(*) from completed_swaps c where c::text like ${like})
        + (select count(*) from mail_outbox m where m::text like ${like})
        + (select count(*) from exchange_requests where requester_id = ${anna.id} and status = 'aperta')
        + (select count(*) from pre_acceptances where user_id = ${anna.id} and status = 'offerta') as count`);
    expect(count).toBe(0);
  }
  const violations = await violatedInvariants(database);
  // her own notifications were deleted with her
  expect(violations.filter((violation) => !violation.startsWith('both people are notified once'))).toEqual(
    [],
  );
  await database.run(sql`delete from attempt_counters`);
});
