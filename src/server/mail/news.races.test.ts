import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { buildUser } from '../../../db/builders.ts';
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

const tell = (userIds: readonly string[]): Promise<void> => {
  const facts = { fact: 'nobody_left', time: '2026-12-04' } as const;
  const told = userIds.map((userId) => ({ userId, personId: null, facts, requestId: null }));
  return database.transaction((tx) => notify(tx, told, toldAt));
};

/** Goes on until nobody's news are due for it. */
async function gather(): Promise<void> {
  while (await gatherNewsOfNext(database, dueAt));
}

test('what is told while somebody gathers is in exactly one mail, then or later', async () => {
  const built = await Promise.all(Array.from({ length: people }, () => buildUser(context)));
  const ids = built.map(({ id }) => id);
  await tell(ids);
  const tellers = ids.map(async (id, place) => {
    await tell([id, ids[(place + 7) % people]!]);
    await tell([id]);
  });
  await Promise.all([...tellers, ...Array.from({ length: gatherers }, gather)]);
  await gather();
  const mails = await database.many<{ mailId: string | null; news: number }>(sql`
    select mail_id, user_id, count(*)::int as news from notifications group by 1, 2`);
  expect(mails.reduce((sum, { news }) => sum + news, 0)).toBe(4 * people);
  expect(mails.filter(({ mailId }) => mailId === null)).toEqual([]);
  expect(await database.many(sql`select from mail_outbox`)).toHaveLength(mails.length);
  expect(await violatedInvariants(database)).toEqual([]);
});
