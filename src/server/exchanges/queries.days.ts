import sql, { type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import { dutyMinutes, type ShiftType } from '../../domain/shifts/duty.ts';
import { isDayMirror } from '../notifications/queries.matches.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isUnworkedOn } from '../platform/openDay.ts';
import { lengthOf } from '../shifts/queries.ts';
import { endingColumns, type EndingRequest, inRome, type OfferOfDay } from './queries.ending.ts';
import type { Candidate, PersonRow } from './queries.people.ts';
import {
  dutyTable,
  openRequestColumns,
  type OpenRequestRow,
  requestsWanting,
  type TypedDay,
} from './queries.ts';

// What swaps of a day for another day ask of the tables.

/** An open request that names a day, and on which of its days its requester does not work. */
export interface NamingRequest extends OpenRequestRow {
  requestedShiftType: ShiftType | null;
  unworkedDays: Day[];
}

/**
 * Open requests of alike colleagues who would work on the day of one of these duties and do not yet, for any type or for
 * its type; not those that refused the person.
 */
export const listRequestsNaming = (
  database: Queryable,
  person: Candidate,
  duties: readonly TypedDay[],
  now: Instant,
): Promise<NamingRequest[]> => database.many(requestsNaming(person, duties, now));

const requestsNaming = (person: Candidate, duties: readonly TypedDay[], now: Instant): Sql => sql`
    select ${openRequestColumns}, r.requested_shift_type,
      array(select named from unnest(r.acceptable_days) named
        where ${isUnworkedOn(sql`r.requester_id`, sql`named`)}) as unworked_days
    from exchange_requests r
    where r.worksite_id = ${person.worksiteId} and r.status = 'aperta' and r.kind = 'giorno'
      and r.acceptable_days && ${duties.map(({ date }) => date)}::date[] and r.expires_at > ${now}
      and exists (select from ${dutyTable(duties)}
        where duty.day = any(r.acceptable_days) and coalesce(r.requested_shift_type, duty.type) = duty.type
          and ${isUnworkedOn(sql`r.requester_id`, sql`duty.day`)})
      and r.requester_id <> ${person.id}
      and r.requester_contract_hours = ${person.contractHours} and r.requester_role = ${person.role}
      and not exists (select from pre_acceptances p
        where p.request_id = r.id and p.user_id = ${person.id} and p.status = 'rifiutata')
    order by r.created_at, r.id`;

/** Open requests of other people that offer what this stored one asks for, and ask for what it offers. */
export const listDayMirrors = (
  database: Queryable,
  requestId: string,
  now: Instant,
): Promise<OpenRequestRow[]> =>
  database.many(sql`
    select ${openRequestColumns}
    from exchange_requests own
    join exchange_requests r on r.worksite_id = own.worksite_id and r.status = 'aperta' and r.kind = 'giorno'
      and r.requested_day = any(own.acceptable_days)
    where own.id = ${requestId} and r.requester_id <> own.requester_id and r.expires_at > ${now}
      and r.requester_contract_hours = own.requester_contract_hours and r.requester_role = own.requester_role
      and ${isDayMirror(sql`r`, sql`own`)}
    order by r.created_at, r.id`);

/** A person who has something else than rest on a day. */
export interface FilledDay {
  userId: string;
  day: Day;
}

/** An offer that needs that day free: made by the person, or on their own request with a shift of that day. */
export interface NeedyOffer extends OfferOfDay {
  isOnOwnRequest: boolean;
  /** It waits for approval. */
  isReserved: boolean;
  /** The request does. */
  expiresAt: Instant;
}

/** Standing offers in swaps of days that need one of these days free, oldest request first. */
export const listOffersNeeding = (database: Queryable, filled: readonly FilledDay[]): Promise<NeedyOffer[]> =>
  database.many(offersNeeding(filled));

const filledTable = (filled: readonly FilledDay[]): Sql => sql`
  unnest(${filled.map(({ userId }) => userId)}::uuid[], ${filled.map(({ day }) => day)}::date[]) as filled (user_id, day)`;

const offersNeeding = (filled: readonly FilledDay[]): Sql => sql`
    select ${endingColumns}, p.user_id as offerer_id, p.offered_duties -> 0 as duty, false as is_on_own_request,
      p.reserved_until is not null as is_reserved, r.expires_at
    from ${filledTable(filled)}
    join pre_acceptances p on p.user_id = filled.user_id and p.status = 'offerta'
    join exchange_requests r on r.id = p.request_id and r.kind = 'giorno' and r.requested_day = filled.day
    union all
    select ${endingColumns}, p.user_id, p.offered_duties -> 0, true, p.reserved_until is not null, r.expires_at
    from ${filledTable(filled)}
    join exchange_requests r on r.requester_id = filled.user_id and r.status = 'aperta' and r.kind = 'giorno'
    join pre_acceptances p on p.request_id = r.id and p.status = 'offerta'
      and (p.offered_duties -> 0 ->> 'date')::date = filled.day
    order by id, offerer_id`;

/** People's own open requests that name one of these days as one to work on. */
export const listOpenRequestsNaming = (
  database: Queryable,
  filled: readonly FilledDay[],
): Promise<EndingRequest[]> => database.many(openRequestsNaming(filled));

const openRequestsNaming = (filled: readonly FilledDay[]): Sql => sql`
    select ${endingColumns}
    from ${filledTable(filled)}
    join exchange_requests r on r.requester_id = filled.user_id and r.status = 'aperta' and r.kind = 'giorno'
      and filled.day = any(r.acceptable_days)
    order by r.id`;

/**
 * Whether days that a person fills mean anything for an offer or a request of theirs, or a duty of them is what a
 * colleague's request looks for: four questions in one, since mostly none of them is so.
 */
export async function isAnySwapConcerned(
  database: Queryable,
  person: Candidate,
  filled: readonly FilledDay[],
  duties: readonly TypedDay[],
  now: Instant,
): Promise<boolean> {
  const sought = sql`or exists (${requestsWanting(person, duties, now)}) or exists (${requestsNaming(person, duties, now)})`;
  const { isAny } = await database.one<{ isAny: boolean }>(sql`
    select exists (${offersNeeding(filled)}) or exists (${openRequestsNaming(filled)})
      ${duties.length > 0 ? sought : sql``} as is_any`);
  return isAny;
}

/**
 * How many alike colleagues work an equally long shift on each of these days and do not work on the offered one, by their
 * working shifts alone.
 * @param closed see `closedUntil`
 */
export const countAskedByDay = (
  database: Queryable,
  person: PersonRow,
  offered: HeldDuty,
  range: { from: Day; to: Day },
  closed: Instant,
): Promise<{ day: Day; count: number }[]> =>
  database.many(sql`
    select s.day, count(*) as count
    from shifts s
    join users u on u.id = s.user_id
    where s.worksite_id = ${person.worksiteId} and s.day between ${range.from} and ${range.to}
      and s.start_time is not null and ${inRome(sql`s.day + s.start_time`)} > ${closed}
      and ${lengthOf(sql`s`)} = make_interval(mins => ${dutyMinutes(offered)})
      and u.worksite_id = ${person.worksiteId} and u.is_active and u.id <> ${person.id}
      and u.contract_hours = ${person.contractHours} and u.role = ${person.role}
      and not exists (select from shifts busy
        where busy.user_id = s.user_id and busy.day = ${offered.date} and busy.start_time is not null)
    group by s.day`);
