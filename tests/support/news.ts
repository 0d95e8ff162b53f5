import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { startMailWorker } from '../../src/server/mail/worker.ts';
import type { OutboxWorker } from '../../src/server/platform/outbox/worker.ts';
import { startSmtpServer } from '../../tools/smtpServer.ts';
import { headersOf } from './mailHeaders.ts';
import { newsServer } from './pushWorker.ts';
import type { SignedInCaller } from './server.ts';

const publicUrl = 'https://turni.example.it';

/** One click, as a mail program sends it: no cookie, no origin, its own form. */
const clickOn = (address: string, form = 'application/x-www-form-urlencoded') => ({
  method: 'POST' as const,
  url: address.slice(publicUrl.length),
  headers: { 'content-type': form },
  payload: form.startsWith('multipart')
    ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    : 'List-Unsubscribe=One-Click',
});

/** A server with a mail account and a push service, whose worker of mails starts and ends with each test. */
export async function newsTest() {
  const smtp = await startSmtpServer();
  afterAll(() => smtp.stop());
  const news = await newsServer({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Turnario <turni@example.it>', PUBLIC_URL: publicUrl },
  });
  const { server, tellAll } = news;
  const { database, clock, context, app } = server;
  let worker: OutboxWorker;
  beforeEach(async () => {
    await database.run(sql`update notifications set mail_due_at = null`);
    await database.run(sql`delete from mail_outbox where kind = 'news'`);
    worker = await startMailWorker(context);
    (smtp.mails as unknown[]).length = 0;
  });
  afterEach(() => worker.stop());

  const tell = (person: { id: string }, time = '2026-12-04') =>
    tellAll(person, [{ fact: 'nobody_left', time }]);
  async function later(minutes: number): Promise<void> {
    clock.advance(minutes * 60);
    await worker.wake();
  }
  return {
    ...news,
    smtp,
    worker: () => worker,
    tell,
    later,
    newsMails: async (): Promise<string[]> => {
      const mails = sql`select status from mail_outbox where kind = 'news'`;
      return (await database.many<{ status: string }>(mails)).map(({ status }) => status);
    },
    texts: () => smtp.mails.map(({ content }) => content.text ?? ''),
    clickOnce: (address: string, form?: string) => app.inject(clickOn(address, form)),
    /** Somebody whose news have just arrived by mail. */
    mailed: async (): Promise<{ reader: SignedInCaller; address: string; token: string }> => {
      const reader = await server.signIn();
      await tell(reader);
      await later(15);
      const [mail] = smtp.mails.slice(-1);
      const address = mail ? (headersOf(mail)['list-unsubscribe']?.slice(1, -1) ?? '') : '';
      return { reader, address, token: new URL(address).searchParams.get('token') ?? '' };
    },
  };
}
