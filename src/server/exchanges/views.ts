import type { Instant } from '../../domain/calendar/day.ts';
import { closedUntil } from '../../domain/exchanges/rules.ts';
import {
  type ExchangeCounts,
  type ExchangeList,
  type ExchangeRequest,
  type ExchangeRow,
  type ExchangeTab,
  mostWaiting,
  type WaitingList,
} from '../../domain/exchanges/schema.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Position, writeCursor } from '../platform/http/cursor.ts';
import { pageOf } from '../platform/http/pages.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { readCards, readRows } from './cardRest.ts';
import type { CardRow } from './cardRow.ts';
import { findCard } from './queries.cards.ts';
import { countTabs, listAllTabs, listTab } from './queries.page.ts';
import { findTab } from './queries.tabs.ts';
import type { Viewer } from './queries.takeable.ts';
import { listWaiting } from './queries.waiting.ts';

export const pageSize = 30;

/** Where a request stands among those of all tabs, which begin with the highest: own ones, each newest first. */
export const placeOf = ({ requesterId, createdAt }: ExchangeRow, { user }: SignedIn): string =>
  `${Number(requesterId === user.id)} ${createdAt}`;

/** The viewer's requests of all tabs. */
export async function listRequests(
  { database, clock }: AppContext,
  signedIn: SignedIn,
  after: Position | null,
  most: number,
): Promise<ExchangeRow[]> {
  const now = clock.now();
  const rows = await listAllTabs(database, viewerOf(signedIn, now), after, most);
  return readRows(
    database,
    signedIn,
    rows.map((row) => ({ row, tab: row.tab })),
    now,
  );
}

/** A page of a tab in its order. */
export async function readTab(
  { database, clock }: AppContext,
  signedIn: SignedIn,
  tab: ExchangeTab,
  after: Position | null,
): Promise<ExchangeList> {
  const now = clock.now();
  const found = await listTab(database, viewerOf(signedIn, now), tab, after, pageSize + 1);
  const { shown, nextCursor } = pageOf(found, pageSize, ({ sortKey, id }) => writeCursor(sortKey, id));
  const read = await readRows(
    database,
    signedIn,
    shown.map((row) => ({ row, tab })),
    now,
  );
  // what rest alone keeps the viewer from stands behind what they can take, as all that they cannot
  const requests =
    tab === 'disponibili'
      ? read.toSorted((one, other) => Number(canTake(other)) - Number(canTake(one)))
      : read;
  return { requests, nextCursor };
}

/** How many requests each tab holds; the lists come without, since all five cost more than a page of one. */
export const readCounts = ({ database, clock }: AppContext, signedIn: SignedIn): Promise<ExchangeCounts> =>
  countTabs(database, viewerOf(signedIn, clock.now()));

const canTake = ({ preAccept }: ExchangeRow): boolean => preAccept.isAllowed;

/**
 * What waits for this person's answer. What a mirror image still lacks is the rules' to say: those are left out, and where
 * the worksite blocks swaps that leave too little rest, all of them are judged to be counted.
 */
export async function readWaiting({ database, clock }: AppContext, signedIn: SignedIn): Promise<WaitingList> {
  const now = clock.now();
  const most = signedIn.restRules.mode === 'blocco' ? null : mostWaiting;
  const { cards, total } = await listWaiting(database, viewerOf(signedIn, now), most);
  const read = await readCards(
    database,
    signedIn,
    cards.map((row) => ({ row, tab: tabOf(row, signedIn.user.id, now) ?? ('disponibili' as const) })),
    now,
  );
  const requests = read.filter((card) => card.requesterId === signedIn.user.id || canTake(card));
  return { requests: requests.slice(0, mostWaiting), total: total - cards.length + requests.length };
}

/** One request as this person sees it; null if it is not of their worksite. */
export async function readCard(
  database: Queryable,
  signedIn: SignedIn,
  requestId: string,
  now: Instant,
): Promise<ExchangeRequest | null> {
  const viewer = viewerOf(signedIn, now);
  const row = await findCard(database, requestId, viewer);
  if (!row) return null;
  const tab = tabOf(row, signedIn.user.id, now) ?? (await findTab(database, requestId, viewer));
  const [card] = await readCards(database, signedIn, [{ row, tab }], now);
  return card ?? null;
}

/**
 * The tab of a request, as `members` has it, for its requester and for who has an offer on it: the row alone says so.
 * @returns null for everybody else
 */
function tabOf(row: CardRow, viewerId: string, now: Instant): ExchangeTab | null {
  const { status, expiresAt, offerCount, ownOfferStatus } = row;
  const isOver = status !== 'aperta' || expiresAt <= now;
  if (row.requesterId !== viewerId) return ownOfferStatus === 'offerta' && !isOver ? 'pre-accettati' : null;
  if (status === 'completata') return 'completati';
  if (isOver) return 'rifiutati';
  return offerCount > 0 ? 'pre-accettati' : 'mie';
}

const viewerOf = ({ user, worksite }: SignedIn, now: Instant): Viewer => ({
  id: user.id,
  worksiteId: user.worksiteId,
  now,
  closed: closedUntil(now, worksite.swapPolicy.cutoffHours),
});
