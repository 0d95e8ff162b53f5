import sql, { join, type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { type ExchangeTab, exchangeTabs } from '../../domain/exchanges/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isOpenOn } from '../platform/openDay.ts';
import { lengthOf } from '../shifts/queries.ts';

/** Who looks, and when: tabs are defined for a viewer, named by value or by the columns that hold it. */
export interface Viewer {
  id: string | Sql;
  worksiteId: string | Sql;
  now: Instant;
  /** What `closedUntil` makes of it at their worksite. */
  closed: Instant | Sql;
}

// `not in`, not `not exists`: the few answers of the viewer are read once and kept, whatever the number of requests
export const unanswered = (viewerId: Viewer['id']): Sql => sql`
  r.id not in (
    select n.request_id from exchange_rejections n where n.user_id = ${viewerId}
    union all
    select p.request_id from pre_acceptances p
    where p.user_id = ${viewerId} and p.status in ('offerta', 'rifiutata'))`;

const inRome = (moment: Sql): Sql => sql`(${moment}) at time zone 'Europe/Rome'`;

const todayAt = (now: Instant): Sql => sql`(${now}::timestamptz at time zone 'Europe/Rome')::date`;

// What the viewer can take, as `judgeOffer` has it, for order and counts alone: cards and commands ask the rule itself.
// `r` is a request of the tab, `mine` the viewer's shift of its day, `theirs` the one on offer.

const dutyOf = (shift: Sql): Sql => sql`
  (${shift}.work_location, ${shift}.start_time, ${shift}.end_time, ${shift}.second_start_time, ${shift}.second_end_time)`;

/** The days of the viewer's entries that would change hands in a swap which waits for approval: nothing else can have them. */
export const reservedDays = ({ id }: Pick<Viewer, 'id'>): Sql => sql`array(
  select s.day from shifts s where s.user_id = ${id} and s.id in (
    select unnest(p.reserved_shift_ids) from pre_acceptances p
    where p.user_id = ${id} and p.status = 'offerta' and p.reserved_until is not null
    union all
    select unnest(p.reserved_shift_ids) from exchange_requests o
    join pre_acceptances p on p.request_id = o.id and p.status = 'offerta' and p.reserved_until is not null
    where o.requester_id = ${id} and o.status = 'aperta')
  order by s.day)`;

/** None of them lies in the weeks of request `r`. */
const areWeeksUnreserved = (viewer: Viewer): Sql => sql`not exists (
  select from unnest(${reservedDays(viewer)}) reserved (day)
  where reserved.day between r.wanted_week and r.wanted_week + 6
    or reserved.day between r.offered_week and r.offered_week + 6)`;

const fitsShift = ({ id, closed }: Viewer): Sql => sql`
  r.requested_day <> all(${reservedDays({ id })})
  and r.requester_role = (select role from users where id = ${id})
  and ${inRome(sql`mine.day + mine.start_time`)} > ${closed}
  and ${lengthOf(sql`mine`)} = ${lengthOf(sql`theirs`)}
  and ${dutyOf(sql`mine`)} is distinct from ${dutyOf(sql`theirs`)}`;

/** Both have one named shift in what is left of the week, not the same, and a day for it. */
const fitsWeek = ({ id, closed }: Viewer): Sql => sql`(
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

/** Nothing but holidays and rest in the wanted week, work and no illness in the offered one. */
const fitsHolidays = ({ id }: Viewer): Sql => sql`(
  select bool_and(mine.work_location in ('ferie', 'libero')) filter (where w.is_wanted)
    and bool_or(mine.start_time is not null) filter (where not w.is_wanted)
    and not bool_or(mine.work_location = 'malattia') filter (where not w.is_wanted)
  from shifts mine, lateral (select mine.day between r.wanted_week and r.wanted_week + 6 as is_wanted) w
  where mine.user_id = ${id}
    and (w.is_wanted or mine.day between r.offered_week and r.offered_week + 6))`;

/** The week of `received` has room for a shift from another week, if the person has flexible shifts. */
const hasRoom = (person: Sql, given: Sql, received: Sql): Sql => sql`
  (not ${person}.enable_flexible_shifts or date_trunc('week', ${given}) = date_trunc('week', ${received})
    or (select coalesce(sum(${lengthOf(sql`w`)}), interval '0') from shifts w
      where w.user_id = ${person}.id and w.start_time is not null
        and w.day between date_trunc('week', ${received})::date and date_trunc('week', ${received})::date + 6)
      + ${lengthOf(sql`theirs`)} <= interval '20 hours')`;

/**
 * Requests for a day on which the viewer does not work, by who would work on a day on which the viewer has an equally long
 * shift to come, with whether the viewer can take them.
 */
const dayRequests = ({ id, worksiteId, now, closed }: Viewer): Sql => sql`
  select r.id, ${rankedDay(sql`choice.has_room and q.role = me.role and ${isOpenOn(sql`me.id`, sql`r.requested_day`)}`, sql`false`)}
  from exchange_requests r
  join users q on q.id = r.requester_id
  join users me on me.id = ${id}
  join shifts theirs on theirs.id = r.offered_shift_id
  cross join lateral (
    select bool_or(mine.day <> all(${reservedDays({ id })})
      and ${hasRoom(sql`me`, sql`mine.day`, sql`r.requested_day`)}
      and ${hasRoom(sql`q`, sql`r.requested_day`, sql`mine.day`)}) as has_room
    from shifts mine
    where mine.user_id = me.id and mine.day = any(r.acceptable_days) and mine.start_time is not null
      and ${inRome(sql`mine.day + mine.start_time`)} > ${closed} and ${lengthOf(sql`mine`)} = ${lengthOf(sql`theirs`)}
      and ${isOpenOn(sql`r.requester_id`, sql`mine.day`)}
  ) choice
  where r.worksite_id = ${worksiteId} and r.status = 'aperta' and r.kind = 'giorno'
    and r.requester_id <> ${id} and r.expires_at > ${now} and r.requester_contract_hours = me.contract_hours
    and choice.has_room is not null and ${unanswered(id)}
    and not exists (select from shifts busy
      where busy.user_id = me.id and busy.day = r.requested_day and busy.start_time is not null)`;

/** A swap of request `r` waits for approval. */
export const isAwaitingApproval: Sql = sql`
  r.id in (select p.request_id from pre_acceptances p where p.status = 'offerta' and p.reserved_until is not null)`;

/**
 * First what asks for just what the viewer has, then what they can take all the same, then the rest, each by day:
 * `'1 2026-11-24'`, `'2 2026-11-24'`, `'3 2026-11-24'`.
 */
const rankedDay = (fits: Sql, isWanted: Sql): Sql => sql`
  concat(case when not coalesce(${fits}, false) or ${isAwaitingApproval} then '3 ' when ${isWanted} then '1 ' else '2 ' end, r.requested_day)
    as sort_key`;

/** Of the members of 'disponibili' those that the viewer can take. */
export const isTakeable: Sql = sql`m.sort_key < '3'`;

/** The viewer's named shift of the wanted week is the wanted one; holidays are always asked for by their week. */
const isWeekWanted = ({ id }: Viewer): Sql => sql`(
  r.kind = 'ferie' or r.requested_shift_type = (
    select max(mine.shift_type) from shifts mine
    where mine.user_id = ${id} and mine.day between r.wanted_week and r.wanted_week + 6))`;

/** The viewer's own open requests with an offer. */
export const ownWithOffers = ({ id, now }: Pick<Viewer, 'id' | 'now'>): Sql => sql`
  select r.id, r.requested_day
  from exchange_requests r
  where r.requester_id = ${id} and r.status = 'aperta' and r.expires_at > ${now}
    and exists (select from pre_acceptances p where p.request_id = r.id and p.status = 'offerta')`;

/**
 * The requests of each tab (specification, section 4, 'Tab membership'), as `id` and `sort_key`. A request whose shift
 * has begun counts as closed even where the job that closes it has not run.
 *
 * - disponibili, what can be taken first: colleagues' open requests the viewer has neither pre-accepted nor rejected (nor been refused on), on a
 *   day on which the viewer works, from requesters with the same contract hours; in the taxi worksite of a week in which
 *   the viewer still works, or has a holiday if holidays are wanted; for swaps of days see `dayRequests`
 * - pre-accettati: open ones the viewer pre-accepted, and own ones with an offer
 * - mie: own open ones without an offer
 * - rifiutati: own refused and closed ones; colleagues' that the viewer rejected, was refused on, or was not chosen for
 * - completati: those the viewer swapped through, on either side
 */
export const members: { [T in ExchangeTab]: (viewer: Viewer) => Sql } = {
  disponibili: ({ id, worksiteId, now, closed }) => sql`
    select r.id, ${rankedDay(fitsShift({ id, worksiteId, now, closed }), sql`r.requested_shift_type = mine.shift_type`)}
    from exchange_requests r
    join shifts mine on mine.user_id = ${id} and mine.day = r.requested_day
    join shifts theirs on theirs.id = r.offered_shift_id
    where r.worksite_id = ${worksiteId} and r.status = 'aperta' and r.kind = 'turno'
      and r.requester_id <> ${id} and r.expires_at > ${now}
      and r.requester_contract_hours = (select contract_hours from users where id = ${id})
      and mine.day >= ${todayAt(now)} and mine.start_time is not null
      and ${unanswered(id)}
    union all
    select r.id, ${rankedDay(
      sql`${areWeeksUnreserved({ id, worksiteId, now, closed })} and
      case r.kind when 'ferie' then ${fitsHolidays({ id, worksiteId, now, closed })}
      else ${fitsWeek({ id, worksiteId, now, closed })} end`,
      isWeekWanted({ id, worksiteId, now, closed }),
    )}
    from exchange_requests r
    where r.worksite_id = ${worksiteId} and r.wanted_week >= ${todayAt(now)} - 6 and r.status = 'aperta'
      and r.requester_id <> ${id} and r.expires_at > ${now} and ${unanswered(id)}
      and exists (select from shifts mine
        where mine.user_id = ${id} and mine.day between r.wanted_week and r.wanted_week + 6
          and case r.kind when 'ferie' then mine.work_location = 'ferie'
            else (mine.day + mine.start_time) at time zone 'Europe/Rome' > ${closed} end)
    union all
    ${dayRequests({ id, worksiteId, now, closed })}`,
  'pre-accettati': ({ id, now }) => sql`
    select r.id, r.requested_day as sort_key
    from pre_acceptances p
    join exchange_requests r on r.id = p.request_id
    where p.user_id = ${id} and p.status = 'offerta' and r.status = 'aperta' and r.expires_at > ${now}
    union all
    ${ownWithOffers({ id, now })}`,
  mie: ({ id, now }) => sql`
    select r.id, r.requested_day as sort_key
    from exchange_requests r
    where r.requester_id = ${id} and r.status = 'aperta' and r.expires_at > ${now}
      and not exists (select from pre_acceptances p where p.request_id = r.id and p.status = 'offerta')`,
  rifiutati: ({ id, now }) => sql`
    select r.id, coalesce(r.closed_at, r.expires_at) as sort_key
    from exchange_requests r
    where r.requester_id = ${id}
      and (r.status in ('rifiutata', 'annullata') or (r.status = 'aperta' and r.expires_at <= ${now}))
    union all
    select n.request_id, n.created_at
    from exchange_rejections n
    where n.user_id = ${id}
    union all
    select p.request_id, case when p.status = 'offerta' then r.expires_at else p.updated_at end
    from pre_acceptances p
    join exchange_requests r on r.id = p.request_id
    where p.user_id = ${id}
      and (p.status = 'rifiutata'
        or (p.status = 'decaduta' and (r.status <> 'aperta' or r.expires_at <= ${now}))
        or (p.status = 'offerta' and r.status = 'aperta' and r.expires_at <= ${now}))
      and not exists (select from exchange_rejections n where n.request_id = p.request_id and n.user_id = ${id})`,
  completati: ({ id }) => sql`
    select r.id, r.closed_at as sort_key
    from exchange_requests r
    where r.requester_id = ${id} and r.status = 'completata'
    union all
    select r.id, r.closed_at
    from pre_acceptances p
    join exchange_requests r on r.id = p.request_id
    where p.user_id = ${id} and p.status = 'scelta' and r.status = 'completata'`,
};

/** The tab in which the viewer finds a request, or null. */
export async function findTab(
  database: Queryable,
  requestId: string,
  viewer: Viewer,
): Promise<ExchangeTab | null> {
  const found = exchangeTabs.map(
    (tab) => sql`select ${tab} as tab from (${members[tab](viewer)}) m where m.id = ${requestId}`,
  );
  const row = await database.maybeOne<{ tab: ExchangeTab }>(sql`${join(found, ' union all ')} limit 1`);
  return row?.tab ?? null;
}
