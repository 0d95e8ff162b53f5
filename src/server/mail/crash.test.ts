import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, settingsFor, type TestDatabase } from '../../../tests/support/database.ts';
import { createMailContext, createTestClock, listOutbox, queueSwap } from '../../../tests/support/mail.ts';
import { type Exit, type Running, startProcess } from '../../../tools/process.ts';
import { startSmtpServer, type TestSmtpServer } from '../../../tools/smtpServer.ts';
import { startMailWorker } from './worker.ts';

// What happens to the mails when a process is killed (SIGKILL) while it sends: a real process and a real mail server.

let database: TestDatabase;
let server: TestSmtpServer;
let children: Running[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  server = await startSmtpServer();
});

afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
  await server.stop();
});

async function startWorkerProcess(): Promise<Running> {
  const running = startProcess({
    args: [fileURLToPath(new URL('../../../tests/support/mailWorkerProcess.ts', import.meta.url))],
    env: {
      SMTP_URL: server.url,
      MAIL_FROM: 'turni@example.it',
      LOG_LEVEL: 'silent',
      ...settingsFor(database),
    },
  });
  children.push(running);
  await once(running.child.stdout!, 'data');
  return running;
}

const kill = (running: Running): Promise<Exit> => running.end('SIGKILL');

/** An outbox with the mails of so many swaps and no others. */
const queueSwaps = async (count: number): Promise<void> => {
  await database.run(sql`delete from mail_outbox`);
  for (let swaps = 0; swaps < count; swaps += 1) await queueSwap(database, new Date().toISOString());
};

/** Lets a worker that starts an hour later do all there is to do; answers how many mails have which status. */
const settle = async (): Promise<Record<string, number>> => {
  const clock = createTestClock(new Date(Date.now() + 3_600_000).toISOString());
  const worker = await startMailWorker(createMailContext(database, server.url, clock));
  await worker.wake();
  await worker.stop();
  const counts: Record<string, number> = {};
  for (const { status } of await listOutbox(database)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const receivedIds = (): (string | undefined)[] => server.mails.map(({ content }) => content.messageId);

// opening the embedded database takes seconds
describe('a process killed', () => {
  test('a process killed while it connects leaves the mails queued: all arrive later', async () => {
    await queueSwaps(1);
    const reached = Promise.withResolvers<void>();
    server.onGreeting = () => {
      reached.resolve();
      return new Promise(() => undefined);
    };
    const child = await startWorkerProcess();
    await reached.promise;
    await kill(child);
    delete server.onGreeting;
    expect(await settle()).toEqual({ sent: 3 });
    expect(new Set(receivedIds()).size).toBe(3);
  });

  test('a process killed before the message leaves: that mail is unsure, the others arrive', async () => {
    await queueSwaps(1);
    const reached = Promise.withResolvers<void>();
    server.onRecipient = () => {
      reached.resolve();
      return new Promise(() => undefined);
    };
    const child = await startWorkerProcess();
    await reached.promise;
    await kill(child);
    delete server.onRecipient;
    expect(await settle()).toEqual({ sent: 2, unsure: 1 });
    expect(receivedIds()).toHaveLength(2);
  });

  test('a process killed after the server has the message, before its answer is noted: that mail has arrived once', async () => {
    await queueSwaps(1);
    const killed = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    server.onMessage = () => {
      reached.resolve();
      return killed.promise;
    };
    const child = await startWorkerProcess();
    await reached.promise;
    await kill(child);
    killed.resolve();
    expect(await settle()).toEqual({ sent: 2, unsure: 1 });
    expect(receivedIds()).toHaveLength(3);
    expect(new Set(receivedIds()).size).toBe(3);
  });

  test('again and again under load: no mail twice, none missing but those that are marked', async () => {
    const swaps = 15;
    await queueSwaps(swaps);
    for (const enough of [7, 19, 30]) {
      const child = await startWorkerProcess();
      await server.waitForMails(enough);
      await kill(child);
    }
    const { sent = 0, unsure = 0, ...others } = await settle();
    expect(others).toEqual({});
    expect(sent + unsure).toBe(swaps * 3);
    expect(unsure).toBeLessThanOrEqual(3);
    expect(new Set(receivedIds()).size).toBe(receivedIds().length);
    expect(receivedIds().length).toBeGreaterThanOrEqual(sent);
  });
});
