import sql from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { UnwrittenEntry } from './queries.ts';

/** An entry about to be changed or removed. */
export type LeavingEntry = Pick<Entry, 'date' | 'workLocation'> & { id: string };

/** Entries recorded together, and the previous entries of those days. */
export interface StoredBatch {
  shiftIds: string[];
  replaced: UnwrittenEntry[];
  createdAt: Instant;
}

export async function insertBatch(
  tx: Transaction,
  batch: { userId: string; shiftIds: readonly string[]; replaced: readonly UnwrittenEntry[]; now: Instant },
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into shift_batches (user_id, created_at, shift_ids, replaced)
    values (${batch.userId}, ${batch.now}, ${[...batch.shiftIds]}::uuid[], ${JSON.stringify(batch.replaced)}::jsonb)
    returning id`);
  return id;
}

export const findBatch = (tx: Transaction, userId: string, batchId: string): Promise<StoredBatch | null> =>
  tx.maybeOne(sql`
    select shift_ids, replaced, created_at from shift_batches
    where id = ${batchId} and user_id = ${userId}`);

/** Entries of a batch from `today` on that are unchanged and part of no swap. */
export const listUnchangedOf = (
  tx: Transaction,
  userId: string,
  { shiftIds, createdAt }: StoredBatch,
  today: Day,
): Promise<LeavingEntry[]> =>
  tx.many(sql`
    select s.id, s.day as date, s.work_location from shifts s
    where s.id = any(${shiftIds}::uuid[]) and s.user_id = ${userId} and s.updated_at = ${createdAt} and s.day >= ${today}
      and s.from_swap_id is null
      and not exists (select from exchange_requests r where r.requester_id = s.user_id and r.status = 'aperta'
        and r.offered_duties @> jsonb_build_array(jsonb_build_object('shiftId', s.id)))
      and not exists (select from pre_acceptances p where p.user_id = s.user_id and p.status = 'offerta'
        and p.offered_duties @> jsonb_build_array(jsonb_build_object('shiftId', s.id)))
    order by s.day`);

export async function deleteBatch(tx: Transaction, batchId: string): Promise<void> {
  await tx.run(sql`delete from shift_batches where id = ${batchId}`);
}

export async function deleteOldBatches(database: Queryable, oldest: Instant): Promise<void> {
  await database.run(sql`delete from shift_batches where created_at < ${oldest}`);
}
