import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect } from 'vitest';
import { buildUser, buildWorksite } from '../../db/builders.ts';
import type { Instant } from '../../src/domain/calendar/day.ts';
import { writeMail } from '../../src/domain/mail/outboxMail.it.ts';
import { queueSwapMails } from '../../src/server/mail/commands.ts';
import { mailRecipient, mailSource, type Sourced } from '../../src/server/mail/queries.source.ts';
import type { MailTimeouts } from '../../src/server/mail/transport.ts';
import { startMailWorker } from '../../src/server/mail/worker.ts';
import type { Database, Queryable } from '../../src/server/platform/database/database.ts';
import { createMetrics } from '../../src/server/platform/metrics/metrics.ts';
import type { OutboxWorker, SenderContext } from '../../src/server/platform/outbox/worker.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { type ReceivedMail, startSmtpServer, type TestSmtpServer } from '../../tools/smtpServer.ts';
import { testDatabase } from './database.ts';
import { dutyWith } from './duties.ts';
import { createTestClock, type TestClock } from './server.ts';

/** A mail worker's context; everything it logs is in `logged`. */
export function createMailContext(
  database: Database,
  smtpUrl: string | null,
  clock = createTestClock('2026-11-18T09:05:00.000Z'),
): SenderContext & { clock: TestClock; logged: string[] } {
  const logged: string[] = [];
  const settings = readSettings({
    ...(smtpUrl && { SMTP_URL: smtpUrl }),
    MAIL_FROM: 'Turnario <turni@example.it>',
  });
  const log = pino({ level: 'debug' }, { write: (line) => void logged.push(line) });
  return { database, clock, settings, log, metrics: createMetrics(), logged };
}

let swapCount = 0;

/** Inserts a completed swap of two people of a new worksite; its mails are not queued yet. */
export async function insertSwap(database: Database, now: Instant) {
  swapCount += 1;
  const where = { database, clock: createTestClock(now) };
  const worksite = await buildWorksite(where, { email: `cantiere${swapCount}@example.it` });
  const add = (firstName: string, lastName: string) => {
    const email = `${firstName}.${lastName}${swapCount}@example.it`.toLowerCase();
    return buildUser(where, { worksiteId: worksite.id, email, firstName, lastName });
  };
  const [requester, accepter] = [await add('Anna', 'Verdi'), await add('Marco', 'Bianchi')];
  const early = dutyWith();
  const late = dutyWith({ startTime: '14:00', endTime: '22:00', shiftType: 'pomeriggio' });
  const asTheyWere = '{"role": "operatore", "contractHours": 8, "taxiLicense": null, "phoneNumber": null}';
  const { id } = await database.one<{ id: string }>(sql`
    insert into completed_swaps (worksite_id, kind, requester_id, accepter_id, requester_snapshot, accepter_snapshot,
      requester_gave, accepter_gave, exchange_day, requested_at, offered_at, completed_at)
    values (${worksite.id}, 'turno', ${requester.id}, ${accepter.id}, ${asTheyWere}, ${asTheyWere},
      ${JSON.stringify([early])}, ${JSON.stringify([late])}, ${early.date}, ${now}, ${now}, ${now})
    returning id`);
  const ids = { requesterId: requester.id, accepterId: accepter.id };
  return { id, ...ids, worksiteEmail: worksite.email, now, requester, accepter };
}

/** Inserts a completed swap and queues its three mails. */
export async function queueSwap(database: Database, completedAt: string) {
  const swap = await insertSwap(database, completedAt);
  await database.transaction((tx) => queueSwapMails(tx, swap));
  return swap;
}

interface OutboxRow extends Sourced {
  id: string;
  dedupeKey: string;
  swapId: string | null;
  userId: string | null;
  recipient: string;
  status: string;
  attempts: number;
  nextAttemptAt: Instant;
  sentAt: Instant | null;
  lastError: string | null;
}

/** Every row of the outbox, by key. */
export const listOutbox = (database: Queryable): Promise<OutboxRow[]> =>
  database.many(sql`
    select id, dedupe_key, swap_id, user_id, ${mailRecipient} as recipient, ${mailSource} as source, status, attempts,
      due_at as next_attempt_at, sent_at, last_error
    from mail_outbox m order by dedupe_key`);

/** Every mail of the outbox as it would be sent now, by key. */
export async function listWrittenMails(database: Queryable) {
  return (await listOutbox(database)).flatMap(({ source, ...mail }) => {
    const content = writeMail(source);
    return content ? [{ ...mail, ...content }] : [];
  });
}

/** The statuses of the outbox, sorted. */
export const outboxStatuses = async (database: Queryable): Promise<string[]> =>
  (await listOutbox(database)).map(({ status }) => status).toSorted();

/** Runs a worker until the queue is empty. */
export async function sendAll(context: SenderContext, timeouts?: MailTimeouts): Promise<void> {
  const worker = await startMailWorker(context, timeouts);
  await worker.wake();
  await worker.stop();
}

/** A mail's header fields by lower-case name; fails if one is repeated. */
export function headersOf({ content }: ReceivedMail): Record<string, string> {
  const headers = Object.fromEntries(content.headers.map(({ key, value }) => [key, value]));
  expect(Object.keys(headers)).toHaveLength(content.headers.length);
  return headers;
}

/**
 * Checks the headers that every mail has, and that none names the software.
 *
 * @param domain the expected domain of the Message-ID
 * @param others the names of headers that only some mails have
 */
export function expectProperHeaders(
  mail: ReceivedMail,
  writtenAt: string,
  domain: string,
  others: readonly string[] = [],
): void {
  const any = expect.any(String) as string;
  expect(headersOf(mail)).toEqual({
    date: new Date(writtenAt).toUTCString().replace('GMT', '+0000'),
    'message-id': expect.stringMatching(/^<[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@[^@]+>$/) as string,
    'auto-submitted': 'auto-generated',
    'mime-version': '1.0',
    ...Object.fromEntries(['from', 'to', 'subject', 'content-type', ...others].map((name) => [name, any])),
  });
  expect(mail.content.messageId?.split('@')[1]).toBe(`${domain}>`);
}

/** A new mail server and worker context for each test; workers stop after it. */
export async function mailTest() {
  const database = await testDatabase();
  const workers: OutboxWorker[] = [];
  const at = {} as { server: TestSmtpServer; context: ReturnType<typeof createMailContext> };
  beforeEach(async () => {
    at.server = await startSmtpServer();
    at.context = createMailContext(database, at.server.url);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await at.server.stop();
    await database.run(sql`delete from mail_outbox`);
    await database.run(sql`delete from mail_settings`);
  });
  return {
    database,
    at,
    workers,
    start: async (...args: Parameters<typeof startMailWorker>): Promise<OutboxWorker> => {
      const worker = await startMailWorker(...args);
      workers.push(worker);
      return worker;
    },
    swap: (completedAt = '2026-11-18T09:05:00.000Z') => queueSwap(database, completedAt),
    statuses: () => outboxStatuses(database),
    sentIds: () => at.server.mails.map(({ content }) => content.messageId),
    /** All three mails of the only swap match this. */
    expectEach: async (expected: object): Promise<void> =>
      expect(await listOutbox(database)).toMatchObject([expected, expected, expected]),
  };
}
