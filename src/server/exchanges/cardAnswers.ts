import { messageOf } from '../../domain/errors/messages.it.ts';
import type { Verdict } from '../../domain/errors/refusal.ts';
import { isReserved, judgeNotAwaiting, judgeUnreserved } from '../../domain/exchanges/approval.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { CardRow } from './cardRow.ts';

// What became of a request so far, and whether it can be answered now.

/** What a verdict lets somebody do. */
export const permissionBy = (verdict: Verdict): ExchangeRequest['preAccept'] =>
  verdict.ok ? { isAllowed: true, reason: null } : { isAllowed: false, reason: messageOf(verdict) };

/** What became of it so far. Whom it was swapped with is for the two parties to know. */
export const answeredPart = (row: CardRow, isParty: boolean) => ({
  status: row.status,
  closeReason: row.closeReason,
  closedAt: row.closedAt,
  responderId: isParty ? row.chosenId : null,
  // read for the two parties alone
  responderName: row.chosenName,
  userHasPreAccepted: row.ownOfferStatus === 'offerta' || row.ownOfferStatus === 'scelta',
  userHasRejected: row.hasRejected,
  isLapsed: row.ownOfferStatus === 'decaduta',
  preAcceptanceCount: row.offerCount,
});

/** Whether its swap waits for approval, and for the two people whose and until when. */
export function awaitedPart(row: CardRow, isParty: boolean, now: string) {
  const isAwaitingApproval = row.status === 'aperta' && isReserved(row.reservedUntil, now);
  const isTold = isAwaitingApproval && isParty;
  return {
    isAwaitingApproval,
    awaitedAccepterId: isTold ? row.reservedFor : null,
    approvalUntil: isTold ? row.reservedUntil : null,
  };
}

/** An open request whose shift has begun is closed, and its offers have lapsed, also before a job has written so. */
export function closedByTime(row: CardRow, now: string): CardRow {
  if (row.status !== 'aperta' || row.expiresAt > now) return row;
  return {
    ...row,
    status: row.nobodyLeft ? 'rifiutata' : 'annullata',
    closeReason: row.nobodyLeft ? 'nobody_left' : 'day_begun',
    closedAt: row.expiresAt,
    ownOfferStatus: row.ownOfferStatus === 'offerta' ? 'decaduta' : row.ownOfferStatus,
    offerCount: 0,
    offers: [],
    mirrors: [],
    isMirrorOfOwn: false,
  };
}

/** @param isHeld a duty of it would change hands in a swap of another request, which waits for approval */
export function permissionFrom(
  row: CardRow,
  judged: Verdict,
  isHeld: boolean,
  now: string,
): ExchangeRequest['preAccept'] {
  const free = judged.ok ? judgeNotAwaiting(isReserved(row.reservedUntil, now)) : judged;
  const verdict = free.ok ? judgeUnreserved(isHeld) : free;
  return permissionBy(verdict);
}

export const permissionOf = (
  row: CardRow,
  verdict: Verdict,
  isHeld: boolean,
  now: string,
): ExchangeRequest['preAccept'] =>
  row.ownOfferStatus === 'offerta'
    ? { isAllowed: false, reason: 'Hai già pre-accettato questa richiesta.' }
    : permissionFrom(row, verdict, isHeld, now);
