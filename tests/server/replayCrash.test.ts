import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startMailWorker } from '../../src/server/mail/worker.ts';
import { findFreePort } from '../../tools/freePort.ts';
import { type Product, startProduct } from '../../tools/product.ts';
import { startSmtpServer, type TestSmtpServer } from '../../tools/smtpServer.ts';
import { runReplay } from '../support/commands.ts';
import { createTestDatabase, settingsFor, type TestDatabase } from '../support/database.ts';
import { createMailContext, listOutbox, type OutboxRow } from '../support/mail.ts';
import { createTestClock } from '../support/server.ts';

// The server is killed (SIGKILL) in the middle of a replay, started again, and the same command goes on.

/** Says on each call that the server answered whether to kill it now. */
type Trigger = (call: { method: string; route: string; status: number }) => boolean;

let database: TestDatabase;
let smtp: TestSmtpServer;
let port: number;
let server: Product | null = null;

beforeEach(async () => {
  database = await createTestDatabase();
  smtp = await startSmtpServer();
  port = await findFreePort();
});

afterEach(async () => {
  await killServer();
  await smtp.stop();
  await database.close();
});

async function startServer(shallDie: Trigger): Promise<void> {
  const settings = {
    ...settingsFor(database),
    PORT: String(port),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'turni@example.it',
  };
  const product = startProduct({ ...settings, LOG_LEVEL: 'info' });
  server = product;
  createInterface(product.child.stdout!).on('line', (line) => {
    if (line.startsWith('{') && shallDie(JSON.parse(line))) product.child.kill('SIGKILL');
  });
  await product.url;
}

const killServer = async (): Promise<void> => void (await server?.end('SIGKILL'));

/** Kills after `count` successful calls of a route. */
function after(count: number, method: string, route: string): Trigger {
  let seen = 0;
  return (call) => {
    if (call.method === method && call.route === route && call.status < 300) seen += 1;
    return seen >= count;
  };
}

const never: Trigger = () => false;
const replay = () => runReplay('roster-12', `http://127.0.0.1:${port}`, '--label', 'interrotto');

/** Has every mail sent that is still due, an hour later. */
const settleMails = async (): Promise<OutboxRow[]> => {
  const clock = createTestClock(new Date(Date.now() + 3_600_000).toISOString());
  const worker = await startMailWorker(createMailContext(database, smtp.url, clock));
  await worker.wake();
  await worker.stop();
  return listOutbox(database);
};

test('a replay survives the death of the server, wherever it is hit', async () => {
  const triggers = [
    after(120, 'POST', '/api/shifts'),
    after(5, 'POST', '/api/exchange-requests'),
    after(6, 'POST', '/api/exchange-requests/:id/pre-accept'),
    after(4, 'POST', '/api/exchange-requests/:id/final-confirm'),
  ];
  for (const trigger of triggers) {
    await startServer(trigger);
    const interrupted = await replay();
    expect(interrupted.stderr).toContain('run the same command again');
    expect(interrupted.code).toBe(2);
    await killServer();
  }

  // and once while a mail is on its way: the mail server has it, the answer does not get through
  smtp.onMessage = killServer;
  await startServer(never);
  await replay();
  await killServer();
  delete smtp.onMessage;

  await startServer(never);
  const last = await replay();
  expect(last).toMatchObject({ code: 0, stderr: '' });
  expect(last.stdout).toContain('Conserved');
  await killServer();

  const [, swaps = '0'] = /^swaps +(\d+)/m.exec(last.stdout) ?? [];
  expect(Number(swaps)).toBeGreaterThanOrEqual(10);
  const outbox = await settleMails();
  // beside them what people without a device have not read
  const ofSwaps = outbox.filter(({ dedupeKey }) => dedupeKey.startsWith('swap:'));
  expect(ofSwaps).toHaveLength(Number(swaps) * 3);
  expectEachMailAtMostOnce(outbox);
});

function expectEachMailAtMostOnce(outbox: OutboxRow[]): void {
  const arrived = smtp.mails.map(({ content }) => content.messageId);
  expect(new Set(arrived).size).toBe(arrived.length);
  const missing = outbox.filter(({ id }) => !arrived.includes(`<${id}@example.it>`));
  const unsure = outbox.filter(({ status }) => status === 'unsure');
  // the last kill leaves exactly one mail in doubt; the others may have hit one each
  expect(unsure.length).toBeGreaterThanOrEqual(1);
  expect(unsure.length).toBeLessThanOrEqual(6);
  expect(unsure).toEqual(expect.arrayContaining(missing));
  expect(outbox.every(({ status }) => status === 'sent' || status === 'unsure')).toBe(true);
}
