import type { Instant } from '../../domain/calendar/day.ts';
import type { WorksiteSummary, WorksiteVariant } from '../../domain/worksites/schema.ts';
import { queueSwapMails, type SwapForMail } from '../mail/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { deleteShifts, insertShifts, type NewShift } from '../shifts/queries.ts';
import { closeExpired } from './commands.expire.ts';
import { insertCompletedSwap, keepWhatWasGiven } from './queries.completion.ts';
import type { OfferRow, RequestRow } from './queries.ts';
import { closeRequest, settleOffers } from './queries.write.ts';
import { announceSwap, type Side, tellOfSwap } from './swapNews.ts';

/** A swap that has been judged and can be carried out. */
export interface Swap {
  request: RequestRow;
  offer: OfferRow;
  requester: Side;
  accepter: Side;
  now: Instant;
}

/** Writes a swap: everything it changes, everybody it concerns, its mails. The caller holds all locks. */
export async function swapDuties(
  tx: Transaction,
  signedIn: SignedIn,
  swap: Swap,
  worksite: WorksiteSummary & { email: string },
): Promise<void> {
  const { request, offer, requester, accepter, now } = swap;
  await closeExpired(tx, request.worksiteId, now);
  const losers = await settleOffers(tx, request.id, offer.userId, now);
  await closeRequest(tx, request.id, { status: 'completata' }, now);
  const concerned = await tellOfSwap(tx, { request, requester, accepter, losers, now });
  const completed = {
    requestId: request.id,
    kind: request.kind,
    requester: requester.person,
    accepter: accepter.person,
    requesterGave: requester.gives,
    accepterGave: accepter.gives,
    requestedAt: request.createdAt,
    offeredAt: offer.createdAt,
    now,
  };
  const swapId = await insertCompletedSwap(tx, completed);
  if (request.kind === 'settimana') await keepWhatWasGiven(tx, completed);
  const given = [...requester.gives, ...accepter.gives].map(({ shiftId }) => shiftId);
  await deleteShifts(tx, given);
  await insertShifts(tx, [
    ...receivedShifts(requester, accepter, swapId, now),
    ...receivedShifts(accepter, requester, swapId, now),
  ]);
  await queueSwapMails(tx, {
    id: swapId,
    kind: request.kind,
    completedAt: now,
    worksite,
    requester: mailPartyOf(requester, worksite.variant),
    accepter: mailPartyOf(accepter, worksite.variant),
  });
  await auditSwap(tx, signedIn, swap);
  await announceSwap(tx, { request, requester, accepter, concerned });
}

/** Licence and phone are the partner's to know in the taxi worksite only. */
const mailPartyOf = ({ person, gives }: Side, variant: WorksiteVariant): SwapForMail['requester'] => ({
  ...person,
  ...(variant !== 'taxi' && { taxiLicense: null, phoneNumber: null }),
  gave: gives,
});

/** Each duty gets a new row, marked with the swap; notes stay with their writer, on their day. */
const receivedShifts = ({ person, notes }: Side, giver: Side, swapId: string, now: Instant): NewShift[] =>
  giver.gives.map(({ date, ...duty }) => ({
    worksiteId: person.worksiteId,
    userId: person.id,
    date,
    duty,
    notes: notes.get(date) ?? null,
    fromSwapId: swapId,
    now,
  }));

/** Single shifts are recorded as one duty a side, weeks as lists. */
function auditSwap(
  tx: Transaction,
  signedIn: SignedIn,
  { request, requester, accepter, now }: Swap,
): Promise<void> {
  const given = ({ gives }: Side) => (request.kind === 'turno' ? gives[0] : gives);
  return insertAudit(tx, {
    at: now,
    signedIn,
    worksiteId: request.worksiteId,
    action: 'swap_completed',
    targetType: 'exchange_request',
    targetId: request.id,
    before: { requester: given(requester), accepter: given(accepter) },
    after: { requester: given(accepter), accepter: given(requester) },
  });
}
