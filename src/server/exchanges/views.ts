import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { closedUntil } from '../../domain/exchanges/rules.ts';
import {
  type ExchangeList,
  type ExchangeRequest,
  type ExchangeRow,
  type ExchangeTab,
  mostWaiting,
  type WaitingList,
} from '../../domain/exchanges/schema.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable, SqlValue } from '../platform/database/database.ts';
import { type Position, writeCursor } from '../platform/http/cursor.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { readCards, readRows } from './cardRest.ts';
import type { CardRow } from './cardRow.ts';
import { type CardScope, findCard } from './queries.cards.ts';
import { readAllTabs, readTabPage, tabCounts, type TabPage, tabPage } from './queries.page.ts';
import { withEntries } from './queries.rows.ts';
import { findTab } from './queries.tabs.ts';
import type { Viewer } from './queries.takeable.ts';
import { readWaitingPage, type WaitingPage, waitingPage } from './queries.waiting.ts';

export const pageSize = 30;

/** Who calls, in the statement that finds their session. */
const callerAt = (now: Instant): Viewer => ({
  id: sql`u.id`,
  worksiteId: sql`u.worksite_id`,
  now,
  closed: sql`(${now}::timestamptz + make_interval(hours => w.swap_cutoff_hours))`,
});

/** What `readTab` reads of the caller, in the statement that finds their session. */
export const tabOfCaller = (tab: ExchangeTab, after: Position | null, now: Instant): SqlValue<string> =>
  tabPage(tab, callerAt(now), after, pageSize);

/** Where a request stands among those of all tabs, which begin with the highest: own ones, each newest first. */
export const placeOf = ({ requesterId, createdAt }: ExchangeRow, { user }: SignedIn): string =>
  `${Number(requesterId === user.id)} ${createdAt}`;

/** The viewer's requests of all tabs, as many statements however many they are. */
export async function listRequests(
  { database, clock }: AppContext,
  signedIn: SignedIn,
  after: Position | null,
  most: number,
): Promise<ExchangeRow[]> {
  const pages = await readAllTabs(database, viewerOf(signedIn, clock.now()), after, most);
  const read = pages.map(({ tab, text }) => readPage(database, signedIn, tab, readTabPage(tab, text)));
  const key = (row: ExchangeRow): string => `${placeOf(row, signedIn)} ${row.id}`;
  return (await Promise.all(read)).flat().toSorted((one, other) => (key(one) < key(other) ? 1 : -1));
}

/** A page of a tab in its order. */
export async function readTab(
  { database }: AppContext,
  signedIn: SignedIn,
  tab: ExchangeTab,
  text: string,
): Promise<ExchangeList> {
  const page = readTabPage(tab, text);
  const { last } = page;
  const read = await readPage(database, signedIn, tab, page);
  // what rest alone keeps the viewer from stands behind what they can take, as all that they cannot
  const requests =
    tab === 'disponibili'
      ? read.toSorted((one, other) => Number(canTake(other)) - Number(canTake(one)))
      : read;
  return { requests, nextCursor: last && writeCursor(last.key, last.id) };
}

async function readPage(
  database: Queryable,
  signedIn: SignedIn,
  tab: ExchangeTab,
  { rows, now }: TabPage,
): Promise<ExchangeRow[]> {
  const judged = await withEntries(database, rows, viewerOf(signedIn, now));
  return readRows(
    database,
    signedIn,
    judged.map((row) => ({ row, tab })),
    now,
  );
}

/** How many requests each tab holds, read in the statement that finds the caller's session; the lists come without, since all five cost more than a page of one. */
export const countsOfCaller = (now: Instant): SqlValue<string> => tabCounts(callerAt(now));

const canTake = ({ preAccept }: ExchangeRow): boolean => preAccept.isAllowed;
const isBlocking = ({ restRules }: SignedIn): boolean => restRules.mode === 'blocco';

/** What `readWaiting` reads of the caller, in the statement that finds their session. */
export const waitingOfCaller = (now: Instant): SqlValue<string> => waitingPage(callerAt(now), mostWaiting);

/**
 * What waits for this person's answer. What a mirror image still lacks is the rules' to say: those are left out, and where
 * the worksite blocks swaps that leave too little rest, all of them are judged to be counted.
 */
export async function readWaiting(
  { database }: AppContext,
  signedIn: SignedIn,
  text: string,
): Promise<WaitingList> {
  const first = readWaitingPage(text);
  const isCut = isBlocking(signedIn) && first.total > first.cards.length;
  const { cards, total, now } = isCut
    ? await listWaiting(database, viewerOf(signedIn, first.now), first.total)
    : first;
  const read = await readCards(
    database,
    signedIn,
    cards.map((row) => ({ row, tab: tabOf(row, signedIn.user.id, now) ?? ('disponibili' as const) })),
    now,
  );
  const requests = read.filter((card) => card.requesterId === signedIn.user.id || canTake(card));
  return { requests: requests.slice(0, mostWaiting), total: total - cards.length + requests.length };
}

async function listWaiting(database: Queryable, viewer: Viewer, size: number): Promise<WaitingPage> {
  const { text } = await database.one<{ text: string }>(sql`select ${waitingPage(viewer, size)} as text`);
  return readWaitingPage(text);
}

/** One request as this person sees it; null if it is not of their worksite. */
export async function readCard(
  database: Queryable,
  signedIn: SignedIn,
  requestId: string,
  now: Instant,
  scope?: CardScope,
): Promise<ExchangeRequest | null> {
  const viewer = viewerOf(signedIn, now);
  const row = await findCard(database, requestId, viewer, scope);
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

const viewerOf = ({ user, worksite }: SignedIn, now: Instant): Viewer & { id: string } => ({
  id: user.id,
  worksiteId: user.worksiteId,
  now,
  closed: closedUntil(now, worksite.swapPolicy.cutoffHours),
});
