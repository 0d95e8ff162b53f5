import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { violatedInvariants } from '../../db/invariants.ts';
import { startMailWorker } from '../../src/server/mail/worker.ts';
import { notify } from '../../src/server/notifications/commands.ts';
import type { OutboxWorker } from '../../src/server/platform/outboxWorker.ts';
import { startSmtpServer } from '../../tools/smtpServer.ts';
import { headersOf } from './mailHeaders.ts';
import { startPushService, type TestPushService } from './pushService.ts';
import { type SignedInCaller, type TestServer, testServer } from './server.ts';

/** As a mail program sends it: no cookie, no origin, its own form. */
const clickOnceAt =
  (server: TestServer) =>
  (address: string, form = 'application/x-www-form-urlencoded') =>
    server.app.inject({
      method: 'POST',
      url: address.slice('https://turni.example.it'.length),
      headers: { 'content-type': form },
      payload: form.startsWith('multipart')
        ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
        : 'List-Unsubscribe=One-Click',
    });

const switchOnAt =
  (service: TestPushService) =>
  async (person: SignedInCaller, name: string): Promise<void> => {
    const { name: _, ...body } = await service.subscribe(name);
    expect(await person.statusOf('PUT /api/push/device', { body })).toBe(204);
  };

const tellAt =
  ({ database, clock }: TestServer) =>
  (person: { id: string }, time = '2026-12-04'): Promise<void> => {
    const facts = { fact: 'nobody_left', time } as const;
    const told = { userId: person.id, personId: null, facts, requestId: null };
    return database.transaction((tx) => notify(tx, [told], clock.now()));
  };

async function startNewsServer() {
  const smtp = await startSmtpServer();
  const service = await startPushService(() => Date.parse(server.clock.now()));
  const server = await testServer({
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Turnario <turni@example.it>',
      PUBLIC_URL: 'https://turni.example.it',
      PUSH_TEST_ORIGIN: service.origin,
    },
  });
  return { smtp, service, server };
}

/** A server with a mail account and a push service, whose worker of mails starts and ends with each test. */
export async function newsTest() {
  const { smtp, service, server } = await startNewsServer();
  const { database, clock, context } = server;
  afterAll(() => Promise.all([smtp.stop(), service.stop()]));

  const tell = tellAt(server);
  let worker: OutboxWorker;
  beforeEach(async () => {
    await database.run(sql`update notifications set mail_due_at = null`);
    await database.run(sql`delete from mail_outbox where kind = 'news'`);
    await database.run(sql`delete from push_devices`);
    worker = await startMailWorker(context);
    (smtp.mails as unknown[]).length = 0;
  });
  afterEach(async () => {
    await worker.stop();
    expect(await violatedInvariants(database)).toEqual([]);
  });

  async function later(minutes: number): Promise<void> {
    clock.advance(minutes * 60);
    await worker.wake();
  }

  /** Somebody whose news have just arrived by mail. */
  async function mailed(): Promise<{ reader: SignedInCaller; address: string; token: string }> {
    const reader = await server.signIn();
    await tell(reader);
    await later(15);
    const [mail] = smtp.mails.slice(-1);
    const address = mail ? (headersOf(mail)['list-unsubscribe']?.slice(1, -1) ?? '') : '';
    return { reader, address, token: new URL(address).searchParams.get('token') ?? '' };
  }

  return {
    smtp,
    service,
    server,
    worker: () => worker,
    tell,
    later,
    newsMails: async (): Promise<string[]> => {
      const news = sql`select status from mail_outbox where kind = 'news'`;
      return (await database.many<{ status: string }>(news)).map(({ status }) => status);
    },
    texts: () => smtp.mails.map(({ content }) => content.text ?? ''),
    clickOnce: clickOnceAt(server),
    switchOn: switchOnAt(service),
    mailed,
  };
}
