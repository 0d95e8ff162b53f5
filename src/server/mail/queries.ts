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
    insert into mail_outbox (dedupe_key, kind, swap_id, user_id, recipient, due_at, created_at)
    values ${bulk(rows)}
    on conflict (dedupe_key) do nothing`);
}

export const mailOutbox: Outbox = {
  name: 'mail',
  table: sql`mail_outbox`,
  tries: mailTries,
  // sending takes two minutes at most
  leaseSeconds: 5 * 60,
  alsoSet: (status, reason, now) => sql`
    , last_error = ${reason}, sent_at = ${status === 'sent' ? now : null},
    sealed_link = ${status === 'queued' ? sql`sealed_link` : sql`null`}`,
};

export interface DueMail {
  id: string;
  recipient: string;
  /** Whose account's address it is; null where it is nobody's. */
  userId: string | null;
  /** Tries so far, the next one included. */
  attempts: number;
  createdAt: Instant;
  /** What its text is made of. */
  source: MailSource;
  /** The link its text holds a mark for, encrypted; most mails have none. */
  sealedLink: Uint8Array | null;
}

/** With what its news wait for. */
export interface StoredMail extends Omit<DueMail, 'source'> {
  source: Omit<MailSource, 'news'> & { news: (MailedNews & JudgedRow)[] | null };
}

/** The mail that is due longest, locked; one that another process has locked is passed over. */
export const lockDueMail = (tx: Transaction, now: Instant): Promise<StoredMail | null> =>
  tx.maybeOne(sql`
    select m.id, ${mailRecipient} as recipient, m.user_id, ${mailSource} as source, m.attempts + 1 as attempts,
      m.created_at, m.sealed_link
    from mail_outbox m where ${isDue(now)}
    order by m.due_at, m.id limit 1
    for update skip locked`);

/** Takes a mail of news back that has nothing to tell any more. */
export async function removeMail(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`delete from mail_outbox where id = ${id}`);
}

/** After a backup was restored: what had not left when it was made may have left since, so it is left to people. */
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

/** The sender account that the CEO saved; `locked` in a transaction that is about to change it. */
export const findMailSettings = (
  database: Queryable,
  lock: 'free' | 'locked' = 'free',
): Promise<MailSettingsRow | null> =>
  database.maybeOne(sql`
    select account, host, port, is_tls, password_encrypted,
      updated_at
    from mail_settings ${lock === 'locked' ? sql`for update` : sql``}`);
