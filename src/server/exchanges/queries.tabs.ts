import sql, { join, type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { type ExchangeTab, exchangeTabs } from '../../domain/exchanges/schema.ts';
import type { Queryable } from '../platform/database/database.ts';

/** Who looks, and when: tabs are defined for a viewer, named by value or by the columns that hold it. */
export interface Viewer {
  id: string | Sql;
  worksiteId: string | Sql;
  now: Instant;
}

// `not in`, not `not exists`: the few answers of the viewer are read once and kept, whatever the number of requests
const unanswered = (viewerId: Viewer['id']): Sql => sql`
  r.id not in (
    select n.request_id from exchange_rejections n where n.user_id = ${viewerId}
    union all
    select p.request_id from pre_acceptances p
    where p.user_id = ${viewerId} and p.status in ('offerta', 'rifiutata'))`;

const todayAt = (now: Instant): Sql => sql`(${now}::timestamptz at time zone 'Europe/Rome')::date`;

/**
 * The requests of each tab (specification, section 4, 'Tab membership'), as `id` and `sort_key`. A request whose shift
 * has begun counts as closed even where the job that closes it has not run.
 *
 * - disponibili: colleagues' open requests the viewer has neither pre-accepted nor rejected (nor been refused on), on a
 *   day on which the viewer works, from requesters with the same contract hours; in the taxi worksite of a week in which
 *   the viewer still works, or has a holiday if holidays are wanted
 * - pre-accettati: open ones the viewer pre-accepted, and own ones with an offer
 * - mie: own open ones without an offer
 * - rifiutati: own refused and closed ones; colleagues' that the viewer rejected, was refused on, or was not chosen for
 * - completati: those the viewer swapped through, on either side
 */
export const members: { [T in ExchangeTab]: (viewer: Viewer) => Sql } = {
  disponibili: ({ id, worksiteId, now }) => sql`
    select r.id, r.requested_day as sort_key
    from exchange_requests r
    where r.worksite_id = ${worksiteId} and r.status = 'aperta' and r.kind = 'turno'
      and r.requester_id <> ${id} and r.expires_at > ${now}
      and r.requester_contract_hours = (select contract_hours from users where id = ${id})
      and r.requested_day in (select mine.day from shifts mine
        where mine.user_id = ${id} and mine.day >= ${todayAt(now)} and mine.start_time is not null)
      and ${unanswered(id)}
    union all
    select r.id, r.requested_day
    from exchange_requests r
    where r.worksite_id = ${worksiteId} and r.wanted_week >= ${todayAt(now)} - 6 and r.status = 'aperta'
      and r.requester_id <> ${id} and r.expires_at > ${now} and ${unanswered(id)}
      and exists (select from shifts mine
        where mine.user_id = ${id} and mine.day between r.wanted_week and r.wanted_week + 6
          and case r.kind when 'ferie' then mine.work_location = 'ferie'
            else (mine.day + mine.start_time) at time zone 'Europe/Rome' > ${now} end)`,
  'pre-accettati': ({ id, now }) => sql`
    select r.id, r.requested_day as sort_key
    from pre_acceptances p
    join exchange_requests r on r.id = p.request_id
    where p.user_id = ${id} and p.status = 'offerta' and r.status = 'aperta' and r.expires_at > ${now}
    union all
    select r.id, r.requested_day
    from exchange_requests r
    where r.requester_id = ${id} and r.status = 'aperta' and r.expires_at > ${now}
      and exists (select from pre_acceptances p where p.request_id = r.id and p.status = 'offerta')`,
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
