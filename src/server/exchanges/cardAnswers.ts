import type { Instant } from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import type { Verdict } from '../../domain/errors/refusal.ts';
import { isReserved, judgeNotAwaiting, judgeUnreserved } from '../../domain/exchanges/approval.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { SignedIn } from '../platform/session/session.ts';
import type { CardRow, RowFacts } from './cardRow.ts';

// What became of a request so far, and whether it can be answered now.

/** What a verdict lets somebody do. */
export const permissionBy = (verdict: Verdict): ExchangeRequest['preAccept'] =>
  verdict.ok ? { isAllowed: true, reason: null } : { isAllowed: false, reason: messageOf(verdict) };

/** What became of it so far. Whom it was swapped with is for the two parties to know. */
export function answeredPart(row: RowFacts, { user }: SignedIn, now: Instant) {
  const isParty = row.requesterId === user.id || row.chosenId === user.id;
  return {
    status: row.status,
    closeReason: row.closeReason,
    responderId: isParty ? row.chosenId : null,
    responderName: isParty ? chosenNameOf(row, user) : null,
    userHasPreAccepted: row.ownOfferStatus === 'offerta' || row.ownOfferStatus === 'scelta',
    userHasRejected: row.hasRejected,
    isLapsed: row.ownOfferStatus === 'decaduta',
    isAwaitingApproval: isAwaitingApproval(row, now),
    preAcceptanceCount: row.offerCount,
  };
}

/** The one who was chosen is the viewer, or stands among the offers that their requester is told. */
function chosenNameOf({ chosenId, offers }: RowFacts, viewer: SignedIn['user']): string | null {
  if (chosenId === viewer.id) return `${viewer.firstName} ${viewer.lastName}`;
  return offers.find(({ userId }) => userId === chosenId)?.name ?? null;
}

const isAwaitingApproval = (row: RowFacts, now: Instant): boolean =>
  row.status === 'aperta' && isReserved(row.reservedUntil, now);

/** For the two people of a swap that waits for approval: whose offer, and until when. */
export function awaitedPart(row: CardRow, isParty: boolean, now: Instant) {
  const isTold = isParty && isAwaitingApproval(row, now);
  return {
    awaitedAccepterId: isTold ? row.reservedFor : null,
    approvalUntil: isTold ? row.reservedUntil : null,
  };
}

/** An open request whose shift has begun is closed, and its offers have lapsed, also before a job has written so. */
export function closedByTime<Facts extends RowFacts>(row: Facts, now: Instant): Facts {
  if (row.status !== 'aperta' || row.expiresAt > now) return row;
  return {
    ...row,
    status: row.nobodyLeft ? 'rifiutata' : 'annullata',
    closeReason: row.nobodyLeft ? 'nobody_left' : 'day_begun',
    ...('closedAt' in row && { closedAt: row.expiresAt }),
    ownOfferStatus: row.ownOfferStatus === 'offerta' ? 'decaduta' : row.ownOfferStatus,
    offerCount: 0,
    offers: [],
  };
}

/** @param isHeld a duty of it would change hands in a swap of another request, which waits for approval */
export function permissionFrom(
  row: RowFacts,
  judged: Verdict,
  isHeld: boolean,
  now: Instant,
): ExchangeRequest['preAccept'] {
  const free = judged.ok ? judgeNotAwaiting(isReserved(row.reservedUntil, now)) : judged;
  const verdict = free.ok ? judgeUnreserved(isHeld) : free;
  return permissionBy(verdict);
}

export const permissionOf = (
  row: RowFacts,
  verdict: Verdict,
  isHeld: boolean,
  now: Instant,
): ExchangeRequest['preAccept'] =>
  row.ownOfferStatus === 'offerta'
    ? { isAllowed: false, reason: 'Hai già pre-accettato questa richiesta.' }
    : permissionFrom(row, verdict, isHeld, now);
