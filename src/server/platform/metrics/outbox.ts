import sql, { raw } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { Queryable } from '../database/database.ts';

/** What of the outbox has not been sent. */
export interface OutboxState {
  queued: number;
  failed: number;
  /** Mails of which nobody knows whether they left. */
  unsure: number;
  /** When the oldest queued mail was written; null without one. */
  oldestQueuedAt: Instant | null;
}

/** Counting stops here: what is asked every few seconds must stay cheap. */
const mostCounted = 10_000;

/** One statement over the index by status; sent mails are not looked at. */
export function readOutboxState(db: Queryable): Promise<OutboxState> {
  const count = (status: string) => sql`
    (select count(*) from (select from mail_outbox where status = ${raw(`'${status}'`)} limit ${mostCounted}) counted)`;
  return db.one<OutboxState>(sql`
    select ${count('queued')} as queued, ${count('failed')} as failed, ${count('unsure')} as unsure,
           (select min(created_at) from mail_outbox where status = 'queued') as oldest_queued_at`);
}
