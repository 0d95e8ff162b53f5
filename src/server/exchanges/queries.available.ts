import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Position } from '../platform/http/cursor.ts';
import { isOpenOn, isUnworkedOn } from '../platform/openDay.ts';
import { lengthOf } from '../shifts/queries.ts';
import {
  aboutViewer,
  areWeeksUnreserved,
  bestDayOf,
  fitsHolidays,
  fitsShift,
  fitsWeek,
  hasRoom,
  inRome,
  isAwaitingApproval,
  isUnreserved,
  isWeekWanted,
  ownWork,
  rankedDay,
  rankOfBest,
  type Viewer,
} from './queries.takeable.ts';

// The tab 'disponibili' by kinds of swaps, each request as `id` and `sort_key`: with whether the viewer can take it.

const todayAt = (now: Instant): Sql => sql`(${now}::timestamptz at time zone 'Europe/Rome')::date`;

// `not in`, not `not exists`: the few answers of the viewer are not looked through for each request
const unanswered: Sql = sql`r.id not in (select request_id from answered)`;

/** Swaps of single shifts on the day of `mine`. */
const ofShifts = ({ id, worksiteId, now }: Viewer): Sql => sql`
  r.requested_day = mine.day and r.worksite_id = ${worksiteId} and r.status = 'aperta' and r.kind = 'turno'
  and r.requester_id <> ${id} and r.expires_at > ${now} and r.requester_contract_hours = me.contract_hours
  and ${unanswered}`;

const isShiftWanted: Sql = sql`r.requested_shift_type = mine.shift_type`;

const shiftRequests = (viewer: Viewer): Sql => sql`
  select r.id, ${rankedDay(fitsShift, isShiftWanted)}
  from me cross join mine
  join exchange_requests r on ${ofShifts(viewer)}
  join shifts theirs on theirs.id = r.offered_shift_id`;

const weekRequests = ({ id, worksiteId, now, closed }: Viewer): Sql => sql`
  select r.id, ${rankedDay(
    sql`${areWeeksUnreserved} and
    case r.kind when 'ferie' then ${fitsHolidays({ id, worksiteId, now, closed })}
    else ${fitsWeek({ id, worksiteId, now, closed })} end`,
    isWeekWanted({ id, worksiteId, now, closed }),
  )}
  from exchange_requests r
  where r.worksite_id = ${worksiteId} and r.wanted_week >= ${todayAt(now)} - 6 and r.status = 'aperta'
    and r.requester_id <> ${id} and r.expires_at > ${now} and ${unanswered}
    and exists (select from shifts mine
      where mine.user_id = ${id} and mine.day between r.wanted_week and r.wanted_week + 6
        and case r.kind when 'ferie' then mine.work_location = 'ferie'
          else ${inRome(sql`mine.day + mine.start_time`)} > ${closed} end)`;

/**
 * Requests for a day on which the viewer does not work, by who would work, and does not yet, on a day on which the viewer has an equally long
 * shift to come.
 */
const dayRequests = ({ id, worksiteId, now, closed }: Viewer): Sql => sql`
  select r.id, ${rankedDay(sql`choice.has_room and q.role = me.role and ${isOpenOn(sql`me.id`, sql`r.requested_day`)}`, sql`false`)}
  from exchange_requests r
  join users q on q.id = r.requester_id
  cross join me
  join shifts theirs on theirs.id = r.offered_shift_id
  cross join lateral (
    select bool_or(${isUnreserved}
      and ${hasRoom(sql`me`, sql`mine.day`, sql`r.requested_day`)}
      and ${hasRoom(sql`q`, sql`r.requested_day`, sql`mine.day`)}) as has_room
    from shifts mine
    where mine.user_id = me.id and mine.day = any(r.acceptable_days) and mine.start_time is not null
      and ${inRome(sql`mine.day + mine.start_time`)} > ${closed} and ${lengthOf(sql`mine`)} = ${lengthOf(sql`theirs`)}
      and ${isUnworkedOn(sql`r.requester_id`, sql`mine.day`)}
  ) choice
  where r.worksite_id = ${worksiteId} and r.status = 'aperta' and r.kind = 'giorno'
    and r.requester_id <> ${id} and r.expires_at > ${now} and r.requester_contract_hours = me.contract_hours
    and choice.has_room is not null and ${unanswered}
    and not exists (select from shifts busy
      where busy.user_id = me.id and busy.day = r.requested_day and busy.start_time is not null)`;

const judgedBy = (viewer: Viewer): Sql => sql`
  ${aboutViewer(viewer)}, mine as materialized (${ownWork(viewer, todayAt(viewer.now))})`;

/** All members. */
export const available = (viewer: Viewer): Sql => sql`
  (with ${judgedBy(viewer)}
  ${shiftRequests(viewer)} union all ${weekRequests(viewer)} union all ${dayRequests(viewer)})`;

/**
 * The first members in their order, and others. Of a large worksite's many swaps of single shifts those of the first rank
 * are looked for day by day until there are enough, and the others judged only where there are fewer.
 *
 * @param after the place behind which they are wanted; null for the first ones
 * @param most how many are enough
 */
export function firstAvailable(viewer: Viewer, after: Position | null, most: number): Sql {
  const day = after && bestDayOf(after.key);
  if (after && day === null) return available(viewer);
  const isBehind = after ? sql`(mine.day, r.id) > (${day}::date, ${after.id}::uuid)` : sql`true`;
  const from = day === null ? sql`` : sql`and mine.day >= ${day}::date`;
  // the order of the days is the one in which a lateral join goes through them: it stops at the limit
  const best = sql`
    select found.id, ${rankOfBest(sql`mine.day`)} as sort_key
    from (select * from mine where mine.is_free ${from} order by mine.day) mine
    cross join lateral (
      select r.id from me
      join exchange_requests r on ${ofShifts(viewer)} and ${isShiftWanted} and ${isBehind}
      join shifts theirs on theirs.id = r.offered_shift_id and ${fitsShift}
      where not ${isAwaitingApproval}
      order by r.id limit ${most}
    ) found
    order by mine.day
    limit ${most}`;
  return sql`
    (with ${judgedBy(viewer)}, best as materialized (${best}),
    missing as materialized (select count(*) < ${most} as are_missing from best)
    select id, sort_key from best
    union all
    ${weekRequests(viewer)}
    union all
    select o.id, o.sort_key from (${shiftRequests(viewer)}) o
    where (select are_missing from missing) and o.sort_key >= '2'
    union all
    select o.id, o.sort_key from (${dayRequests(viewer)}) o where (select are_missing from missing))`;
}
