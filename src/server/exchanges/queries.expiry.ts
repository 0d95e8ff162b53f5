import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** Worksites in which an open request has expired. */
export async function listWorksitesWithExpired(database: Queryable, now: Instant): Promise<string[]> {
  const rows = await database.many<{ worksiteId: string }>(sql`
    select distinct worksite_id as "worksiteId" from exchange_requests
    where status = 'aperta' and expires_at <= ${now}`);
  return rows.map((row) => row.worksiteId);
}

/** Open requests of a worksite that have expired, locked. */
export function listExpiredRequests(
  tx: Transaction,
  worksiteId: string,
  now: Instant,
): Promise<{ id: string; requesterId: string; expiresAt: Instant }[]> {
  return tx.many<{ id: string; requesterId: string; expiresAt: Instant }>(sql`
    select id, requester_id as "requesterId", expires_at as "expiresAt" from exchange_requests
    where worksite_id = ${worksiteId} and status = 'aperta' and expires_at <= ${now}
    order by id
    for update`);
}

/** When the next open request expires, or null if none is open. */
export async function findNextExpiry(database: Queryable, now: Instant): Promise<Instant | null> {
  const { next } = await database.one<{ next: Instant | null }>(sql`
    select min(expires_at) as next from exchange_requests where status = 'aperta' and expires_at > ${now}`);
  return next;
}
