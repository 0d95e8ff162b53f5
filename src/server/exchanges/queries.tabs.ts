import sql, { join, type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { type ExchangeTab, exchangeTabs } from '../../domain/exchanges/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isOpenOn } from '../platform/openDay.ts';
import { lengthOf } from '../shifts/queries.ts';
import {
  areWeeksUnreserved,
  fitsHolidays,
  fitsShift,
  fitsWeek,
  hasRoom,
  inRome,
  isWeekWanted,
  ownWork,
  rankedDay,
  reservedDays,
  type Viewer,
} from './queries.takeable.ts';

// `not in`, not `not exists`: the few answers of the viewer are read once and kept, whatever the number of requests
export const unanswered = (viewerId: Viewer['id']): Sql => sql`
  r.id not in (
    select n.request_id from exchange_rejections n where n.user_id = ${viewerId}
    union all
    select p.request_id from pre_acceptances p
    where p.user_id = ${viewerId} and p.status in ('offerta', 'rifiutata'))`;

const todayAt = (now: Instant): Sql => sql`(${now}::timestamptz at time zone 'Europe/Rome')::date`;

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
    (with mine as materialized (${ownWork({ id, worksiteId, now, closed }, todayAt(now))})
    select r.id, ${rankedDay(fitsShift({ id, worksiteId, now, closed }), sql`r.requested_shift_type = mine.shift_type`)}
    from mine
    join exchange_requests r on r.requested_day = mine.day
    join shifts theirs on theirs.id = r.offered_shift_id
    where r.worksite_id = ${worksiteId} and r.status = 'aperta' and r.kind = 'turno'
      and r.requester_id <> ${id} and r.expires_at > ${now}
      and r.requester_contract_hours = (select contract_hours from users where id = ${id})
      and ${unanswered(id)})
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
