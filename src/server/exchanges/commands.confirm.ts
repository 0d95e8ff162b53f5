import { randomUUID } from 'node:crypto';
import type { Day } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { needsApproval } from '../../domain/exchanges/approval.ts';
import { type PersonDay, swapsWith } from '../../domain/exchanges/ending.ts';
import { entriesAfter, receivedFor } from '../../domain/exchanges/handover.ts';
import { isTaxiKind } from '../../domain/exchanges/kinds.ts';
import {
  type ExchangeFacts,
  type Offer,
  reservedOffer,
  standingOffers,
} from '../../domain/exchanges/request.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import { queueSwapMails } from '../mail/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { settleProposals } from '../rosters/commands.answer.ts';
import { deleteShifts, insertEntries, type NewEntry } from '../shifts/queries.ts';
import { agreedSwap, requireSides, type Side, type Swap } from './agreedSwap.ts';
import { announceOpenDays, announceRequests, closeRequests, endOffersNeeding, endSwaps } from './closing.ts';
import { awaitApproval } from './commands.await.ts';
import { closeExpired, lapseOverdueOffers } from './commands.expire.ts';
import { reviewRequests } from './commands.review.ts';
import { actOnRequest, type LockedRequest, requireNotAwaiting, requireRequester } from './lockedRequest.ts';
import { tellParties } from './publicationNotifications.ts';
import { insertCompletedSwap, type NewCompletedSwap, storeGivenDuties } from './queries.completed.ts';
import { findRequestFacts, listOpenRequests } from './queries.requests.ts';
import { setOfferStatus } from './queries.write.ts';
import { breachesOf, findSwapRest, requireRest } from './swapRest.ts';
import { offerVersionOf, requireSeen } from './versions.ts';

interface OfferChoice {
  /** Whose offer; omitted: the only one. */
  accepterUserId?: string | undefined;
  /** The version of the offer the requester saw; omitted: the current one. */
  version?: string | undefined;
}

/**
 * Takes an offer: in one transaction checks locked rows again, exchanges the duties, closes everything else using them,
 * notifies everybody concerned and queues three mails. If approval is required, only notifies the approvers.
 * @throws RefusalError not_found, exchange_not_requester, exchange_awaiting_approval, exchange_duty_reserved,
 *   exchange_closed, exchange_no_offer, exchange_several_offers, exchange_offer_gone, exchange_changed,
 *   exchange_shift_changed, exchange_rest_too_short, and every refusal of the checks it repeats
 */
export async function confirmSwap(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  choice: OfferChoice,
): Promise<ExchangeRequest> {
  const swapped = await actOnRequest(context, signedIn, requestId, async (locked) => {
    const { tx, worksiteEmail, restRules, swapPolicy, now } = locked;
    requireRequester(locked.request, signedIn);
    const request = await requireCurrent(locked);
    const offer = chooseOffer(request, choice.accepterUserId);
    requireSeen(choice.version, offerVersionOf(offer.duties, offer.createdAt));
    const sides = await requireSides(tx, request, offer, signedIn.worksite.variant, now);
    const rest = await findSwapRest(tx, restRules, agreedSwap(request, sides));
    requireRest(restRules, rest, { side: 'requester', otherName: sides.accepter.person.firstName });
    const swap = { request, offer, ...sides, rest: breachesOf(rest), now };
    if (needsApproval(swapPolicy.approval, swap.rest)) await awaitApproval(context, locked, swap);
    else await carryOut(tx, signedIn, swap, worksiteEmail);
  });
  if (swapped.status === 'completata') context.metrics.swapCompleted(swapped.kind);
  return swapped;
}

/** Requires an open request without a waiting swap; first ends a wait that is over but not closed by the job yet. */
async function requireCurrent({ tx, request, now }: LockedRequest): Promise<ExchangeFacts> {
  if (request.status !== 'aperta') throw new RefusalError(refuse('exchange_closed'));
  requireNotAwaiting(request, now);
  if (!reservedOffer(request)) return request;
  await lapseOverdueOffers(tx, request.worksiteId, now);
  return requireFound(await findRequestFacts(tx, request.worksiteId, request.id));
}

function chooseOffer(request: ExchangeFacts, accepterUserId: string | undefined): Offer {
  const standing = standingOffers(request);
  if (accepterUserId !== undefined) {
    const named = standing.find((offer) => offer.userId === accepterUserId);
    if (!named) throw new RefusalError(refuse('exchange_offer_gone'));
    return named;
  }
  const [only, another] = standing;
  if (!only) throw new RefusalError(refuse('exchange_no_offer'));
  if (another) throw new RefusalError(refuse('exchange_several_offers'));
  return only;
}

/** Writes a swap, everything it ends, its notifications and mails. The caller holds all locks. */
export async function carryOut(
  tx: Transaction,
  signedIn: SignedIn,
  swap: Swap,
  worksiteEmail: string,
): Promise<void> {
  const { request, offer, requester, accepter, now } = swap;
  const { worksiteId } = request;
  const swapId = randomUUID();
  const both = [requester.person.id, accepter.person.id];
  const given = [...requester.gives, ...accepter.gives].map(({ shiftId }) => shiftId);
  const open = await listOthers(tx, swap);

  // keeps the chosen offer from lapsing with the request
  await setOfferStatus(tx, request.id, offer.userId, 'scelta', now);
  const losers = await closeRequests(tx, [request], 'completed', now);
  await insertCompletedSwap(tx, recordOf(swap, swapId));
  if (request.kind === 'settimana') await storeGivenDuties(tx, request.id, requester, accepter);
  await tellParties(tx, swap);

  // everything else that uses one of the duties or needs a day that is now taken
  const ending = swapsWith(open, both, given);
  const concerned = await endSwaps(tx, ending, 'swapped_elsewhere', now, both);
  const needy = await endOffersNeeding(tx, open, filledDays(swap), 'swapped_elsewhere', now, both);

  await deleteShifts(tx, [...given, ...requester.restIds, ...accepter.restIds]);
  const entries = [
    ...shiftsAfter(swap, requester, accepter, swapId),
    ...shiftsAfter(swap, accepter, requester, swapId),
  ];
  await insertEntries(tx, worksiteId, entries, now);
  const [requesterId, accepterId] = [requester.person.id, accepter.person.id];
  await queueSwapMails(tx, { id: swapId, requesterId, accepterId, worksiteEmail, now });
  await recordSwap(tx, signedIn, swap);

  await announceRequests(tx, worksiteId, [request], [...both, ...losers, ...concerned, ...needy.people]);
  await reviewRequests(
    tx,
    [...ending.offers, ...needy.offers].map(({ id }) => id),
    now,
  );
  // what a roster proposes may be what the swap has brought
  await settleProposals(tx, both, isTaxiKind(request.kind) ? 'taxi' : 'standard', now);
  const changed = both.flatMap((userId) => daysOf(swap).map((day): PersonDay => ({ userId, day })));
  if (request.kind === 'giorno') await announceOpenDays(tx, worksiteId, open, changed);
  announce(tx, both, ['shifts', 'completed']);
}

const recordOf = (
  { request, offer, requester, accepter, rest, now }: Swap,
  id: string,
): NewCompletedSwap => ({
  id,
  requestId: request.id,
  kind: request.kind,
  requester: requester.person,
  accepter: accepter.person,
  requesterGave: requester.gives,
  accepterGave: accepter.gives,
  requestedAt: request.createdAt,
  offeredAt: offer.createdAt,
  rest,
  now,
});

/** The days on which something changes hands. */
const daysOf = ({ requester, accepter }: Swap): Day[] =>
  [...requester.gives, ...accepter.gives].map(({ date }) => date);

/** The other open requests about its days, once what time has ended of them is closed. */
async function listOthers(tx: Transaction, swap: Swap): Promise<ExchangeFacts[]> {
  const { request, now } = swap;
  const open = await listOpenRequests(tx, request.worksiteId, daysOf(swap));
  if (open.some(({ expiresAt }) => expiresAt <= now)) await closeExpired(tx, request.worksiteId, now);
  return open.filter(({ id, expiresAt }) => id !== request.id && expiresAt > now);
}

/** In a swap of days each works on a day on which they were free. */
function filledDays({ request, requester, accepter }: Swap): PersonDay[] {
  if (request.kind !== 'giorno') return [];
  return [
    ...accepter.gives.map(({ date }) => ({ userId: requester.person.id, day: date })),
    ...requester.gives.map(({ date }) => ({ userId: accepter.person.id, day: date })),
  ];
}

/** Each duty gets a new row, marked with the swap. */
const shiftsAfter = ({ request }: Swap, side: Side, other: Side, swapId: string): NewEntry[] =>
  entriesAfter(request.kind, side.gives, other.gives, side.notes).map(({ entry, notes, isReceived }) => ({
    ...entry,
    userId: side.person.id,
    notes,
    fromSwapId: isReceived ? swapId : null,
  }));

/** Single shifts are recorded as one duty a side, weeks as lists. */
function recordSwap(tx: Transaction, signedIn: SignedIn, swap: Swap): Promise<void> {
  const { request, requester, accepter, now } = swap;
  const recorded = (duties: readonly Entry[]) => (isTaxiKind(request.kind) ? duties : duties[0]);
  const received = (side: Side, other: Side) => recorded(receivedFor(request.kind, side.gives, other.gives));
  return insertAudit(tx, {
    at: now,
    signedIn,
    worksiteId: request.worksiteId,
    action: 'swap_completed',
    targetType: 'exchange_request',
    targetId: request.id,
    before: { requester: recorded(requester.gives), accepter: recorded(accepter.gives) },
    after: { requester: received(requester, accepter), accepter: received(accepter, requester) },
  });
}
