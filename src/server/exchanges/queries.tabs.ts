import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { type ExchangeTab, exchangeTabs } from '../../domain/exchanges/schema.ts';
import type { Queryable } from '../platform/database/database.ts';

/** Who looks, and when: tabs are defined for a viewer. */
export interface Viewer {
  id: string;
  worksiteId: string;
  now: Instant;
}

const unanswered = (viewerId: string): Sql => sql`
  not exists (select from exchange_rejections n where n.request_id = r.id and n.user_id = ${viewerId})
  and not exists (select from pre_acceptances p
    where p.request_id = r.id and p.user_id = ${viewerId} and p.status in ('offerta', 'rifiutata'))`;

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
const members: { [T in ExchangeTab]: (viewer: Viewer) => Sql } = {
  disponibili: ({ id, worksiteId, now }) => sql`
    select r.id, r.requested_day as sort_key
    from shifts mine
    join users me on me.id = mine.user_id
    join exchange_requests r on r.worksite_id = ${worksiteId} and r.requested_day = mine.day and r.status = 'aperta'
    where mine.user_id = ${id} and mine.day >= ${todayAt(now)}
      and mine.start_time is not null and r.requester_id <> ${id} and r.expires_at > ${now} and r.kind = 'turno'
      and r.requester_contract_hours = me.contract_hours and ${unanswered(id)}
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

/** Open tabs start with the nearest day, the others with what happened last. */
const isByDay = (tab: ExchangeTab): boolean => tab !== 'rifiutati' && tab !== 'completati';

export interface TabPosition {
  key: string;
  id: string;
}

export interface TabMember {
  id: string;
  sortKey: string;
}

/** The identifiers of one page of a tab, in its order. */
export function listTabMembers(
  database: Queryable,
  tab: ExchangeTab,
  viewer: Viewer,
  after: TabPosition | null,
  most: number,
): Promise<TabMember[]> {
  const type = raw(isByDay(tab) ? 'date' : 'timestamptz');
  const order = raw(isByDay(tab) ? 'asc' : 'desc');
  const comparison = raw(isByDay(tab) ? '>' : '<');
  const since = after
    ? sql`where (m.sort_key, m.id) ${comparison} (${after.key}::${type}, ${after.id}::uuid)`
    : sql``;
  return database.many<TabMember>(sql`
    select m.id, m.sort_key as "sortKey" from (${members[tab](viewer)}) m ${since}
    order by m.sort_key ${order}, m.id ${order}
    limit ${most}`);
}

/** How many requests each tab holds. */
export function countTabs(database: Queryable, viewer: Viewer): Promise<Record<ExchangeTab, number>> {
  const counts = exchangeTabs.map(
    (tab) => sql`(select count(*) from (${members[tab](viewer)}) m) as ${raw(`"${tab}"`)}`,
  );
  return database.one<Record<ExchangeTab, number>>(sql`select ${join(counts)}`);
}

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
