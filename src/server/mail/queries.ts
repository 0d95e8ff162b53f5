import sql, { bulk } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { MailedNews } from '../../domain/mail/newsMail.it.ts';
import type { MailSource } from '../../domain/mail/outboxMail.it.ts';
import { mailTries } from '../../domain/mail/rules.ts';
import type { JudgedRow } from '../notifications/queries.matter.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { isDue, type Outbox } from '../platform/outbox/queries.ts';
import { mailRecipient, mailSource } from './queries.source.ts';

/** Wakes the workers of all processes: mails were queued, or the settings changed. */
export const mailChannel = 'turnario_mail';

export interface NewMail {
  /** The same key is queued only once. */
  dedupeKey: string;
  kind: string;
  swapId: string | null;
  /** Sent to this account's address; null if `recipient` has the address. */
  userId: string | null;
  recipient: string | null;
  queuedAt: Instant;
}

/** Queues mails and wakes the workers on commit. */
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
    insert into mail_outbox (dedupe_key, kind, swap_id, user_id, recipient, due_at, created_at)
    values ${bulk(rows)}
    on conflict (dedupe_key) do nothing`);
}

export const mailOutbox: Outbox = {
  name: 'mail',
  table: sql`mail_outbox`,
  tries: mailTries,
  // sending takes at most two minutes
  leaseSeconds: 5 * 60,
  alsoSet: (status, reason, now) => sql`
    , last_error = ${reason}, sent_at = ${status === 'sent' ? now : null},
    sealed_link = ${status === 'queued' ? sql`sealed_link` : sql`null`}`,
};

export interface DueMail {
  id: string;
  recipient: string;
  /** The account with that address; null if none. */
  userId: string | null;
  /** Attempts so far, including the next one. */
  attempts: number;
  createdAt: Instant;
  /** The data for its text. */
  source: MailSource;
  /** The link for the placeholder in its text, encrypted; most mails have none. */
  sealedLink: Uint8Array | null;
}

/** Adds the matters of its news. */
export interface StoredMail extends Omit<DueMail, 'source'> {
  source: Omit<MailSource, 'news'> & { news: (MailedNews & JudgedRow)[] | null };
}

/** Locks the mail that has been due longest; skips rows locked by other processes. */
export const lockDueMail = (tx: Transaction, now: Instant): Promise<StoredMail | null> =>
  tx.maybeOne(sql`
    select m.id, ${mailRecipient} as recipient, m.user_id, ${mailSource} as source, m.attempts + 1 as attempts,
      m.created_at, m.sealed_link
    from mail_outbox m where ${isDue(now)}
    order by m.due_at, m.id limit 1
    for update skip locked`);

/** Deletes a mail of news that has nothing left to tell. */
export async function removeMail(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`delete from mail_outbox where id = ${id}`);
}

/** Used after restoring a backup: mails unsent at that time may have been sent since, so people decide. */
export const holdUnsentMails = (database: Queryable): Promise<number> =>
  database.run(sql`
    update mail_outbox set status = 'unsure', last_error = 'restored from a backup', sealed_link = null
    where status in ('queued', 'sending')`);

export interface MailSettingsRow {
  account: string;
  host: string;
  port: number;
  isTls: boolean;
  passwordEncrypted: Uint8Array;
  updatedAt: Instant;
}

/** The sender account the CEO saved; `locked` in a transaction that changes it. */
export const findMailSettings = (
  database: Queryable,
  lock: 'free' | 'locked' = 'free',
): Promise<MailSettingsRow | null> =>
  database.maybeOne(sql`
    select account, host, port, is_tls, password_encrypted,
      updated_at
    from mail_settings ${lock === 'locked' ? sql`for update` : sql``}`);
