import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { actsOn } from '../../../tests/support/accounts.ts';
import { listsHeard } from '../../../tests/support/heard.ts';
import { listOutbox, outboxStatuses, queueSwap } from '../../../tests/support/mail.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import type { MailStatus, Outbox } from '../../domain/mail/schema.ts';

const server = await testServer();
const { database } = server;
const ceo = await server.signInCeo();
const giulia = await server.signIn();
afterEach(() => database.run(sql`delete from mail_outbox`));

const list = (status: MailStatus, cursor = ''): Promise<Outbox> =>
  ceo.ask('GET /api/ceo/mails', { query: { status, cursor } });
const setAll = (status: MailStatus) =>
  database.run(sql`update mail_outbox set status = ${status}, last_error = 'x', attempts = 20`);
const retry = (id: string, body?: object) =>
  ceo.call('POST /api/ceo/mails/:id/retry', { params: { id }, body });
const retryAll = () => ceo.ask('POST /api/ceo/mails/retry');

test('the outbox shows each mail’s status, without its body', async () => {
  const swap = await queueSwap(database, testNow);
  await database.run(sql`
    update mail_outbox set status = 'failed', last_error = 'RCPT TO: 550 no such user', attempts = 2
    where recipient = ${swap.worksiteEmail}`);
  const queued = await list('queued');
  expect(queued.counts).toEqual({ queued: 2, sending: 0, sent: 0, failed: 1, unsure: 0 });
  const addresses = [swap.requester.email, swap.accepter.email];
  expect(queued.mails.map(({ recipient }) => recipient).toSorted()).toEqual(addresses.toSorted());
  expect((await list('failed')).mails).toEqual([
    {
      id: expect.any(String) as string,
      kind: 'swap_completed',
      recipient: swap.worksiteEmail,
      subject: expect.stringContaining('Anna Verdi') as string,
      status: 'failed',
      attempts: 2,
      createdAt: testNow,
      sentAt: null,
      nextAttemptAt: testNow,
      lastError: 'RCPT TO: 550 no such user',
    },
  ]);
});

test('the outbox is paged, none twice, none missing, even for equal timestamps', async () => {
  for (let swaps = 0; swaps < 22; swaps += 1) await queueSwap(database, testNow);
  const pages: string[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Outbox = await list('queued', cursor);
    pages.push(page.mails.map(({ id }) => id));
    cursor = page.nextCursor;
    expect(page.counts.queued).toBe(66);
  }
  expect(pages.map(({ length }) => length)).toEqual([30, 30, 6]);
  expect(new Set(pages.flat()).size).toBe(66);
});

test('the outbox retries a failed mail once, however often requested', async () => {
  await queueSwap(database, testNow);
  await setAll('failed');
  const { id } = (await list('failed')).mails[0]!;
  const answers = await Promise.all([retry(id), retry(id, {})]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect(await outboxStatuses(database)).toEqual(['failed', 'failed', 'queued']);
  const row = (await listOutbox(database)).find((mail) => mail.id === id);
  expect(row).toMatchObject({ attempts: 0, nextAttemptAt: server.clock.now() });
  expect(await actsOn(database, id)).toMatchObject([{ action: 'mail_retried' }]);
});

test.each<[MailStatus, string, boolean, string]>([
  ['unsure', 'swap_completed', false, '409 mail_may_arrive_twice'],
  ['unsure', 'swap_completed', true, '204'],
  ['sent', 'swap_completed', true, '409 mail_not_failed'],
  ['sending', 'swap_completed', true, '409 mail_not_failed'],
  ['failed', 'password_reset', true, '409 mail_link_outdated'],
])('asked to send again a mail that is %s (%s, may arrive twice: %s) answers %s', async (...row) => {
  const [status, kind, mayArriveTwice, outcome] = row;
  await queueSwap(database, testNow);
  await setAll(status);
  await database.run(sql`update mail_outbox set kind = ${kind}`);
  const { id } = (await list(status)).mails[0]!;
  expect((await retry(id, { mayArriveTwice })).outcome).toBe(outcome);
  expect(await outboxStatuses(database)).toContain(outcome === '204' ? 'queued' : status);
  if (kind === 'password_reset') expect(await retryAll()).toEqual({ retried: 0 });
});

test('the outbox retries all failed mails except those that may have arrived; to a deleted account not even individually', async () => {
  const swap = await queueSwap(database, testNow);
  await setAll('failed');
  await database.run(sql`
    update mail_outbox set status = 'unsure' where recipient = ${swap.worksiteEmail}`);
  await database.run(sql`
    update users set anonymised_at = ${testNow}, is_active = false where id = ${swap.requester.id}`);
  expect(await retryAll()).toEqual({ retried: 1 });
  expect(await outboxStatuses(database)).toEqual(['failed', 'queued', 'unsure']);
  expect(await retryAll()).toEqual({ retried: 0 });
  const [gone] = (await list('failed')).mails;
  expect(gone?.recipient).toBe(swap.requester.email);
  for (const status of ['failed', 'unsure'] as const) {
    await setAll(status);
    expect((await retry(gone!.id, { mayArriveTwice: true })).outcome).toBe('409 mail_account_gone');
  }
});

test('the outbox notifies only the CEOs of changes', async () => {
  await queueSwap(database, testNow);
  await setAll('failed');
  expect(await listsHeard(server, { ceo, giulia }, retryAll)).toEqual({ ceo: ['mail'], giulia: [] });
});
