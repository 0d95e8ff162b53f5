import { Writable } from 'node:stream';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import type { MailContent } from '../../src/domain/mail/mailPage.ts';
import { writeMail } from '../../src/domain/mail/outboxMail.it.ts';
import type { DatedDuty } from '../../src/domain/shifts/rules.ts';
import { queueSwapMails, type SwapForMail } from '../../src/server/mail/commands.ts';
import type { MailContext } from '../../src/server/mail/delivery.ts';
import { mailRecipient, mailSource, type Sourced } from '../../src/server/mail/queries.source.ts';
import { secondsAfter } from '../../src/server/platform/clock.ts';
import type { Database, Queryable } from '../../src/server/platform/database/database.ts';
import { createMetrics } from '../../src/server/platform/metrics/metrics.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { unsplit } from './duties.ts';

/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): string;
  advance(seconds: number): void;
  waitUntil(instant: string): Promise<void>;
}

export function createTestClock(start = '2026-11-18T09:05:00.000Z'): TestClock {
  let now = start;
  return {
    now: () => now,
    advance: (seconds) => {
      now = secondsAfter(now, seconds);
    },
    waitUntil: async () => undefined,
  };
}

/** What a mail worker needs, and everything it logs. */
export function createMailContext(
  database: Database,
  smtpUrl: string | null,
  clock = createTestClock(),
): MailContext & { clock: TestClock; logged: string[] } {
  const logged: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const settings = readSettings({
    ...(smtpUrl && { SMTP_URL: smtpUrl }),
    MAIL_FROM: 'Turnario <turni@example.it>',
  });
  const log = pino({ level: 'debug' }, stream);
  return { database, clock, settings, log, metrics: createMetrics(), logged };
}

const duty = (startTime: string, endTime: string, shiftType: DatedDuty['shiftType']): DatedDuty => ({
  date: '2026-11-20',
  workLocation: 'sede',
  startTime,
  endTime,
  shiftType,
  ...unsplit,
});

/** A completed swap, and where its mails go. */
export interface MailedSwap extends SwapForMail {
  requester: { id: string; email: string };
  accepter: { id: string; email: string };
}

let swapCount = 0;

/** Two people of a new worksite who have completed a swap; its mails are not queued yet. */
export async function insertSwap(database: Database, completedAt: string): Promise<MailedSwap> {
  swapCount += 1;
  const worksite = { name: `Sede ${swapCount}`, email: `cantiere${swapCount}@example.it` };
  const { id: worksiteId } = await database.one<{ id: string }>(sql`
    insert into worksites (name, access_code, email) values (${worksite.name}, 'CODICE', ${worksite.email})
    returning id`);
  const addPerson = async (firstName: string, lastName: string, gave: DatedDuty) => {
    const email = `${firstName}.${lastName}${swapCount}@example.it`.toLowerCase();
    const { id } = await database.one<{ id: string }>(sql`
      insert into users (worksite_id, email, first_name, last_name, role)
      values (${worksiteId}, ${email}, ${firstName}, ${lastName}, 'operatore') returning id`);
    return { id, email, gave: JSON.stringify([gave]) };
  };
  const requester = await addPerson('Anna', 'Verdi', duty('06:00', '14:00', 'mattina'));
  const accepter = await addPerson('Marco', 'Bianchi', duty('14:00', '22:00', 'pomeriggio'));
  const asTheyWere = '{"role": "operatore", "contractHours": 8, "taxiLicense": null, "phoneNumber": null}';
  const { id } = await database.one<{ id: string }>(sql`
    insert into completed_swaps (worksite_id, kind, requester_id, accepter_id, requester_snapshot, accepter_snapshot,
      requester_gave, accepter_gave, exchange_day, requested_at, offered_at, completed_at)
    values (${worksiteId}, 'turno', ${requester.id}, ${accepter.id}, ${asTheyWere}, ${asTheyWere}, ${requester.gave},
      ${accepter.gave}, '2026-11-20', ${completedAt}, ${completedAt}, ${completedAt})
    returning id`);
  const ids = { requesterId: requester.id, accepterId: accepter.id };
  return { id, ...ids, worksiteEmail: worksite.email, now: completedAt, requester, accepter };
}

/** Completes a swap and queues its three mails. */
export async function queueSwap(database: Database, completedAt: string): Promise<MailedSwap> {
  const swap = await insertSwap(database, completedAt);
  await database.transaction((tx) => queueSwapMails(tx, swap));
  return swap;
}

export interface OutboxRow {
  id: string;
  dedupeKey: string;
  recipient: string;
  status: string;
  attempts: number;
  nextAttemptAt: string;
  sentAt: string | null;
  lastError: string | null;
}

/** Every row of the outbox, in the order of their keys. */
export function listOutbox(database: Database): Promise<OutboxRow[]> {
  return database.many<OutboxRow>(sql`
    select id, dedupe_key as "dedupeKey", ${mailRecipient} as recipient, status, attempts, next_attempt_at as "nextAttemptAt",
      sent_at as "sentAt", last_error as "lastError"
    from mail_outbox m order by dedupe_key`);
}

export interface WrittenOutboxMail extends MailContent {
  swapId: string | null;
  userId: string | null;
  recipient: string;
  status: string;
  attempts: number;
}

/** Every mail of the outbox as it would be sent now, in the order of their keys. */
export async function listWrittenMails(database: Queryable): Promise<WrittenOutboxMail[]> {
  const rows = await database.many<Omit<WrittenOutboxMail, keyof MailContent> & Sourced>(sql`
    select swap_id as "swapId", user_id as "userId", ${mailRecipient} as recipient, ${mailSource} as source, status,
      attempts
    from mail_outbox m order by dedupe_key`);
  return rows.flatMap(({ source, ...mail }) => {
    const content = writeMail(source);
    return content ? [{ ...mail, ...content }] : [];
  });
}

/** The statuses of the outbox, sorted. */
export async function outboxStatuses(database: Database): Promise<string[]> {
  const rows = await listOutbox(database);
  return rows.map(({ status }) => status).toSorted();
}
