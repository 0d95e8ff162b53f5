import { receivedFor } from '../../domain/exchanges/handover.ts';
import type { HeldEntry } from '../../domain/exchanges/request.ts';
import type {
  CompletedList,
  CompletedSwap,
  ReceiptParticipant,
  SwapReceipt,
} from '../../domain/exchanges/schema.completed.ts';
import type { RestBreach } from '../../domain/rest/breaches.ts';
import type { AppContext } from '../platform/context.ts';
import { type Position, writeCursor } from '../platform/http/cursor.ts';
import { pageOf } from '../platform/http/pages.ts';
import type { SignedIn } from '../platform/session/session.ts';
import {
  type CompletedRow,
  countCompletedSwaps,
  findReceipt,
  listCompletedSwaps,
  type ReceiptRow,
  type SwapParticipant,
} from './queries.completed.ts';
import { fullName } from './queries.people.ts';
import { restTexts } from './swapRest.ts';
import { pageSize } from './views.ts';

/** This person's completed swaps, newest first. The partner's phone and licence only in taxi worksites. */
export async function listCompleted(
  { database }: AppContext,
  { user, worksite }: SignedIn,
  after: Position | null,
  most: number,
): Promise<CompletedSwap[]> {
  const rows = await listCompletedSwaps(database, user.id, after, most);
  return rows.map((row) => completedOf(row, worksite.variant === 'taxi'));
}

/** One page of the person's completed swaps. */
export async function readCompleted(
  context: AppContext,
  signedIn: SignedIn,
  after: Position | null,
): Promise<CompletedList> {
  const swaps = await listCompleted(context, signedIn, after, pageSize + 1);
  const { shown, nextCursor } = pageOf(swaps, pageSize, (last) => writeCursor(last.completedAt, last.id));
  return {
    swaps: shown,
    total: await countCompletedSwaps(context.database, signedIn.user.id),
    nextCursor,
  };
}

function completedOf(row: CompletedRow, showsContact: boolean): CompletedSwap {
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

/** A completed swap with both people and all timestamps; null unless this person is one of the two. */
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
  const alike = (seen: RestBreach[]) => ({ own: seen, seen });
  const rest = { requester: alike(restBreaches.requester), accepter: alike(restBreaches.accepter) };
  const { own, other } = restTexts(rest, {
    side: isRequester ? 'requester' : 'accepter',
    otherName: (isRequester ? accepter : requester).firstName,
  });
  return [...own, ...other];
}

const receiptParticipantOf = (
  participant: SwapParticipant,
  gave: HeldEntry[],
  showsLicence: boolean,
): ReceiptParticipant => ({
  name: fullName(participant),
  role: participant.role,
  contractHours: participant.contractHours,
  taxiLicense: showsLicence ? participant.taxiLicense : null,
  gave,
});
