import sql, { join, raw } from 'sql-template-tag';
import { type ExchangeCounts, type ExchangeTab, exchangeTabs } from '../../domain/exchanges/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { CursorKey, Position } from '../platform/http/cursor.ts';
import type { RowFacts } from './cardRow.ts';
import { firstAvailable } from './queries.available.ts';
import { judgedRequests, rowColumns } from './queries.rows.ts';
import { members, ownWithOffers } from './queries.tabs.ts';
import { dayOfRank, isAwaitingApproval, type Viewer } from './queries.takeable.ts';

/** Open tabs start with the nearest day, available ones with what can be taken, the others with what happened last. */
export const keysOfTab = {
  disponibili: 'ranked day',
  'pre-accettati': 'day',
  mie: 'day',
  rifiutati: 'instant',
  completati: 'instant',
} as const satisfies Record<ExchangeTab, CursorKey>;

const sqlTypes = { 'ranked day': 'text', day: 'date', instant: 'timestamptz' };

/** The first requests of a tab behind a place, in its order. */
export function listTab(
  database: Queryable,
  viewer: Viewer,
  tab: ExchangeTab,
  after: Position | null,
  most: number,
): Promise<(RowFacts & { sortKey: string })[]> {
  const isNewestFirst = keysOfTab[tab] === 'instant';
  const type = raw(sqlTypes[keysOfTab[tab]]);
  const order = raw(isNewestFirst ? 'desc' : 'asc');
  const comparison = raw(isNewestFirst ? '<' : '>');
  const since = after
    ? sql`where (m.sort_key, m.id) ${comparison} (${after.key}::${type}, ${after.id}::uuid)`
    : sql``;
  const found = tab === 'disponibili' ? firstAvailable(viewer, after, most) : members[tab](viewer);
  const shown = sql`page join exchange_requests r on r.id = page.id and r.worksite_id = ${viewer.worksiteId}`;
  return database.many(sql`
    with member as materialized (${found}), page as materialized (
      select m.id, m.sort_key from member m ${since}
      order by m.sort_key ${order}, m.id ${order}
      limit ${most})
    select page.sort_key, ${rowColumns(viewer)} from ${judgedRequests(viewer, shown)}
    order by page.sort_key ${order}, page.id ${order}`);
}

/** The first requests of all tabs behind a place: own ones, then the others, each newest first (`placeOf`). */
export function listAllTabs(
  database: Queryable,
  viewer: Viewer,
  after: Position | null,
  most: number,
): Promise<(RowFacts & { tab: ExchangeTab })[]> {
  const place = sql`(r.requester_id = ${viewer.id}, r.created_at, r.id)`;
  const [rank, at] = after?.key.split(' ') ?? [];
  const next = after ? sql`${place} < (${rank === '1'}, ${at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const found = exchangeTabs.map((tab) => sql`select m.id, ${tab} as tab from (${members[tab](viewer)}) m`);
  const shown = sql`page join exchange_requests r on r.id = page.id`;
  return database.many(sql`
    with page as materialized (
      select r.id, m.tab from (${join(found, ' union all ')}) m
      join exchange_requests r on r.id = m.id and r.worksite_id = ${viewer.worksiteId}
      where ${next} order by ${place} desc limit ${most})
    select page.tab, ${rowColumns(viewer)} from ${judgedRequests(viewer, shown)}
    order by ${place} desc`);
}

/** How many requests each tab holds, and on which days the available ones are. */
export async function countTabs(database: Queryable, viewer: Viewer): Promise<ExchangeCounts> {
  const others = exchangeTabs.filter((tab) => tab !== 'disponibili');
  const counted = others.map(
    (tab) => sql`(select count(*) from (${members[tab](viewer)}) m) as ${raw(`"${tab}"`)}`,
  );
  const {
    availableDays,
    ownWithOffers: waiting,
    ...counts
  } = await database.one<
    Record<ExchangeTab, number> & Pick<ExchangeCounts, 'availableDays' | 'ownWithOffers'>
  >(sql`
    select available.*, ${join(counted)},
      (select count(*) from (${ownWithOffers(viewer)} and not ${isAwaitingApproval}) o) as own_with_offers
    from (
      select count(*) as disponibili,
        coalesce(array_agg(distinct ${dayOfRank} order by ${dayOfRank}), '{}') as available_days
      from (${members.disponibili(viewer)}) m
    ) available`);
  return { counts, availableDays, ownWithOffers: waiting };
}
