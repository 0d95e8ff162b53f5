import {
  asksForOwn,
  type Board,
  hasAnswered,
  isMirror,
  rankOf,
  tabOf,
} from '../../domain/exchanges/board.ts';
import { judgeFor, type Viewer } from '../../domain/exchanges/judging.ts';
import {
  type ExchangeFacts,
  offerOf,
  reservedOffer,
  standingOffers,
} from '../../domain/exchanges/request.ts';
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
import { type CursorKey, type Position, writeCursor } from '../platform/http/cursor.ts';
import { pageOf } from '../platform/http/pages.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { readAround, readBoard } from './board.ts';
import { type Listed, readCards, readRows } from './cardRest.ts';
import type { Seen } from './cards.ts';
import { countHistory, type HistoryTab, listAllHistory, listHistory } from './queries.history.ts';
import { findRequestFacts } from './queries.requests.ts';

export const pageSize = 30;

/** Open tabs start with the nearest day, available ones with what can be taken, the others with the latest event. */
export const keysOfTab = {
  disponibili: 'ranked day',
  'pre-accettati': 'day',
  mie: 'day',
  rifiutati: 'instant',
  completati: 'instant',
} as const satisfies Record<ExchangeTab, CursorKey>;

const isHistory = (tab: ExchangeTab): tab is HistoryTab => tab === 'rifiutati' || tab === 'completati';

const seenBy = (signedIn: SignedIn, { board, viewer }: { board: Board; viewer: Viewer }): Seen =>
  seenOf(signedIn, viewer, board.open.values());

const seenOf = (signedIn: SignedIn, viewer: Viewer, open: Iterable<ExchangeFacts>): Seen => ({
  signedIn,
  viewer,
  open: [...open].filter(({ expiresAt }) => expiresAt > viewer.now),
});

interface Placed extends Listed {
  key: string;
}

/** The open requests in the viewer's tabs, each tab in its order. */
const placedOf = ({ viewer, open }: Seen, wanted?: ExchangeTab): Placed[] =>
  open.flatMap((request) => {
    const tab = tabOf(request, viewer);
    if (tab === null || isHistory(tab) || (wanted && tab !== wanted)) return [];
    const key = tab === 'disponibili' ? rankOf(judgeFor(request, viewer)) : request.requestedDay;
    return [{ request, tab, key }];
  });

const byPlace = (one: Placed, other: Placed): number =>
  one.key === other.key ? (one.request.id < other.request.id ? -1 : 1) : one.key < other.key ? -1 : 1;

const isBehind =
  (after: Position | null) =>
  ({ key, request: { id } }: Placed): boolean =>
    after === null || key > after.key || (key === after.key && id > after.id);

/** Sort key of a request across all tabs, highest first: own ones, then the others, each newest first. */
export const placeOf = (
  { requesterId, createdAt }: Pick<ExchangeRow, 'requesterId' | 'createdAt'>,
  { user }: Pick<SignedIn, 'user'>,
): string => `${Number(requesterId === user.id)} ${createdAt}`;

/** The viewer's requests in all tabs. */
export async function listRequests(
  context: AppContext,
  signedIn: SignedIn,
  after: Position | null,
  most: number,
): Promise<ExchangeRow[]> {
  const reader = readerOf(context, signedIn);
  const ended = await listAllHistory(context.database, reader, after, most);
  const seen = seenBy(signedIn, await readBoard(context, signedIn, ended));
  const ends = ended.map((request): Placed => ({
    request,
    tab: request.tab,
    key: placeOf(request, signedIn),
  }));
  const open = placedOf(seen).map((placed) => ({ ...placed, key: placeOf(placed.request, signedIn) }));
  const isNext = ({ key, request: { id } }: Placed): boolean =>
    after === null || key < after.key || (key === after.key && id < after.id);
  const listed = [...open.filter(isNext), ...ends].toSorted((one, other) => -byPlace(one, other));
  return readRows(context.database, listed.slice(0, most), seen);
}

const readerOf = ({ clock }: AppContext, { user }: SignedIn) => ({
  id: user.id,
  worksiteId: user.worksiteId,
  now: clock.now(),
});

/** A page of one tab, in its order. */
export async function readTab(
  context: AppContext,
  signedIn: SignedIn,
  tab: ExchangeTab,
  after: Position | null,
): Promise<ExchangeList> {
  if (isHistory(tab)) return readHistory(context, signedIn, tab, after);
  const seen = seenBy(signedIn, await readBoard(context, signedIn));
  const placed = placedOf(seen, tab).toSorted(byPlace).filter(isBehind(after));
  const { shown, nextCursor } = pageOf(placed, pageSize, ({ key, request }) => writeCursor(key, request.id));
  const read = await readRows(context.database, shown, seen);
  // requests that only rest limits block come after those the viewer can take, like all others they cannot
  const requests =
    tab === 'disponibili'
      ? read.toSorted((one, other) => Number(canTake(other)) - Number(canTake(one)))
      : read;
  return { requests, nextCursor };
}

async function readHistory(
  context: AppContext,
  signedIn: SignedIn,
  tab: HistoryTab,
  after: Position | null,
): Promise<ExchangeList> {
  const reader = readerOf(context, signedIn);
  const found = await listHistory(context.database, reader, tab, after, pageSize + 1);
  const { shown, nextCursor } = pageOf(found, pageSize, ({ sortKey, id }) => writeCursor(sortKey, id));
  const seen = seenBy(signedIn, await readBoard(context, signedIn, shown));
  const listed = shown.map((request) => ({ request, tab }));
  return { requests: await readRows(context.database, listed, seen), nextCursor };
}

/** How many requests each tab holds; separate from the lists, since all five counts cost more than a page. */
export async function readCounts(context: AppContext, signedIn: SignedIn): Promise<ExchangeCounts> {
  const seen = seenBy(signedIn, await readBoard(context, signedIn));
  const placed = placedOf(seen);
  const inTab = (tab: ExchangeTab): Placed[] => placed.filter((one) => one.tab === tab);
  const ended = await countHistory(context.database, readerOf(context, signedIn));
  return {
    counts: {
      disponibili: inTab('disponibili').length,
      'pre-accettati': inTab('pre-accettati').length,
      mie: inTab('mie').length,
      ...ended,
    },
    ownWithOffers: placed.filter(({ request }) => isWaitingForOwner(request, signedIn.user.id)).length,
  };
}

const canTake = ({ preAccept }: ExchangeRow): boolean => preAccept.isAllowed;

/** An own request with an offer that can be taken or refused. */
const isWaitingForOwner = (request: ExchangeFacts, userId: string): boolean =>
  request.requesterId === userId && standingOffers(request).length > 0 && !reservedOffer(request);

/**
 * What waits for this person's answer: own requests with an offer, and colleagues' that mirror an own one; also requests for
 * exactly what they would give. If the worksite blocks swaps that leave too little rest, all are judged to be counted.
 */
export async function readWaiting(context: AppContext, signedIn: SignedIn): Promise<WaitingList> {
  const seen = seenBy(signedIn, await readBoard(context, signedIn));
  const { viewer, open } = seen;
  const { id } = signedIn.user;
  const own = open.filter(({ requesterId }) => requesterId === id);
  const isMirrorOfOwn = (request: ExchangeFacts): boolean =>
    !hasAnswered(request, id) &&
    own.some((one) => isMirror(request, one) && offerOf(one, request.requesterId)?.status !== 'offerta') &&
    judgeFor(request, viewer).yes.ok;
  const placed = open.map((request): Placed => ({
    request,
    tab: tabOf(request, viewer),
    key: request.requestedDay,
  }));
  const waiting = placed.filter(({ request }) => isWaitingForOwner(request, id) || isMirrorOfOwn(request));
  const fitting = placed.filter(
    (one) => one.tab === 'disponibili' && !waiting.includes(one) && asksForOwn(judgeFor(one.request, viewer)),
  );
  const first = (all: readonly Placed[]): Placed[] =>
    all.toSorted(byPlace).slice(0, signedIn.restRules.mode === 'blocco' ? all.length : mostWaiting);
  const [firstWaiting, firstFitting] = [first(waiting), first(fitting)];
  const cards = await readCards(context.database, firstWaiting, seen);
  const requests = cards.filter((card) => card.requesterId === id || canTake(card));
  const rows = (await readRows(context.database, firstFitting, seen)).filter(canTake);
  return {
    requests: requests.slice(0, mostWaiting),
    total: waiting.length - firstWaiting.length + requests.length,
    fitting: rows.slice(0, mostWaiting),
    fittingTotal: fitting.length - firstFitting.length + rows.length,
  };
}

/** One request as this person sees it; null if it is not of their worksite. */
export async function readCard(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
): Promise<ExchangeRequest | null> {
  const found = await findRequestFacts(context.database, signedIn.worksite.id, requestId);
  if (!found) return null;
  const { open, viewer } = await readAround(context, signedIn, found);
  const seen = seenOf(signedIn, viewer, open);
  // it may have changed between the two reads: if open, the whole card comes from the second
  const request = seen.open.find(({ id }) => id === requestId) ?? found;
  const [card] = await readCards(context.database, [{ request, tab: tabOf(request, seen.viewer) }], seen);
  return card ?? null;
}
