import sql, { join } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import {
  type EmailConfig,
  mailStatuses,
  type MailStatus,
  mostCountedMails,
  type OutboxMail,
} from '../../domain/mail/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Settings } from '../platform/settings.ts';
import { mailRecipient, mailSource, type Sourced } from './queries.source.ts';

interface TimeCursor {
  at: Instant;
  id: string;
}

/** A stored mail, with the data for its subject. */
export type StoredMail = Omit<OutboxMail, 'subject'> & Sourced;

export function listMails(
  database: Queryable,
  status: MailStatus,
  after: TimeCursor | null,
  most: number,
): Promise<StoredMail[]> {
  const start = after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``;
  return database.many<StoredMail>(sql`
    select id, kind, ${mailRecipient} as recipient, ${mailSource} as source, status, attempts,
      created_at, sent_at, due_at as next_attempt_at, last_error
    from mail_outbox m
    where status = ${status} ${start}
    order by created_at desc, id desc
    limit ${most}`);
}

/** The number of mails per status, counted up to `mostCountedMails`. */
export async function countMails(database: Queryable): Promise<Record<MailStatus, number>> {
  const columns = mailStatuses.map((status) => {
    // in index order, which prevents a scan of the table
    const counted = sql`
      select 1 from mail_outbox where status = ${status} order by created_at desc limit ${mostCountedMails}`;
    return sql`(select count(*) from (${counted}) as counted)::int`;
  });
  const { counts } = await database.one<{ counts: number[] }>(sql`select array[${join(columns)}] as counts`);
  return Object.fromEntries(mailStatuses.map((status, at) => [status, counts[at] ?? 0])) as Record<
    MailStatus,
    number
  >;
}

type WaitingMail = Omit<EmailConfig['waiting'][number], 'subject'> & Sourced;

/** Mails one person has not received, newest first, at most `most`. */
export const listWaitingMails = (database: Queryable, userId: string, most: number): Promise<WaitingMail[]> =>
  database.many(sql`
    select id, ${mailSource} as source, status, created_at
    from mail_outbox m
    where user_id = ${userId} and status <> 'sent'
    order by created_at desc, id desc
    limit ${most}`);

/** Its link is valid for minutes only: people request a new one instead of a retry. */
const isLasting = sql`kind <> 'password_reset'`;

/** Excludes mails to anonymised accounts. `m` is the alias of the mail's row. */
const isToSomebody = sql`(select u.anonymised_at from users u where u.id = m.user_id) is null`;

/** Queues mails with these statuses, or the one with this id, again, except to deleted accounts. @returns how many */
export const requeueMails = (
  tx: Transaction,
  from: readonly MailStatus[],
  id: string | null,
  now: Instant,
): Promise<number> =>
  tx.run(sql`
    update mail_outbox m set status = 'queued', attempts = 0, due_at = ${now}, claimed_at = null
    where status = any(${[...from]}::text[]) and ${isLasting} and ${isToSomebody}
      ${id === null ? sql`` : sql`and id = ${id}`}`);

/** Makes every queued mail due now instead of after its pause. */
export async function expediteQueuedMails(tx: Transaction, now: Instant): Promise<void> {
  await tx.run(sql`
    update mail_outbox set due_at = ${now} where status = 'queued' and due_at > ${now}`);
}

export const findMail = (
  database: Queryable,
  id: string,
): Promise<{ status: MailStatus; isLasting: boolean; isToSomebody: boolean } | null> =>
  database.maybeOne(sql`
    select status, ${isLasting} as is_lasting, ${isToSomebody} as is_to_somebody from mail_outbox m where id = ${id}`);

export async function listCeoIds(
  database: Queryable,
  { ceoEmails }: Pick<Settings, 'ceoEmails'>,
): Promise<string[]> {
  const rows = await database.many<{ id: string }>(sql`
    select id from users where email = any(${[...ceoEmails]}::text[]) and role = 'admin'`);
  return rows.map(({ id }) => id);
}
