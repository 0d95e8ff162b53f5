import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { testServer } from '../../../tests/support/server.ts';
import { notify } from '../notifications/commands.ts';
import { gatherNewsOfNext } from '../notifications/queries.mail.ts';
import { secondsAfter } from '../platform/clock.ts';

// News that several processes gather into mails at once, while more come in.

const server = await testServer();
const { database, clock, context } = server;
const people = 30;
const gatherers = 4;
const toldAt = clock.now();
const dueAt = secondsAfter(toldAt, 15 * 60);

let ids: string[];
beforeEach(async () => {
  await database.run(sql`update notifications set mail_due_at = null`);
  await database.run(sql`delete from mail_outbox`);
  const { id } = await buildWorksite(context, {});
  const rows = await database.many<{ id: string }>(sql`
    insert into users (worksite_id, email, first_name, last_name, role)
    select ${id}, 'n' || gen_random_uuid() || '@example.it', 'Nina', 'Nuova', 'operatore'
    from generate_series(1, ${people}) returning id`);
  ids = rows.map((row) => row.id);
});

const tell = (userIds: readonly string[]): Promise<void> =>
  database.transaction((tx) =>
    notify(
      tx,
      userIds.map((userId) => ({
        userId,
        personId: null,
        facts: { fact: 'nobody_left', time: '2026-12-04' },
        requestId: null,
      })),
      toldAt,
    ),
  );

/** Goes on until nobody's news are due for it. */
async function gather(): Promise<void> {
  while (await gatherNewsOfNext(database, dueAt));
}

/** Notifications of these people, by the mail they are in; in none: null. */
const mailsOf = () =>
  database.many<{ mailId: string | null; userId: string; news: number }>(sql`
    select mail_id, user_id, count(*)::int as news from notifications
    where user_id = any(${ids}::uuid[]) group by 1, 2`);

async function countMails(): Promise<number> {
  const { mails } = await database.one<{ mails: number }>(sql`
    select count(*)::int as mails from mail_outbox where user_id = any(${ids}::uuid[])`);
  return mails;
}

test('what is told while somebody gathers is in exactly one mail, then or later', async () => {
  await tell(ids);
  const tellers = ids.map(async (id, place) => {
    await tell([id, ids[(place + 7) % people]!]);
    await tell([id]);
  });
  await Promise.all([...tellers, ...Array.from({ length: gatherers }, gather)]);
  await gather();
  const mails = await mailsOf();
  expect(mails.reduce((sum, { news }) => sum + news, 0)).toBe(4 * people);
  expect(mails.filter(({ mailId }) => mailId === null)).toEqual([]);
  expect(await countMails()).toBe(mails.length);
  expect(await violatedInvariants(database)).toEqual([]);
});
