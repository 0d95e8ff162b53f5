import sql, { bulk } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { MailSource } from '../../domain/mail/outboxMail.it.ts';
import { mostAttempts, retryPauses } from '../../domain/mail/rules.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { mailRecipient, mailSource } from './queries.source.ts';

/** Wakes the workers of all processes: mails were queued, or the settings changed. */
export const mailChannel = 'turnario_mail';

export interface NewMail {
  /** The same key is queued once, whatever is repeated. */
  dedupeKey: string;
  kind: string;
  swapId: string | null;
  /** To this account's address; null where `recipient` says it. */
  userId: string | null;
  recipient: string | null;
  queuedAt: Instant;
}

/** Queues mails and wakes the workers when the transaction has committed. */
export async function insertMails(tx: Transaction, mails: readonly NewMail[]): Promise<void> {
  const rows = mails.map((mail) => [
    mail.dedupeKey,
    mail.kind,
    mail.swapId,
    mail.userId,
    mail.recipient,
    mail.queuedAt,
    mail.queuedAt,
  ]);
  tx.notify(mailChannel);
  await tx.run(sql`
    insert into mail_outbox (dedupe_key, kind, swap_id, user_id, recipient, next_attempt_at, created_at)
    values ${bulk(rows)}
    on conflict (dedupe_key) do nothing`);
}

/** A mail that this process is sending. */
export interface ClaimedMail {
  id: string;
  recipient: string;
  /** Whose account's address it is; null where it is nobody's. */
  userId: string | null;
  /** Tries so far, this one included. */
  attempts: number;
  createdAt: Instant;
  /** When it was claimed; together with the id it says whose try this is. */
  claimedAt: Instant;
  /** What its text is made of. */
  source: MailSource;
  /** The link its text holds a mark for, encrypted; most mails have none. */
  sealedLink: Uint8Array | null;
}

export async function hasDueMail(database: Queryable, now: Instant): Promise<boolean> {
  const { isDue } = await database.one<{ isDue: boolean }>(sql`
    select exists (select from mail_outbox where status = 'queued' and next_attempt_at <= ${now}) as is_due`);
  return isDue;
}

/** Marks the oldest due mail as being sent, for this process alone; null when none is due. Committed when it returns. */
export const claimMail = (database: Queryable, now: Instant): Promise<ClaimedMail | null> =>
  database.maybeOne(sql`
    update mail_outbox m set status = 'sending', claimed_at = ${now}, attempts = attempts + 1
    where id = (
      select id from mail_outbox where status = 'queued' and next_attempt_at <= ${now}
      order by next_attempt_at, id limit 1
      for update skip locked
    )
    returning m.id, ${mailRecipient} as recipient, m.user_id, ${mailSource} as source, m.attempts, m.created_at,
      m.claimed_at, m.sealed_link`);

type Claim = Pick<ClaimedMail, 'id' | 'claimedAt'>;

// The claim may have been given up as `unsure` meanwhile: what is known for certain still corrects it.
const ofClaim = ({ id, claimedAt }: Claim) =>
  sql`id = ${id} and claimed_at = ${claimedAt} and status in ('sending', 'unsure')`;

export async function markSent(database: Queryable, claim: Claim, now: Instant): Promise<void> {
  await database.run(sql`
    update mail_outbox set status = 'sent', sent_at = ${now}, last_error = null, sealed_link = null
    where ${ofClaim(claim)}`);
}

/** Takes a mail of news back that has nothing to tell any more. */
export async function removeMail(database: Queryable, id: string): Promise<void> {
  await database.run(sql`delete from mail_outbox where id = ${id} and status = 'sending'`);
}

export async function markFailed(database: Queryable, claim: Claim, reason: string): Promise<void> {
  await database.run(sql`
    update mail_outbox set status = 'failed', last_error = ${reason}, sealed_link = null where ${ofClaim(claim)}`);
}

export async function markUnsure(database: Queryable, claim: Claim, reason: string): Promise<void> {
  await database.run(sql`
    update mail_outbox set status = 'unsure', last_error = ${reason}, sealed_link = null where ${ofClaim(claim)}`);
}

/** Puts a mail that certainly did not arrive back in the queue, or gives it up after the last try. */
export async function deferMail(
  database: Queryable,
  claim: Claim & Pick<ClaimedMail, 'attempts'>,
  reason: string,
  now: Instant,
): Promise<void> {
  await database.run(sql`
    update mail_outbox set ${retryState(sql`attempts`, now)}, last_error = ${reason} where ${ofClaim(claim)}`);
}

/** Counts a try for every due mail: no server could be reached for any of them. @returns how many */
export const deferDueMails = (database: Queryable, reason: string, now: Instant): Promise<number> =>
  database.run(sql`
    update mail_outbox set attempts = attempts + 1, ${retryState(sql`attempts + 1`, now)}, last_error = ${reason}
    where id in (
      select id from mail_outbox where status = 'queued' and next_attempt_at <= ${now} for update skip locked
    )`);

const retryState = (attempts: ReturnType<typeof sql>, now: Instant) => sql`
  status = case when ${attempts} >= ${mostAttempts}::int then 'failed' else 'queued' end,
  sealed_link = case when ${attempts} >= ${mostAttempts}::int then null else sealed_link end,
  next_attempt_at = ${now}::timestamptz
    + (${retryPauses}::int[])[least(${attempts}, ${retryPauses.length}::int)] * interval '1 second'`;

/**
 * Gives up claims of before this moment, which nobody will finish. Whether those mails arrived is unknown, so they are not
 * sent again. @returns how many
 */
export const giveUpClaims = (database: Queryable, claimedBefore: Instant): Promise<number> =>
  database.run(sql`
    update mail_outbox set status = 'unsure', last_error = 'interrupted while sending', sealed_link = null
    where status = 'sending' and claimed_at <= ${claimedBefore}`);

/** After a backup was restored: what had not left when it was made may have left since, so it is left to people. */
export const holdUnsentMails = (database: Queryable): Promise<number> =>
  database.run(sql`
    update mail_outbox set status = 'unsure', last_error = 'restored from a backup', sealed_link = null
    where status in ('queued', 'sending')`);

/** When a worker has something to do next: the next try, and the oldest claim. */
export const findNextInstants = (
  database: Queryable,
): Promise<{ nextAttemptAt: Instant | null; oldestClaimAt: Instant | null }> =>
  database.one(sql`
    select (select min(next_attempt_at) from mail_outbox where status = 'queued') as next_attempt_at,
      (select min(claimed_at) from mail_outbox where status = 'sending') as oldest_claim_at`);

export interface MailSettingsRow {
  account: string;
  host: string;
  port: number;
  isTls: boolean;
  passwordEncrypted: Uint8Array;
  updatedAt: Instant;
}

/** The sender account that the CEO saved; `locked` in a transaction that is about to change it. */
export const findMailSettings = (
  database: Queryable,
  lock: 'free' | 'locked' = 'free',
): Promise<MailSettingsRow | null> =>
  database.maybeOne(sql`
    select account, host, port, is_tls, password_encrypted,
      updated_at
    from mail_settings ${lock === 'locked' ? sql`for update` : sql``}`);
