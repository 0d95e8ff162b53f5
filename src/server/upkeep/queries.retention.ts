import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** Whether acts are on record from before a moment. */
export async function hasActsBefore(database: Queryable, moment: Instant): Promise<boolean> {
  const oldest = await database.maybeOne<{ at: Instant }>(
    sql`select at from audit_log order by at, id limit 1`,
  );
  return oldest !== null && oldest.at < moment;
}

/** @returns how many records of acts went, the oldest first; only in a transaction that said so may any of them go */
export async function deleteActsBefore(tx: Transaction, moment: Instant, limit: number): Promise<number> {
  await tx.run(sql`select set_config('turnario.audit_kept_since', ${moment}, true)`);
  return tx.run(sql`
    delete from audit_log where id = any(array(
      select id from audit_log where at < ${moment} order by at, id limit ${limit} for update skip locked))`);
}
