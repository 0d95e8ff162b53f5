import sql, { type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import { lengthOf } from '../shifts/queries.ts';

/** Who looks, and when: tabs are defined for a viewer. */
export interface Viewer {
  id: string;
  worksiteId: string;
  now: Instant;
  /** What `closedUntil` makes of it at their worksite. */
  closed: Instant;
}

// What the viewer can take, as `judgeOffer` has it, for order and counts alone: cards and commands ask the rule itself.
// `r` is a request of the tab, `mine` the viewer's shift of its day, `theirs` the one on offer.

/** The instant of a local moment; of an hour that the clock repeats the first, as `instantInRome` has it. */
export const inRome = (moment: Sql): Sql => sql`
  least((${moment}) at time zone 'Europe/Rome',
    (${moment} - interval '1 hour') at time zone 'Europe/Rome' + interval '1 hour')`;

const dutyOf = (shift: Sql): Sql => sql`
  (${shift}.work_location, ${shift}.start_time, ${shift}.end_time, ${shift}.second_start_time, ${shift}.second_end_time)`;

const reserved = ({ id }: Pick<Viewer, 'id'>): Sql => sql`
  select s.day from shifts s where s.user_id = ${id} and s.id in (
    select unnest(p.reserved_shift_ids) from pre_acceptances p
    where p.user_id = ${id} and p.status = 'offerta' and p.reserved_until is not null
    union all
    select unnest(p.reserved_shift_ids) from exchange_requests o
    join pre_acceptances p on p.request_id = o.id and p.status = 'offerta' and p.reserved_until is not null
    where o.requester_id = ${id} and o.status = 'aperta')`;

/** The days of the viewer's entries that would change hands in a swap which waits for approval: nothing else can have them. */
export const reservedDays = (viewer: Pick<Viewer, 'id'>): Sql =>
  sql`array(${reserved(viewer)} order by s.day)`;

/**
 * What the following ask of the viewer, read once for all parts of a statement. `me` is the viewer, `answered` the requests to which they
 * have said yes or no, `reserved` their `reservedDays`.
 */
export const aboutViewer = ({ id }: Pick<Viewer, 'id'>): Sql => sql`
  me as materialized (select id, role, contract_hours, enable_flexible_shifts from users where id = ${id}),
  answered as materialized (${answeredRequests(id)}),
  reserved as materialized (${reserved({ id })})`;

/** The requests that the viewer has refused, has pre-accepted or was refused on. */
export const answeredRequests = (viewerId: Viewer['id']): Sql => sql`
  select n.request_id from exchange_rejections n where n.user_id = ${viewerId}
  union all
  select p.request_id from pre_acceptances p
  where p.user_id = ${viewerId} and p.status in ('offerta', 'rifiutata')`;

/** No day of `reserved` lies in the weeks of request `r`. */
export const areWeeksUnreserved: Sql = sql`not exists (
  select from reserved held
  where held.day between r.wanted_week and r.wanted_week + 6 or held.day between r.offered_week and r.offered_week + 6)`;

/** The day of `mine` is none of `reserved`. */
export const isUnreserved: Sql = sql`mine.day not in (select day from reserved)`;

/** The viewer's working entries from a day on, as far as there are open requests: each judged once for all of its day. */
export const ownWork = ({ id, worksiteId, closed }: Viewer, from: Sql): Sql => sql`
  select mine.day, mine.shift_type, ${dutyOf(sql`mine`)} as duty, ${lengthOf(sql`mine`)} as length,
    ${inRome(sql`mine.day + mine.start_time`)} > ${closed} and ${isUnreserved} as is_free
  from shifts mine
  where mine.user_id = ${id} and mine.start_time is not null and mine.day between ${from} and (
    select max(o.requested_day) from exchange_requests o where o.worksite_id = ${worksiteId} and o.status = 'aperta')`;

/** `mine` is a row of `ownWork`, `me` of `aboutViewer`. */
export const fitsShift: Sql = sql`
  mine.is_free and r.requester_role = me.role
  and mine.length = ${lengthOf(sql`theirs`)} and mine.duty is distinct from ${dutyOf(sql`theirs`)}`;

/** Both have one named shift in what is left of the week, not the same, and a day for it. */
export const fitsWeek = ({ id, closed }: Viewer): Sql => sql`(
  select min(mine.shift_type) = max(mine.shift_type) and min(mine.shift_type) <> t.shift_type
    and ${inRome(sql`max(mine.day) + t.start_time`)} > ${closed}
    and ${inRome(sql`t.day + min(mine.start_time)`)} > ${closed}
  from shifts mine, lateral (
    select l.duty ->> 'shiftType' as shift_type, (l.duty ->> 'startTime')::time as start_time,
      (l.duty ->> 'date')::date as day
    from (select r.offered_duties -> -1 as duty) l
  ) t
  where mine.user_id = ${id} and mine.day between r.wanted_week and r.wanted_week + 6
    and ${inRome(sql`mine.day + mine.start_time`)} > ${closed}
  group by t.shift_type, t.start_time, t.day)`;

/** Nothing but holidays and rest in the wanted week, work in the offered one. */
export const fitsHolidays = ({ id }: Viewer): Sql => sql`(
  select bool_and(mine.work_location in ('ferie', 'libero')) filter (where w.is_wanted)
    and bool_or(mine.start_time is not null) filter (where not w.is_wanted)
  from shifts mine, lateral (select mine.day between r.wanted_week and r.wanted_week + 6 as is_wanted) w
  where mine.user_id = ${id}
    and (w.is_wanted or mine.day between r.offered_week and r.offered_week + 6))`;

/** The week of `received` has room for a shift from another week, if the person has flexible shifts. */
export const hasRoom = (person: Sql, given: Sql, received: Sql): Sql => sql`
  (not ${person}.enable_flexible_shifts or date_trunc('week', ${given}) = date_trunc('week', ${received})
    or (select coalesce(sum(${lengthOf(sql`w`)}), interval '0') from shifts w
      where w.user_id = ${person}.id and w.start_time is not null
        and w.day between date_trunc('week', ${received})::date and date_trunc('week', ${received})::date + 6)
      + ${lengthOf(sql`theirs`)} <= interval '20 hours')`;

/** A swap of request `r` waits for approval. */
export const isAwaitingApproval: Sql = sql`
  r.id in (select p.request_id from pre_acceptances p where p.status = 'offerta' and p.reserved_until is not null)`;

/**
 * First what asks for just what the viewer has, then what they can take all the same, then the rest, each by day:
 * `'1 2026-11-24'`, `'2 2026-11-24'`, `'3 2026-11-24'`. Compared by bytes: the rules of a
 * language would sort it no differently, and slower.
 */
export const rankedDay = (fits: Sql, isWanted: Sql): Sql => sql`
  (case when not coalesce(${fits}, false) or ${isAwaitingApproval} then '3 ' when ${isWanted} then '1 ' else '2 ' end
    || r.requested_day::text) collate "C" as sort_key`;

/** What is first by `rankedDay`, on a day. */
export const rankOfBest = (day: Sql): Sql => sql`('1 ' || ${day}::text) collate "C"`;
/** The day of a place among what is first by `rankedDay`; null behind that. */
export const bestDayOf = (sortKey: string): Day | null =>
  sortKey.startsWith('1 ') ? sortKey.slice(2) : null;

/** The day that a request of 'disponibili' is about. */
export const dayOfRank: Sql = sql`substr(m.sort_key, 3)`;

/** The viewer's named shift of the wanted week is the wanted one; holidays are always asked for by their week. */
export const isWeekWanted = ({ id }: Viewer): Sql => sql`(
  r.kind = 'ferie' or r.requested_shift_type = (
    select max(mine.shift_type) from shifts mine
    where mine.user_id = ${id} and mine.day between r.wanted_week and r.wanted_week + 6))`;
