import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { actsOn } from '../../../tests/support/acts.ts';
import { outcomeOf } from '../../../tests/support/caller.ts';
import { listsHeard } from '../../../tests/support/heard.ts';
import { listOutbox, outboxStatuses, queueSwap } from '../../../tests/support/mail.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import type { MailStatus, Outbox } from '../../domain/mail/schema.ts';

const server = await testServer();
const { database } = server;
const ceo = await server.signInCeo();
const giulia = await server.signIn();
afterEach(() => database.run(sql`delete from mail_outbox`));

describe('the outbox', () => {
  const list = (status: MailStatus, cursor = ''): Promise<Outbox> =>
    ceo.ask('GET /api/ceo/mails', { query: { status, cursor } });
  const setAll = (status: MailStatus) =>
    database.run(sql`update mail_outbox set status = ${status}, last_error = 'x', attempts = 20`);
  const retry = (id: string, body?: object) =>
    ceo.call('POST /api/ceo/mails/:id/retry', { params: { id }, body });
  const retryAll = () => ceo.ask('POST /api/ceo/mails/retry');
  const anonymise = ({ id }: { id: string }) =>
    database.run(sql`update users set anonymised_at = ${testNow}, is_active = false where id = ${id}`);

  test('shows each mail in its status, without its body', async () => {
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

  test('comes in pages, none twice, none missing, also of the same instant', async () => {
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

  test('sends a failed mail again, once however often that is asked', async () => {
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

  test('sends an unsure mail again only when told that it may arrive twice', async () => {
    await queueSwap(database, testNow);
    await setAll('unsure');
    const { id } = (await list('unsure')).mails[0]!;
    expect(outcomeOf(await retry(id))).toBe('409 mail_may_arrive_twice');
    expect((await retry(id, { mayArriveTwice: true })).status).toBe(204);
    expect(await outboxStatuses(database)).toEqual(['queued', 'unsure', 'unsure']);
  });

  test('does not send again what has left, nor an old link, nor another mail', async () => {
    await queueSwap(database, testNow);
    for (const status of ['sent', 'sending'] as const) {
      await setAll(status);
      const { id } = (await list(status)).mails[0]!;
      expect(outcomeOf(await retry(id, { mayArriveTwice: true }))).toBe('409 mail_not_failed');
    }
    await setAll('failed');
    await database.run(sql`update mail_outbox set kind = 'password_reset'`);
    const { id } = (await list('failed')).mails[0]!;
    expect(outcomeOf(await retry(id))).toBe('409 mail_link_outdated');
    expect(await retryAll()).toEqual({ retried: 0 });
    expect((await retry(crypto.randomUUID())).status).toBe(404);
  });

  test('sends all failed mails again, but those that may have arrived; to an account that is gone not even when asked for alone', async () => {
    const swap = await queueSwap(database, testNow);
    await setAll('failed');
    await database.run(sql`
      update mail_outbox set status = 'unsure' where recipient = ${swap.worksiteEmail}`);
    await anonymise(swap.requester);
    expect(await retryAll()).toEqual({ retried: 1 });
    expect(await outboxStatuses(database)).toEqual(['failed', 'queued', 'unsure']);
    expect(await retryAll()).toEqual({ retried: 0 });
    const [gone] = (await list('failed')).mails;
    expect(gone?.recipient).toBe(swap.requester.email);
    const retryAs = async (status: MailStatus): Promise<string> => {
      await setAll(status);
      return outcomeOf(await retry(gone!.id, { mayArriveTwice: true }));
    };
    expect(await retryAs('failed')).toBe('409 mail_account_gone');
    expect(await retryAs('unsure')).toBe('409 mail_account_gone');
    expect(await retryAs('sent')).toBe('409 mail_not_failed');
  });

  test('tells the CEOs when it changes, and nobody else', async () => {
    await queueSwap(database, testNow);
    await setAll('failed');
    expect(await listsHeard(server, { ceo, giulia }, retryAll)).toEqual({ ceo: ['mail'], giulia: [] });
  });
});
