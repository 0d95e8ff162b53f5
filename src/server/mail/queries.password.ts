import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

export interface NewPasswordMail {
  dedupeKey: string;
  sealedLink: Uint8Array;
  queuedAt: Instant;
  uselessAfter: Instant;
}

/** Queues the mail to a person's own address; for null the same statement inserts nothing. */
export async function insertPasswordMail(
  tx: Transaction,
  userId: string | null,
  mail: NewPasswordMail,
): Promise<void> {
  await tx.run(sql`
    insert into mail_outbox (dedupe_key, kind, user_id, sealed_link, useless_after, due_at, created_at)
    select ${mail.dedupeKey}, 'password_reset', u.id, ${mail.sealedLink}, ${mail.uselessAfter}, ${mail.queuedAt},
      ${mail.queuedAt}
    from users u where u.id = ${userId}`);
}

/** Gives up queued mails that would arrive too late, and deletes their links. @returns how many */
export const giveUpUseless = (database: Queryable, now: Instant): Promise<number> =>
  database.run(sql`
    update mail_outbox set status = 'failed', sealed_link = null, last_error = 'scaduta prima di partire'
    where status = 'queued' and useless_after <= ${now}`);
