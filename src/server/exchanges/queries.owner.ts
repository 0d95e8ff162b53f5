import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { subjectColumns } from './queries.ts';
import type { StoredSubject } from './subject.ts';

/** A person's own open requests, by day. */
export function listOpenRequestsOf(
  database: Queryable,
  userId: string,
): Promise<(StoredSubject & { id: string })[]> {
  return database.many<StoredSubject & { id: string }>(sql`
    select r.id, ${subjectColumns} from exchange_requests r
    where r.requester_id = ${userId} and r.status = 'aperta'
    order by r.offered_day, r.id`);
}

export interface StandingOffer extends StoredSubject {
  requestId: string;
  requesterId: string;
}

/** The open requests that a person has pre-accepted, by day. */
export function listStandingOffersOf(database: Queryable, userId: string): Promise<StandingOffer[]> {
  return database.many<StandingOffer>(sql`
    select r.id as "requestId", r.requester_id as "requesterId", ${subjectColumns}
    from pre_acceptances p
    join exchange_requests r on r.id = p.request_id
    where p.user_id = ${userId} and p.status = 'offerta' and r.status = 'aperta'
    order by r.offered_day, r.id`);
}
