import sql, { type Sql } from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { violatedInvariants } from '../../db/invariants.ts';
import type { NotificationFacts } from '../../src/domain/notifications/types.ts';
import { startMailWorker } from '../../src/server/mail/worker.ts';
import { notify } from '../../src/server/notifications/commands.ts';
import { startPushWorker } from '../../src/server/notifications/push/worker.ts';
import type { OutboxWorker } from '../../src/server/platform/outbox/worker.ts';
import { type PushAnswer, startPushService } from '../../tools/pushService.ts';
import { startSmtpServer } from '../../tools/smtpServer.ts';
import { headersOf } from './mail.ts';
import { type SignedInCaller, testServer, type TestServerOptions } from './server.ts';

/** A server and a push service, both emptied before each test. */
export async function newsServer({ env, ...options }: TestServerOptions = {}) {
  const service = await startPushService(() => Date.parse(server.clock.now()));
  const server = await testServer({ ...options, env: { PUSH_TEST_ORIGIN: service.origin, ...env } });
  const { database, clock } = server;
  afterAll(() => service.stop());
  beforeEach(async () => {
    await database.run(sql`delete from push_outbox`);
    await database.run(sql`delete from push_devices`);
    service.received.length = 0;
    service.answers.clear();
    service.onPush = null;
  });
  afterEach(async () => expect(await violatedInvariants(database)).toEqual([]));

  const statusesOf = async (rows: Sql): Promise<string[]> =>
    (await database.many<{ status: string }>(rows)).map(({ status }) => status);
  let devices = 0;
  const switchOn = async (person: SignedInCaller, called?: string) => {
    devices += 1;
    const { name, ...body } = await service.subscribe(called ?? `d${devices}`);
    expect(await person.statusOf('PUT /api/push/device', { body })).toBe(204);
    return { name, ...body };
  };
  return {
    service,
    server,
    switchOn,
    statuses: () => statusesOf(sql`select status from push_outbox order by status`),
    newsMails: () => statusesOf(sql`select status from mail_outbox where kind = 'news'`),
    /** Sends a person several notifications in one transaction. */
    tellAll: (person: { id: string }, all: readonly NotificationFacts[]): Promise<void> => {
      const told = all.map((facts) => ({ userId: person.id, personId: null, facts, requestId: null }));
      return database.transaction((tx) => notify(tx, told, clock.now()));
    },
    /** A person with a device. @param answer the push service's answer, unless it accepts */
    reachable: async (answer?: PushAnswer) => {
      const person = await server.signIn();
      const device = await switchOn(person);
      if (answer) service.answers.set(device.name, answer);
      return { person, device };
    },
  };
}

/** Like `newsServer`, with push workers that stop after each test. */
export async function pushTest() {
  const news = await newsServer();
  const { server, service, tellAll } = news;
  const workers: OutboxWorker[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(service.problems).toEqual([]);
  });
  return {
    ...news,
    tell: (person: { id: string }, title = 'dicembre') => tellAll(person, [{ fact: 'roster_undone', title }]),
    start: async (timeoutMs = 5_000): Promise<OutboxWorker> => {
      const worker = await startPushWorker(server.context, timeoutMs);
      workers.push(worker);
      return worker;
    },
  };
}

const publicUrl = 'https://turni.example.it';

/** A one-click unsubscribe as mail programs send it: no cookie, no origin, its own content type. */
const clickOn = (address: string, form = 'application/x-www-form-urlencoded') => ({
  method: 'POST' as const,
  url: address.slice(publicUrl.length),
  headers: { 'content-type': form },
  payload: form.startsWith('multipart')
    ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    : 'List-Unsubscribe=One-Click',
});

/** A server with a mail account and a push service; a mail worker runs during each test. */
export async function newsTest() {
  const smtp = await startSmtpServer();
  afterAll(() => smtp.stop());
  const account = { SMTP_URL: smtp.url, MAIL_FROM: 'Turnario <turni@example.it>' };
  const news = await newsServer({ env: { ...account, PUBLIC_URL: publicUrl } });
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
    texts: () => smtp.mails.map(({ content }) => content.text ?? ''),
    clickOnce: (address: string, form?: string) => app.inject(clickOn(address, form)),
    /** Somebody who has just received a news mail. */
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
