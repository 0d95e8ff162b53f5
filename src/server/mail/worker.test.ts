import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import {
  createMailContext,
  insertSwap,
  listOutbox,
  outboxStatuses,
  queueSwap,
  sendAll,
} from '../../../tests/support/mail.ts';
import { expectProperHeaders, headersOf } from '../../../tests/support/mailHeaders.ts';
import { type ReceivedMail, startSmtpServer, type TestSmtpServer } from '../../../tools/smtpServer.ts';
import type { OutboxWorker } from '../platform/outboxWorker.ts';
import { queueSwapMails } from './commands.ts';
import { encryptPassword } from './passwordEncryption.ts';
import { startMailWorker } from './worker.ts';

const now = '2026-11-18T09:05:00.000Z';
const [queued, sent] = [Array(3).fill('queued'), Array(3).fill('sent')];

const database = await testDatabase();
let server: TestSmtpServer;
let context: ReturnType<typeof createMailContext>;
const workers: OutboxWorker[] = [];

beforeEach(async () => {
  server = await startSmtpServer();
  context = createMailContext(database, server.url);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await server.stop();
  await database.run(sql`delete from mail_outbox`);
  await database.run(sql`delete from mail_settings`);
});

async function start(...args: Parameters<typeof startMailWorker>): Promise<OutboxWorker> {
  const worker = await startMailWorker(...args);
  workers.push(worker);
  return worker;
}

const swap = (completedAt = now) => queueSwap(database, completedAt);
const statuses = () => outboxStatuses(database);
const sentIds = () => server.mails.map(({ content }) => content.messageId);
/** What all three mails of the only swap have in common. */
async function expectEach(expected: object): Promise<void> {
  const rows = await listOutbox(database);
  expect(rows).toMatchObject([expected, expected, expected]);
}
/** The settings without `SMTP_URL`: the account is the one that was saved. */
function useSaved(appSecret: string): void {
  context = createMailContext(database, null);
  context.settings = { ...context.settings, appSecret, mailFrom: null };
}
const saveAccount = (port: number, password: string) => sql`
  insert into mail_settings (account, host, port, is_tls, password_encrypted)
  values ('turni@example.it', '127.0.0.1', ${port}, false, ${encryptPassword('x'.repeat(40), password)})`;

/** A port on which nothing listens. */
async function findDeadPort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

describe('a completed swap', () => {
  test('sends three identical mails as soon as it is committed', async () => {
    await start(context);
    const { requester, accepter, worksiteEmail } = await swap();
    await server.waitForMails(3);
    expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(
      [requester.email, accepter.email, worksiteEmail].toSorted(),
    );
    const contents = server.mails.map(({ content: { subject, html, text } }) => [subject, html, text].join());
    expect(new Set(contents).size).toBe(1);
    const [mail] = server.mails;
    expect(mail?.content.subject).toBe(
      'Scambio di turno completato: Anna Verdi e Marco Bianchi, venerdì 20 novembre 2026',
    );
    expect(mail?.content.from).toEqual({ name: 'Turnario', address: 'turni@example.it' });
    expect(mail?.content.to?.map(({ address }) => address)).toEqual(mail?.to);
    for (const received of server.mails) expectProperHeaders(received, now, 'example.it');
    expect(headersOf(mail!)['date']).toBe('Wed, 18 Nov 2026 09:05:00 +0000');
    await expect.poll(statuses).toEqual(sent);
    const ids = (await listOutbox(database)).map(({ id }) => `<${id}@example.it>`);
    expect(sentIds().toSorted()).toEqual(ids.toSorted());
  });

  test('that waits longest sends first', async () => {
    const [later, earlier] = [await swap(), await swap('2026-11-18T08:05:00.000Z')];
    await sendAll(context);
    const addresses = [earlier, later].map(({ requester, accepter, worksiteEmail }) =>
      [requester.email, accepter.email, worksiteEmail].toSorted(),
    );
    const to = server.mails.flatMap((mail) => mail.to);
    expect([to.slice(0, 3).toSorted(), to.slice(3).toSorted()]).toEqual(addresses);
  });

  test('queues its mails once, however often that is repeated, and none where it is rolled back', async () => {
    const done = await swap();
    const undone = await insertSwap(database, now);
    const broken = database.transaction(async (tx) => {
      await queueSwapMails(tx, done);
      await queueSwapMails(tx, undone);
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    await database.transaction((tx) => queueSwapMails(tx, done));
    const rows = await listOutbox(database);
    expect(rows.map(({ swapId }) => swapId)).toEqual(Array(3).fill(done.id));
  });

  test('leaves no trace of people in the log', async () => {
    server.onRecipient = (address) =>
      address.startsWith('anna') ? { code: 550, text: `no ${address} here` } : undefined;
    await swap();
    await sendAll(context);
    expect(await statuses()).toEqual(['failed', 'sent', 'sent']);
    const log = context.logged.join('');
    expect(log).toContain('"code":"550"');
    expect(log).not.toMatch(/@example|anna|verdi|marco|bianchi/i);
  });
});

test('where the database fails the worker counts it, and tries again ten seconds later', async () => {
  await swap();
  let isAway = true;
  const away = new Proxy(database, {
    get: (target, name) => {
      if (name === 'transaction' && isAway) return () => Promise.reject(new Error('away'));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  context = createMailContext(away, server.url);
  const failed = vi.spyOn(context.metrics, 'jobFailed');
  const slept = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => slept.mockRestore());
  const worker = await start(context);
  await worker.wake();
  expect(new Set(failed.mock.calls.flat())).toEqual(new Set(['mail']));
  expect(context.logged.join('')).toContain('away');
  expect(slept.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(10_000);
  isAway = false;
  await worker.wake();
  expect(server.mails).toHaveLength(3);
});

describe('a mail server that', () => {
  test('is dead leaves the mails queued, with growing pauses, until it is back', async () => {
    const port = await findDeadPort();
    context = createMailContext(database, `smtp://127.0.0.1:${port}`);
    await swap();
    await sendAll(context);
    const lastError = expect.stringContaining('ECONNREFUSED') as string;
    const first = { status: 'queued', attempts: 1, nextAttemptAt: '2026-11-18T09:05:10.000Z', lastError };
    await expectEach(first);
    context.clock.advance(10);
    await sendAll(context);
    await expectEach({ status: 'queued', attempts: 2, nextAttemptAt: '2026-11-18T09:05:40.000Z' });
    const revived = await startSmtpServer({ port });
    context.clock.advance(30);
    await sendAll(context);
    expect(revived.mails).toHaveLength(3);
    await revived.stop();
    const sentAt = '2026-11-18T09:05:40.000Z';
    await expectEach({ status: 'sent', attempts: 3, lastError: null, sentAt });
  });

  test('is down for days has its mails given up', async () => {
    context = createMailContext(database, `smtp://127.0.0.1:${await findDeadPort()}`);
    await swap();
    const worker = await start(context);
    for (let attempt = 1; attempt < 20; attempt += 1) {
      await worker.wake();
      expect(await statuses()).toEqual(queued);
      context.clock.advance(6 * 3600);
    }
    await worker.wake();
    expect(await statuses()).toEqual(['failed', 'failed', 'failed']);
  });

  test.each(['onGreeting', 'onRecipient'] as const)('hangs at %s leaves the mails queued', async (step) => {
    server[step] = () => new Promise(() => undefined);
    await swap();
    await sendAll(context, { connect: step === 'onGreeting' ? 200 : 5_000, send: 200 });
    expect(server.mails).toEqual([]);
    await expectEach({ status: 'queued', attempts: 1 });
  });

  test('hangs after the message makes the mail unsure, and it is not sent again', async () => {
    server.onMessage = () => new Promise(() => undefined);
    await swap();
    await sendAll(context, { connect: 5_000, send: 200 });
    expect(await statuses()).toEqual(['unsure', 'unsure', 'unsure']);
    delete server.onMessage;
    context.clock.advance(7 * 24 * 3600);
    await sendAll(context);
    expect(server.mails).toEqual([]);
  });

  test('answers late does not get a mail that was queued again', async () => {
    const lateAnswer = Promise.withResolvers<void>();
    server.onRecipient = () => {
      delete server.onRecipient;
      return lateAnswer.promise;
    };
    const worker = await start(context, { connect: 5_000, send: 1_000 });
    await swap();
    await worker.wake();
    expect(await statuses()).toEqual(['queued', 'sent', 'sent']);
    lateAnswer.resolve();
    context.clock.advance(10);
    await worker.wake();
    expect(await statuses()).toEqual(sent);
    expect(sentIds()).toHaveLength(3);
    expect(new Set(sentIds()).size).toBe(3);
  });

  test('refuses the password, or our address as the sender, leaves the mails queued', async () => {
    const strict = await startSmtpServer({ login: { user: 'turni@example.it', password: 'giusta' } });
    await swap();
    const wrong = createMailContext(database, strict.url.replace('giusta', 'sbagliata'));
    await sendAll(wrong);
    const lastError = expect.stringContaining('535') as string;
    await expectEach({ status: 'queued', attempts: 1, lastError });
    expect(wrong.logged.join('')).not.toContain('sbagliata');
    await strict.stop();
    server.onSender = () => ({ code: 553, text: 'not your address' });
    context.clock.advance(10);
    await sendAll(context);
    expect(await statuses()).toEqual(queued);
  });
});

describe('what a server answers for one mail', () => {
  test('it accepted and lost it: the mail comes again with the same Message-ID', async () => {
    context.settings = { ...context.settings, publicUrl: 'https://turni.example.com' };
    const seen: (string | undefined)[] = [];
    const note = (mail: ReceivedMail): void => {
      expectProperHeaders(mail, now, 'turni.example.com');
      seen.push(mail.content.messageId);
    };
    server.onMessage = (mail) => {
      note(mail);
      return { code: 451, text: 'try later' };
    };
    await swap();
    await sendAll(context);
    expect(await statuses()).toEqual(queued);
    server.onMessage = note;
    // the account may be another one by then
    context.settings = { ...context.settings, mailFrom: 'Turnario <altro@example.org>' };
    context.clock.advance(3600);
    await sendAll(context);
    expect(await statuses()).toEqual(sent);
    expect(seen.slice(3).toSorted()).toEqual(seen.slice(0, 3).toSorted());
    expect(new Set(seen).size).toBe(3);
  });

  test('4xx: that mail waits, the others leave; it is written when it leaves, with the names of then', async () => {
    server.onRecipient = (address) =>
      address.startsWith('marco') ? { code: 451, text: 'greylisted' } : undefined;
    const { requester, accepter } = await swap();
    await sendAll(context);
    expect(server.mails).toHaveLength(2);
    const waiting = (await listOutbox(database)).find(({ recipient }) => recipient === accepter.email);
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1, lastError: 'RCPT TO: 451 greylisted' });
    delete server.onRecipient;
    await database.run(sql`update users set last_name = 'Neri' where id = ${requester.id}`);
    context.clock.advance(10);
    await sendAll(context);
    expect(await statuses()).toEqual(sent);
    expect(server.mails.map(({ content }) => content.subject)[2]).toBe(
      'Scambio di turno completato: Anna Neri e Marco Bianchi, venerdì 20 novembre 2026',
    );
  });

  test('5xx: that mail has failed at once, with the reason', async () => {
    server.onRecipient = (address) =>
      address.startsWith('marco') ? { code: 550, text: 'no such user' } : undefined;
    server.onMessage = ({ to }) =>
      to[0]?.startsWith('cantiere') ? { code: 554, text: 'looks like spam' } : undefined;
    const { requester, accepter, worksiteEmail } = await swap();
    await sendAll(context);
    const rows = await listOutbox(database);
    const found = rows.map(({ recipient, status, lastError }) => [recipient, status, lastError]);
    expect(found).toHaveLength(3);
    expect(found).toContainEqual([requester.email, 'sent', null]);
    expect(found).toContainEqual([accepter.email, 'failed', 'RCPT TO: 550 no such user']);
    expect(found).toContainEqual([worksiteEmail, 'failed', 'DATA: 554 looks like spam']);
  });
});

describe('several processes', () => {
  test('send each mail once', async () => {
    const second = await database.connect();
    await start(context);
    await start(createMailContext(second, server.url, context.clock));
    for (let swaps = 0; swaps < 20; swaps += 1) await swap();
    await server.waitForMails(60);
    await expect.poll(async () => new Set(await statuses())).toEqual(new Set(['sent']));
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect([server.mails.length, new Set(sentIds()).size]).toEqual([60, 60]);
    await second.close();
  });

  test('leave to each other what one is sending, and the kinds that only another version knows', async () => {
    await swap();
    await database.run(sql`update mail_outbox set kind = 'di domani' where user_id is null`);
    await database.run(sql`
      update mail_outbox set status = 'sending', claimed_at = ${now} where dedupe_key like '%:requester'`);
    await sendAll(context);
    expect(await statuses()).toEqual(['queued', 'sending', 'sent']);
    expect(server.mails).toHaveLength(1);
  });
});

describe('the sender account', () => {
  test('is waited for: mails are sent, untried before, once it is saved', async () => {
    const strict = await startSmtpServer({ login: { user: 'turni@example.it', password: 'p@ss: wörd' } });
    useSaved('x'.repeat(40));
    const worker = await start(context);
    await swap();
    await worker.wake();
    await expectEach({ status: 'queued', attempts: 0 });
    await database.transaction(async (tx) => {
      await tx.run(saveAccount(strict.port, 'p@ss: wörd'));
      await tx.run(sql`select pg_notify('turnario_mail', '')`);
    });
    await strict.waitForMails(3);
    expect(strict.mails[0]?.from).toBe('turni@example.it');
    await strict.stop();
  });

  test('is none with a password that another secret encrypted', async () => {
    useSaved('y'.repeat(40));
    await database.run(saveAccount(server.port, 'geheim'));
    await swap();
    await sendAll(context);
    await expectEach({ status: 'queued', attempts: 0 });
    expect(context.logged.join('')).toContain('encrypted with another secret');
  });
});

describe('the end', () => {
  /** A worker whose first message has reached the server, which answers nothing yet. */
  async function sending(answer: Promise<void>): Promise<OutboxWorker> {
    const reached = Promise.withResolvers<void>();
    server.onMessage = () => {
      reached.resolve();
      return answer;
    };
    const worker = await startMailWorker(context);
    await swap();
    await reached.promise;
    return worker;
  }

  test('takes two seconds at most although the mail server hangs, and what was sent is unsure', async () => {
    const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    // what its questions to the database take: more on a busy machine
    const quiet = await timeOf(() => sendAll(context));
    const worker = await sending(new Promise(() => undefined));
    expect(await timeOf(() => worker.stop())).toBeLessThan(1_900 + 5 * quiet);
    expect(await statuses()).toEqual(['queued', 'queued', 'unsure']);
  });

  test('lets a mail under way be finished', async () => {
    const release = Promise.withResolvers<void>();
    const worker = await sending(release.promise);
    const stopping = worker.stop();
    release.resolve();
    await stopping;
    expect(server.mails).toHaveLength(1);
    expect(await statuses()).toEqual(['queued', 'queued', 'sent']);
  });
});
