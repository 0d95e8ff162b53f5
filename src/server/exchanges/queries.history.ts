import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { ExchangeFacts } from '../../domain/exchanges/request.ts';
import type { ExchangeTab } from '../../domain/exchanges/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Position } from '../platform/http/cursor.ts';
import { factColumns } from './queries.requests.ts';

// Requests that have ended for a person, newest first. These tabs grow without bound and are read in pages.

export type HistoryTab = Extract<ExchangeTab, 'rifiutati' | 'completati'>;

interface Reader {
  id: string;
  worksiteId: string;
  now: Instant;
}

/**
 * The requests of these tabs (specification, section 4, 'Tab membership'), as `id` and `sort_key`: own refused and closed ones, and
 * colleagues' that the reader rejected, was refused on, or was not chosen for; those they swapped through, on either side.
 */
const members: Record<HistoryTab, (reader: Reader) => Sql> = {
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

/** A page of a tab, after a cursor. */
export const listHistory = (
  database: Queryable,
  reader: Reader,
  tab: HistoryTab,
  after: Position | null,
  most: number,
): Promise<(ExchangeFacts & { sortKey: Instant })[]> =>
  database.many(sql`
    with member as materialized (${members[tab](reader)}), page as materialized (
      select m.id, m.sort_key from member m
      ${after ? sql`where (m.sort_key, m.id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``}
      order by m.sort_key desc, m.id desc
      limit ${most})
    select page.sort_key, ${factColumns}
    from page join exchange_requests r on r.id = page.id and r.worksite_id = ${reader.worksiteId}
    join users q on q.id = r.requester_id
    order by page.sort_key desc, page.id desc`);

/** A page of both tabs, after a cursor: own requests, then the others, each newest first (`placeOf`). */
export function listAllHistory(
  database: Queryable,
  reader: Reader,
  after: Position | null,
  most: number,
): Promise<(ExchangeFacts & { tab: HistoryTab })[]> {
  const place = sql`(r.requester_id = ${reader.id}, r.created_at, r.id)`;
  const [rank, at] = after?.key.split(' ') ?? [];
  const next = after ? sql`${place} < (${rank === '1'}, ${at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  return database.many(sql`
    with page as materialized (
      select r.id, m.tab from (
        select id, 'rifiutati' as tab from (${members.rifiutati(reader)}) refused
        union all
        select id, 'completati' from (${members.completati(reader)}) completed
      ) m
      join exchange_requests r on r.id = m.id and r.worksite_id = ${reader.worksiteId}
      where ${next} order by ${place} desc limit ${most})
    select page.tab, ${factColumns}
    from page join exchange_requests r on r.id = page.id
    join users q on q.id = r.requester_id
    order by ${place} desc`);
}

export const countHistory = (database: Queryable, reader: Reader): Promise<Record<HistoryTab, number>> =>
  database.one(sql`
    select (select count(*) from (${members.rifiutati(reader)}) m) as rifiutati,
      (select count(*) from (${members.completati(reader)}) m) as completati`);
