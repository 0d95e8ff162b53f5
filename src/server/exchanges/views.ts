import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { receivedFor } from '../../domain/exchanges/handover.ts';
import type { ReceiptParticipant, SwapReceipt } from '../../domain/exchanges/receipt.ts';
import { closedUntil } from '../../domain/exchanges/rules.ts';
import type { CompletedList } from '../../domain/exchanges/schema.completed.ts';
import {
  type ExchangeList,
  type ExchangeRequest,
  type ExchangeTab,
  mostWaiting,
  type WaitingList,
} from '../../domain/exchanges/schema.ts';
import type { AppContext } from '../platform/context.ts';
import type { Queryable, SqlValue } from '../platform/database/database.ts';
import { type Position, writeCursor } from '../platform/http/cursor.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { cardOf } from './cards.ts';
import { fullName } from './participant.ts';
import { findCard } from './queries.cards.ts';
import {
  type CompletedRow,
  countCompletedSwaps,
  findReceipt,
  listCompletedSwaps,
  type ReceiptRow,
  type SwapParticipant,
} from './queries.completed.ts';
import type { HeldDuty } from './queries.duties.ts';
import { readTabPage, tabPage } from './queries.page.ts';
import { findTab, type Viewer } from './queries.tabs.ts';
import { readWaitingPage, waitingPage } from './queries.waiting.ts';
import { restTexts } from './swapRest.ts';

const pageSize = 50;

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

/** A page of a tab in its order, and the counts of all five. */
export function readTab(signedIn: SignedIn, tab: ExchangeTab, text: string): ExchangeList {
  const { cards, counts, ownWithOffers, last, now } = readTabPage(tab, text);
  return {
    requests: cards.map((card) => cardOf(card, signedIn, tab, now)),
    counts,
    ownWithOffers,
    nextCursor: last && writeCursor(last.key, last.id),
  };
}

/** What `readWaiting` reads of the caller, in the statement that finds their session. */
export const waitingOfCaller = (now: Instant): SqlValue<string> => waitingPage(callerAt(now), mostWaiting);

/** What waits for this person's answer. What a mirror image still lacks is the rules' to say: those are left out. */
export function readWaiting(signedIn: SignedIn, text: string): WaitingList {
  const { cards, total, now } = readWaitingPage(text);
  const requests = cards
    .map((card) =>
      cardOf(card, signedIn, card.requesterId === signedIn.user.id ? 'pre-accettati' : 'disponibili', now),
    )
    .filter(({ requesterId, preAccept }) => requesterId === signedIn.user.id || preAccept.isAllowed);
  return { requests, total: total - cards.length + requests.length };
}

/** One request as this person sees it; null if it is not of their worksite. */
export async function readCard(
  database: Queryable,
  signedIn: SignedIn,
  requestId: string,
  now: Instant,
): Promise<ExchangeRequest | null> {
  const { user, worksite } = signedIn;
  const closed = closedUntil(now, worksite.swapPolicy.cutoffHours);
  const viewer = { id: user.id, worksiteId: user.worksiteId, now, closed };
  const row = await findCard(database, requestId, viewer);
  if (!row) return null;
  return cardOf(row, signedIn, await findTab(database, requestId, viewer), now);
}

/** A page of this person's completed swaps. Phone and licence of the partner only in the taxi worksite. */
export async function readCompleted(
  context: AppContext,
  { user, worksite }: SignedIn,
  after: Position | null,
): Promise<CompletedList> {
  const rows = await listCompletedSwaps(context.database, user.id, after, pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  return {
    swaps: shown.map((row) => completedOf(row, worksite.variant === 'taxi')),
    total: await countCompletedSwaps(context.database, user.id),
    nextCursor: last ? writeCursor(last.completedAt, last.id) : null,
  };
}

function completedOf(row: CompletedRow, showsContact: boolean): CompletedList['swaps'][number] {
  const { partner } = row;
  return {
    id: row.id,
    kind: row.kind,
    requestId: row.requestId,
    partnerName: fullName(partner),
    partnerLicenseNumber: showsContact ? partner.taxiLicense : null,
    partnerPhone: showsContact ? partner.phoneNumber : null,
    exchangeDate: row.exchangeDay,
    completedAt: row.completedAt,
    gave: row.gave,
    received: receivedFor(row.kind, row.gave, row.partnerGave),
    partnerGave: row.partnerGave,
  };
}

/** A completed swap with both people and all its moments; null unless this person is one of the two. */
export async function readReceipt(
  context: AppContext,
  { user, worksite }: SignedIn,
  swapId: string,
): Promise<SwapReceipt | null> {
  const row = await findReceipt(context.database, swapId, user.id);
  if (!row) return null;
  const { id, kind, worksiteName, requestedAt, offeredAt, completedAt } = row;
  const showsLicence = worksite.variant === 'taxi';
  return {
    id,
    kind,
    worksiteName,
    exchangeDate: row.exchangeDay,
    requestedAt,
    offeredAt,
    completedAt,
    requester: receiptParticipantOf(row.requester, row.requesterGave, showsLicence),
    accepter: receiptParticipantOf(row.accepter, row.accepterGave, showsLicence),
    restTexts: receiptRestTexts(row),
  };
}

function receiptRestTexts({ restBreaches, isRequester, requester, accepter }: ReceiptRow): string[] {
  if (!restBreaches) return [];
  const { own, other } = restTexts(restBreaches, {
    side: isRequester ? 'requester' : 'accepter',
    otherName: (isRequester ? accepter : requester).firstName,
  });
  return [...own, ...other];
}

const receiptParticipantOf = (
  participant: SwapParticipant,
  gave: HeldDuty[],
  showsLicence: boolean,
): ReceiptParticipant => ({
  name: fullName(participant),
  role: participant.role,
  contractHours: participant.contractHours,
  taxiLicense: showsLicence ? participant.taxiLicense : null,
  gave,
});
