import sql, { join, type Sql } from 'sql-template-tag';
import { type ExchangeTab, exchangeTabs } from '../../domain/exchanges/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { available } from './queries.available.ts';
import type { Viewer } from './queries.takeable.ts';

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
 *   the viewer still works, or has a holiday if holidays are wanted; for swaps of days see `queries.available.ts`
 * - pre-accettati: open ones the viewer pre-accepted, and own ones with an offer
 * - mie: own open ones without an offer
 * - rifiutati: own refused and closed ones; colleagues' that the viewer rejected, was refused on, or was not chosen for
 * - completati: those the viewer swapped through, on either side
 */
export const members: { [T in ExchangeTab]: (viewer: Viewer) => Sql } = {
  disponibili: available,
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
