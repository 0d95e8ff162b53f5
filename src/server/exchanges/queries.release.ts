import sql, { type Sql } from 'sql-template-tag';
import type { Day } from '../../domain/calendar/day.ts';
import type { Queryable } from '../platform/database/database.ts';
import { subjectColumns } from './queries.ts';
import type { StoredSubject } from './subject.ts';

/** An open request that a change of somebody's calendar concerns. */
export interface ConcernedRequest extends StoredSubject {
  id: string;
  requesterId: string;
}

/** Whether a list of duties holds one of these shift rows. */
const holdsAny = (duties: Sql, shiftIds: readonly string[]): Sql => sql`
  exists (select from jsonb_array_elements(${duties}) held
    where (held ->> 'shiftId')::uuid = any(${[...shiftIds]}::uuid[]))`;

interface RelatedRow extends ConcernedRequest {
  isOffer: boolean;
}

/** What one change of a calendar takes out of play, by the requests' ids. */
export interface Concerned {
  /** Open requests of the owner. */
  requests: ConcernedRequest[];
  /** Colleagues' requests that the owner has pre-accepted. */
  offers: ConcernedRequest[];
}

/** A person's own open requests that offer one of these shifts, and colleagues' that they pre-accepted with one. */
export async function listSwapsWith(
  database: Queryable,
  ownerId: string,
  shiftIds: readonly string[],
): Promise<Concerned> {
  const rows = await database.many<RelatedRow>(sql`
    select r.id, r.requester_id as "requesterId", ${subjectColumns}, false as "isOffer"
    from exchange_requests r
    where r.requester_id = ${ownerId} and r.status = 'aperta'
      and (r.offered_shift_id = any(${[...shiftIds]}::uuid[]) or ${holdsAny(sql`r.offered_duties`, shiftIds)})
    union all
    select r.id, r.requester_id, ${subjectColumns}, true
    from pre_acceptances p
    join exchange_requests r on r.id = p.request_id
    where p.user_id = ${ownerId} and p.status = 'offerta' and ${holdsAny(sql`p.offered_duties`, shiftIds)}
    order by id`);
  const related = (wanted: boolean): ConcernedRequest[] => rows.filter(({ isOffer }) => isOffer === wanted);
  return { requests: related(false), offers: related(true) };
}

/** Which swaps of weeks an entry of this week adds to: named shifts only if it is work, holidays always. */
const gains = (saturday: Day, isWork: boolean): Sql => sql`
  ((r.kind = 'settimana' and r.offered_week = ${saturday}::date and ${isWork})
    or (r.kind = 'ferie' and ${saturday}::date in (r.offered_week, r.wanted_week)))`;

/** A person's own open requests about weeks to which a new entry of theirs adds something. */
export function listOpenRequestsGaining(
  database: Queryable,
  ownerId: string,
  saturday: Day,
  isWork: boolean,
): Promise<ConcernedRequest[]> {
  return database.many<ConcernedRequest>(sql`
    select r.id, r.requester_id as "requesterId", ${subjectColumns}
    from exchange_requests r
    where r.requester_id = ${ownerId} and r.status = 'aperta' and ${gains(saturday, isWork)}
    order by r.id`);
}

/** Colleagues' open requests, pre-accepted by this person, to whose offer a new entry of theirs adds something. */
export function listOffersGaining(
  database: Queryable,
  ownerId: string,
  saturday: Day,
  isWork: boolean,
): Promise<ConcernedRequest[]> {
  return database.many<ConcernedRequest>(sql`
    select r.id, r.requester_id as "requesterId", ${subjectColumns}
    from pre_acceptances p
    join exchange_requests r on r.id = p.request_id
    where p.user_id = ${ownerId} and p.status = 'offerta' and ${gains(saturday, isWork)}
    order by r.id`);
}
