import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import {
  createMailContext,
  insertSwap,
  listOutbox,
  outboxStatuses,
  queueSwap,
} from '../../../tests/support/mail.ts';
import { expectProperHeaders, headersOf } from '../../../tests/support/mailHeaders.ts';
import { type ReceivedMail, startSmtpServer, type TestSmtpServer } from '../../../tools/smtpServer.ts';
import type { OutboxWorker } from '../platform/outboxWorker.ts';
import { queueSwapMails } from './commands.ts';
import { encryptPassword } from './passwordEncryption.ts';
import { startMailWorker } from './worker.ts';

const now = '2026-11-18T09:05:00.000Z';

let database: TestDatabase;
let server: TestSmtpServer;
const workers: OutboxWorker[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  server = await startSmtpServer();
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

/** A port on which nothing listens. */
async function findDeadPort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

describe('a completed swap', () => {
  test('a completed swap sends three identical mails as soon as it is committed', async () => {
    await start(createMailContext(database, server.url));
    const swap = await queueSwap(database, now);
    await server.waitForMails(3);
    expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(
      [swap.requester.email, swap.accepter.email, swap.worksiteEmail].toSorted(),
    );
    const contents = server.mails.map(({ content }) => [content.subject, content.html, content.text]);
    expect(new Set(contents.map((content) => JSON.stringify(content))).size).toBe(1);
    const [mail] = server.mails;
    expect(mail?.content.subject).toBe(
      'Scambio di turno completato: Anna Verdi e Marco Bianchi, venerdì 20 novembre 2026',
    );
    expect(mail?.content.from).toEqual({ name: 'Turnario', address: 'turni@example.it' });
    expect(mail?.content.to?.map(({ address }) => address)).toEqual(mail?.to);
    for (const received of server.mails) expectProperHeaders(received, now, 'example.it');
    expect(headersOf(mail!).get('date')).toEqual(['Wed, 18 Nov 2026 09:05:00 +0000']);
    await expect.poll(() => outboxStatuses(database)).toEqual(['sent', 'sent', 'sent']);
    const ids = (await listOutbox(database)).map(({ id }) => `<${id}@example.it>`);
    expect(server.mails.map(({ content }) => String(content.messageId)).toSorted()).toEqual(ids.toSorted());
  });

  test('that waits longest leaves first', async () => {
    const later = await queueSwap(database, now);
    const earlier = await queueSwap(database, '2026-11-18T08:05:00.000Z');
    await start(createMailContext(database, server.url));
    await server.waitForMails(6);
    const addresses = [earlier, later].map(({ requester, accepter, worksiteEmail }) =>
      [requester.email, accepter.email, worksiteEmail].toSorted(),
    );
    const sent = server.mails.flatMap(({ to }) => to);
    expect([sent.slice(0, 3).toSorted(), sent.slice(3).toSorted()]).toEqual(addresses);
  });

  test('queues its mails once, however often that is repeated', async () => {
    const swap = await queueSwap(database, now);
    await database.transaction((tx) => queueSwapMails(tx, swap));
    expect(await listOutbox(database)).toHaveLength(3);
  });

  test('a completed swap that is rolled back sends no mails', async () => {
    const worker = await start(createMailContext(database, server.url));
    const swap = await insertSwap(database, now);
    const broken = database.transaction(async (tx) => {
      await queueSwapMails(tx, swap);
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    await worker.wake();
    expect(server.mails).toEqual([]);
    expect(await listOutbox(database)).toEqual([]);
  });

  test('a completed swap leaves no trace of people in the log', async () => {
    const context = createMailContext(database, server.url);
    const worker = await start(context);
    server.onRecipient = (address) =>
      address.startsWith('anna') ? { code: 550, text: `no ${address} here` } : undefined;
    await queueSwap(database, now);
    await worker.wake();
    await expect.poll(() => outboxStatuses(database)).toEqual(['failed', 'sent', 'sent']);
    const log = context.logged.join('');
    expect(log).toContain('"code":"550"');
    expect(log).not.toMatch(/@example|anna|verdi|marco|bianchi/i);
  });
});

test('where the database fails the worker counts it, and tries again ten seconds later', async () => {
  await queueSwap(database, now);
  let isAway = true;
  const away = new Proxy(database, {
    get: (target, name) => {
      if (name === 'transaction' && isAway) return () => Promise.reject(new Error('away'));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const context = createMailContext(away, server.url);
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

describe('a mail server that does not work', () => {
  test('a dead one leaves the mails queued, with growing pauses, until it is back', async () => {
    const port = await findDeadPort();
    const context = createMailContext(database, `smtp://127.0.0.1:${port}`);
    await queueSwap(database, now);
    const worker = await start(context);
    await worker.wake();
    for (const row of await listOutbox(database)) {
      expect(row).toMatchObject({ status: 'queued', attempts: 1, nextAttemptAt: '2026-11-18T09:05:10.000Z' });
      expect(row.lastError).toContain('ECONNREFUSED');
    }
    context.clock.advance(10);
    await worker.wake();
    for (const row of await listOutbox(database)) {
      expect(row).toMatchObject({ status: 'queued', attempts: 2, nextAttemptAt: '2026-11-18T09:05:40.000Z' });
    }
    const revived = await startSmtpServer({ port });
    context.clock.advance(30);
    await worker.wake();
    expect(revived.mails).toHaveLength(3);
    await revived.stop();
    for (const row of await listOutbox(database)) {
      expect(row).toMatchObject({ status: 'sent', attempts: 3, lastError: null });
      expect(row.sentAt).toBe('2026-11-18T09:05:40.000Z');
    }
  });

  test('mails to a server that is down for days are given up', async () => {
    const context = createMailContext(database, `smtp://127.0.0.1:${await findDeadPort()}`);
    await queueSwap(database, now);
    const worker = await start(context);
    for (let attempt = 1; attempt < 20; attempt += 1) {
      await worker.wake();
      expect(await outboxStatuses(database)).toEqual(['queued', 'queued', 'queued']);
      context.clock.advance(6 * 3600);
    }
    await worker.wake();
    expect(await outboxStatuses(database)).toEqual(['failed', 'failed', 'failed']);
  });

  test('a mail server that never greets counts as down', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const context = createMailContext(database, `smtp://127.0.0.1:${port}`);
    const sockets: { destroy(): void }[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    await queueSwap(database, now);
    const worker = await start(context, { connect: 200, send: 200 });
    await worker.wake();
    for (const row of await listOutbox(database))
      expect(row).toMatchObject({ status: 'queued', attempts: 1 });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  test('a mail server that hangs before the message leaves the mail queued', async () => {
    server.onRecipient = () => new Promise(() => undefined);
    const worker = await start(createMailContext(database, server.url), { connect: 5_000, send: 200 });
    await queueSwap(database, now);
    await worker.wake();
    expect(server.mails).toEqual([]);
    for (const row of await listOutbox(database))
      expect(row).toMatchObject({ status: 'queued', attempts: 1 });
  });

  test('a mail server that hangs after the message makes the mail unsure, and it is not sent again', async () => {
    server.onMessage = () => new Promise(() => undefined);
    const context = createMailContext(database, server.url);
    const worker = await start(context, { connect: 5_000, send: 200 });
    await queueSwap(database, now);
    await worker.wake();
    expect(await outboxStatuses(database)).toEqual(['unsure', 'unsure', 'unsure']);
    delete server.onMessage;
    context.clock.advance(7 * 24 * 3600);
    await worker.wake();
    expect(server.mails).toEqual([]);
  });

  test('a mail server that answers late does not get a mail that was queued again', async () => {
    const lateAnswer = Promise.withResolvers<void>();
    server.onRecipient = () => {
      delete server.onRecipient;
      return lateAnswer.promise;
    };
    const context = createMailContext(database, server.url);
    const worker = await start(context, { connect: 5_000, send: 1_000 });
    await queueSwap(database, now);
    await worker.wake();
    expect(await outboxStatuses(database)).toEqual(['queued', 'sent', 'sent']);
    lateAnswer.resolve();
    context.clock.advance(10);
    await worker.wake();
    expect(await outboxStatuses(database)).toEqual(['sent', 'sent', 'sent']);
    expect(server.mails.map(({ content }) => content.messageId)).toHaveLength(3);
    expect(new Set(server.mails.map(({ content }) => content.messageId)).size).toBe(3);
  });

  test('a wrong password leaves the mails queued', async () => {
    const strict = await startSmtpServer({ login: { user: 'turni@example.it', password: 'giusta' } });
    const context = createMailContext(database, strict.url.replace('giusta', 'sbagliata'));
    const worker = await start(context);
    await queueSwap(database, now);
    await worker.wake();
    for (const row of await listOutbox(database)) {
      expect(row).toMatchObject({ status: 'queued', attempts: 1 });
      expect(row.lastError).toContain('535');
    }
    expect(context.logged.join('')).not.toContain('sbagliata');
    await strict.stop();
  });
});

describe('what a server answers for one mail', () => {
  test('a server that accepted and lost a mail gets it again with the same Message-ID', async () => {
    const context = createMailContext(database, server.url);
    context.settings = { ...context.settings, publicUrl: 'https://turni.example.com' };
    const worker = await start(context);
    const seen: string[] = [];
    const note = (mail: ReceivedMail): void => {
      expectProperHeaders(mail, now, 'turni.example.com');
      seen.push(mail.raw.toString());
    };
    server.onMessage = (mail) => {
      note(mail);
      return { code: 451, text: 'try later' };
    };
    await queueSwap(database, now);
    await worker.wake();
    expect(await outboxStatuses(database)).toEqual(['queued', 'queued', 'queued']);
    server.onMessage = note;
    // the account may be another one by then
    context.settings = { ...context.settings, mailFrom: 'Turnario <altro@example.org>' };
    context.clock.advance(3600);
    await worker.wake();
    expect(await outboxStatuses(database)).toEqual(['sent', 'sent', 'sent']);
    const ids = seen.map((raw) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);
    expect(ids.slice(3).toSorted()).toEqual(ids.slice(0, 3).toSorted());
    expect(new Set(ids).size).toBe(3);
  });

  test('a mail is written when it leaves: with the names that people have by then', async () => {
    const context = createMailContext(database, server.url);
    const worker = await start(context);
    server.onRecipient = () => ({ code: 451, text: 'try later' });
    const swap = await queueSwap(database, now);
    await worker.wake();
    await database.run(sql`update users set last_name = 'Neri' where id = ${swap.requester.id}`);
    delete server.onRecipient;
    context.clock.advance(10);
    await worker.wake();
    expect(server.mails.map(({ content }) => content.subject)).toEqual(
      Array(3).fill('Scambio di turno completato: Anna Neri e Marco Bianchi, venerdì 20 novembre 2026'),
    );
  });

  test('a kind that only another version knows is left to it', async () => {
    const worker = await start(createMailContext(database, server.url));
    await queueSwap(database, now);
    await database.run(sql`update mail_outbox set kind = 'di domani' where user_id is null`);
    await worker.wake();
    expect(await outboxStatuses(database)).toEqual(['queued', 'sent', 'sent']);
  });

  test('4xx: that mail waits, the others go out', async () => {
    const context = createMailContext(database, server.url);
    const worker = await start(context);
    server.onRecipient = (address) =>
      address.startsWith('marco') ? { code: 451, text: 'greylisted' } : undefined;
    const swap = await queueSwap(database, now);
    await worker.wake();
    expect(server.mails).toHaveLength(2);
    const waiting = (await listOutbox(database)).find(({ recipient }) => recipient === swap.accepter.email);
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1, lastError: 'RCPT TO: 451 greylisted' });
    delete server.onRecipient;
    context.clock.advance(10);
    await worker.wake();
    expect(server.mails).toHaveLength(3);
    expect(await outboxStatuses(database)).toEqual(['sent', 'sent', 'sent']);
  });

  test('5xx: that mail has failed at once, with the reason', async () => {
    const worker = await start(createMailContext(database, server.url));
    server.onRecipient = (address) =>
      address.startsWith('marco') ? { code: 550, text: 'no such user' } : undefined;
    server.onMessage = ({ to }) =>
      to[0]?.startsWith('cantiere') ? { code: 554, text: 'looks like spam' } : undefined;
    const swap = await queueSwap(database, now);
    await worker.wake();
    const rows = await listOutbox(database);
    expect(rows.map(({ recipient, status, lastError }) => [recipient, status, lastError])).toEqual(
      expect.arrayContaining([
        [swap.requester.email, 'sent', null],
        [swap.accepter.email, 'failed', 'RCPT TO: 550 no such user'],
        [swap.worksiteEmail, 'failed', 'DATA: 554 looks like spam'],
      ]),
    );
    expect(server.mails).toHaveLength(1);
  });

  test('a refused sender is our own account: the mails wait', async () => {
    const worker = await start(createMailContext(database, server.url));
    server.onSender = () => ({ code: 553, text: 'not your address' });
    await queueSwap(database, now);
    await worker.wake();
    expect(await outboxStatuses(database)).toEqual(['queued', 'queued', 'queued']);
  });
});

describe('several workers', () => {
  test('send each mail once', async () => {
    const second = await database.connect();
    const clock = createMailContext(database, null).clock;
    await start(createMailContext(database, server.url, clock));
    await start(createMailContext(second, server.url, clock));
    for (let swaps = 0; swaps < 20; swaps += 1) await queueSwap(database, now);
    await server.waitForMails(60);
    await expect.poll(async () => new Set(await outboxStatuses(database))).toEqual(new Set(['sent']));
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(new Set(server.mails.map(({ content }) => content.messageId)).size).toBe(60);
    expect(server.mails).toHaveLength(60);
    await second.close();
  });
});

test('what another process is sending is left to it', async () => {
  const { clock } = createMailContext(database, null);
  await queueSwap(database, now);
  await database.run(sql`update mail_outbox set status = 'sending', claimed_at = ${clock.now()}`);
  const worker = await start(createMailContext(database, server.url, clock));
  await worker.wake();
  expect(await outboxStatuses(database)).toEqual(['sending', 'sending', 'sending']);
  expect(server.mails).toEqual([]);
});

describe('the sender account', () => {
  test('without one, mails stay queued and untried', async () => {
    const worker = await start(createMailContext(database, null));
    await queueSwap(database, now);
    await worker.wake();
    for (const row of await listOutbox(database))
      expect(row).toMatchObject({ status: 'queued', attempts: 0 });
  });

  test('queued mails are sent once the sender account is saved', async () => {
    const login = { user: 'cantiere.turni@example.it', password: 'p@ss: wörd' };
    const strict = await startSmtpServer({ login });
    const context = createMailContext(database, null);
    context.settings = { ...context.settings, appSecret: 'x'.repeat(40), mailFrom: null };
    await start(context);
    await queueSwap(database, now);
    const password = encryptPassword('x'.repeat(40), login.password);
    await database.transaction(async (tx) => {
      await tx.run(sql`
        insert into mail_settings (account, host, port, is_tls, password_encrypted)
        values (${login.user}, '127.0.0.1', ${strict.port}, false, ${password})`);
      await tx.run(sql`select pg_notify('turnario_mail', '')`);
    });
    await strict.waitForMails(3);
    expect(strict.mails[0]?.from).toBe(login.user);
    await strict.stop();
  });

  test('a password encrypted with another secret is no account', async () => {
    const context = createMailContext(database, null);
    context.settings = { ...context.settings, appSecret: 'y'.repeat(40) };
    const password = encryptPassword('x'.repeat(40), 'geheim');
    await database.run(sql`
      insert into mail_settings (account, host, port, is_tls, password_encrypted)
      values ('a@example.it', '127.0.0.1', ${server.port}, false, ${password})`);
    const worker = await start(context);
    await queueSwap(database, now);
    await worker.wake();
    for (const row of await listOutbox(database))
      expect(row).toMatchObject({ status: 'queued', attempts: 0 });
    expect(context.logged.join('')).toContain('encrypted with another secret');
  });
});

describe('the end', () => {
  test('shutdown takes two seconds at most although the mail server hangs, and what was sent is unsure', async () => {
    const reached = Promise.withResolvers<void>();
    server.onMessage = () => {
      reached.resolve();
      return new Promise(() => undefined);
    };
    const context = createMailContext(database, server.url);
    const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    // what its questions to the database take: more on a busy machine
    const quiet = await timeOf(async () => {
      const idle = await startMailWorker(context);
      await idle.wake();
      await idle.stop();
    });
    const worker = await startMailWorker(context);
    await queueSwap(database, now);
    await reached.promise;
    expect(await timeOf(() => worker.stop())).toBeLessThan(1_900 + 5 * quiet);
    expect(await outboxStatuses(database)).toEqual(['queued', 'queued', 'unsure']);
  });

  test('lets a mail under way be finished', async () => {
    const reached = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    server.onMessage = () => {
      reached.resolve();
      return release.promise;
    };
    const worker = await startMailWorker(createMailContext(database, server.url));
    await queueSwap(database, now);
    await reached.promise;
    const stopping = worker.stop();
    release.resolve();
    await stopping;
    expect(server.mails).toHaveLength(1);
    expect(await outboxStatuses(database)).toEqual(['queued', 'queued', 'sent']);
  });
});
