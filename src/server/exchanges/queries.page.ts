import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import { type ExchangeTab, exchangeTabs } from '../../domain/exchanges/schema.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { CursorKey, Position } from '../platform/http/cursor.ts';
import { instantOf, type RowFacts, rowFactsOf } from './cardRow.ts';
import { firstAvailable } from './queries.available.ts';
import { ownEntriesOf, rowOfValues, selectRows } from './queries.rows.ts';
import { members, ownWithOffers } from './queries.tabs.ts';
import { dayOfRank, isAwaitingApproval, reservedDays, type Viewer } from './queries.takeable.ts';

/** A page of a tab in its order. */
export interface TabPage {
  rows: RowFacts[];
  /** The last one of the page, where others follow. */
  last: Position | null;
  /** The moment for which it was read. */
  now: Instant;
}

/** The same as the database writes it. */
interface PageJson extends Omit<TabPage, 'rows'> {
  rows: unknown[][] | null;
  ownEntries: DatedDuty[] | null;
  reservedDays: Day[];
}

/**
 * Everything that a tab shows, as one text of JSON: to take fifty rows of many columns apart costs the embedded database
 * as much as to find them.
 */
export const tabPage = (tab: ExchangeTab, viewer: Viewer, after: Position | null, size: number): Sql =>
  pageOf(tab, membersFrom(tab, viewer, after, size), viewer, after, size);

const pageOf = (
  tab: ExchangeTab,
  found: Sql,
  viewer: Viewer,
  after: Position | null,
  size: number,
): Sql => sql`(
  with member as materialized (${found}), page as materialized (${placesOf(tab, after, size)}),
  shown as materialized (
    select page.place, r.* from page
    join exchange_requests r on r.id = page.id and r.worksite_id = ${viewer.worksiteId} and page.place <= ${size})
  select json_build_object('now', ${viewer.now}::text, 'last', (select json_build_object('key', page.sort_key, 'id', page.id) from page
      where page.place = ${size} and (select count(*) from page) > ${size}),
    'rows', (${selectRows(tab, viewer)}), 'ownEntries', ${ownEntriesOf(tab, viewer)},
    'reservedDays', ${reservedDays(viewer)})::text)`;

/** A page of the requests of all tabs, by `placeOf`: tab by tab, each as `tabPage` has it. */
export function readAllTabs(
  database: Queryable,
  viewer: Viewer & { id: string },
  after: Position | null,
  most: number,
): Promise<{ tab: ExchangeTab; text: string }[]> {
  const place = sql`(r.requester_id = ${viewer.id}, r.created_at, r.id)`;
  const [rank, at] = after?.key.split(' ') ?? [];
  const next = after ? sql`${place} < (${rank === '1'}, ${at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const found = exchangeTabs.map((tab) => sql`select m.id, ${tab} as tab from (${members[tab](viewer)}) m`);
  const pages = exchangeTabs.map((tab) => {
    const ofTab = sql`select l.id, '' as sort_key from listed l where l.tab = ${tab}`;
    return sql`select ${tab} as tab, ${pageOf(tab, ofTab, viewer, null, most)} as text`;
  });
  return database.many(sql`
    with listed as materialized (
      select r.id, m.tab from (${join(found, ' union all ')}) m
      join exchange_requests r on r.id = m.id and r.worksite_id = ${viewer.worksiteId}
      where ${next} order by ${place} desc limit ${most})
    ${join(pages, ' union all ')}`);
}

/** A page from its text. */
export function readTabPage(tab: ExchangeTab, text: string): TabPage {
  const { rows, last, ownEntries, reservedDays: days, ...page } = JSON.parse(text) as PageJson;
  const entries = new Map(ownEntries?.map((entry) => [entry.date, entry]));
  return {
    ...page,
    rows: rows?.map((values) => rowFactsOf(rowOfValues(tab, values), entries, days)) ?? [],
    last: last && keysOfTab[tab] === 'instant' ? { ...last, key: instantOf(last.key) } : last,
  };
}

/** Open tabs start with the nearest day, available ones with what can be taken, the others with what happened last. */
export const keysOfTab = {
  disponibili: 'ranked day',
  'pre-accettati': 'day',
  mie: 'day',
  rifiutati: 'instant',
  completati: 'instant',
} as const satisfies Record<ExchangeTab, CursorKey>;

const sqlTypes = { 'ranked day': 'text', day: 'date', instant: 'timestamptz' };

/** All members of a tab, or at least those of one page and the one behind them. */
const membersFrom = (tab: ExchangeTab, viewer: Viewer, after: Position | null, size: number): Sql =>
  tab === 'disponibili' ? firstAvailable(viewer, after, size + 1) : members[tab](viewer);

/** The members of one page by their place in it, and the one behind them. */
function placesOf(tab: ExchangeTab, after: Position | null, size: number): Sql {
  const isNewestFirst = keysOfTab[tab] === 'instant';
  const type = raw(sqlTypes[keysOfTab[tab]]);
  const order = raw(isNewestFirst ? 'desc' : 'asc');
  const comparison = raw(isNewestFirst ? '<' : '>');
  const since = after
    ? sql`where (m.sort_key, m.id) ${comparison} (${after.key}::${type}, ${after.id}::uuid)`
    : sql``;
  return sql`
    select p.id, p.sort_key, row_number() over (order by p.sort_key ${order}, p.id ${order}) as place
    from (
      select m.id, m.sort_key from member m ${since}
      order by m.sort_key ${order}, m.id ${order}
      limit ${size + 1}
    ) p`;
}

/** How many requests each tab holds, and what there is to choose from of the available ones, as the text of `ExchangeCounts`. */
export function tabCounts(viewer: Viewer): Sql {
  const counts = exchangeTabs
    .filter((tab) => tab !== 'disponibili')
    .map((tab) => sql`${raw(`'${tab}'`)}, (select count(*) from (${members[tab](viewer)}) m)`);
  return sql`(
    select json_build_object('counts', json_build_object('disponibili', a.total, ${join(counts)}),
      'availableDays', a.days,
      'ownWithOffers', (select count(*) from (${ownWithOffers(viewer)} and not ${isAwaitingApproval}) o))::text
    from (
      select count(*) as total,
        coalesce(json_agg(distinct ${dayOfRank} order by ${dayOfRank}), '[]') as days
      from (${members.disponibili(viewer)}) m
    ) a)`;
}
