import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { createMailContext, outboxStatuses, queueSwap, sendAll } from '../../../tests/support/mail.ts';
import { createTestClock } from '../../../tests/support/server.ts';
import { testWorkers } from '../../../tests/support/workers.ts';
import { startSmtpServer, type TestSmtpServer } from '../../../tools/smtpServer.ts';

// Mails when a process is killed (SIGKILL) while sending: a real process and a real mail server.

const database = await testDatabase();

let server: TestSmtpServer;
const workers = testWorkers('mail', database);
beforeEach(async () => {
  server = await startSmtpServer();
  await database.run(sql`delete from mail_outbox`);
});
afterEach(() => server.stop());

/** Runs a worker started an hour later to the end, and returns the mails' statuses. */
const settle = async (): Promise<string[]> => {
  const clock = createTestClock(new Date(Date.now() + 3_600_000).toISOString());
  await sendAll(createMailContext(database, server.url, clock));
  return outboxStatuses(database);
};

test.each([
  ['while it connects: all arrive later', 'onGreeting', ['sent', 'sent', 'sent'], 3],
  ['before the message leaves: that mail is unsure', 'onRecipient', ['sent', 'sent', 'unsure'], 2],
  // the server has it, but its response was not recorded
  ['after the message left: that mail is unsure', 'onMessage', ['sent', 'sent', 'unsure'], 3],
] as const)('a process killed %s, and none arrives twice', async (_when, step, statuses, arrived) => {
  await queueSwap(database, new Date().toISOString());
  const reached = Promise.withResolvers<void>();
  const killed = Promise.withResolvers<void>();
  server[step] = () => {
    reached.resolve();
    return killed.promise;
  };
  await workers.start({ SMTP_URL: server.url, MAIL_FROM: 'turni@example.it' });
  await reached.promise;
  await workers.endAll('SIGKILL');
  if (step !== 'onMessage') delete server[step];
  killed.resolve();
  expect(await settle()).toEqual(statuses);
  const ids = server.mails.map(({ content }) => content.messageId);
  expect([ids.length, new Set(ids).size]).toEqual([arrived, arrived]);
});
