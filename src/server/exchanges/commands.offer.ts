import { refuse } from '../../domain/errors/refusal.ts';
import { offerOf, timeOf } from '../../domain/exchanges/request.ts';
import { isOpen } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { notify } from '../notifications/commands.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceRequests } from './closing.ts';
import { reviewRequests } from './commands.review.ts';
import { type LockedRequest, requireOpen, requireRequester, actOnRequest } from './lockedRequest.ts';
import { deleteOffer, insertRejection, setOfferStatus } from './queries.write.ts';

/**
 * A colleague declines a request, which withdraws their pre-acceptance. The request stays open, and they may change
 * their mind. Idempotent.
 * @throws RefusalError not_found, exchange_own_request, exchange_closed
 */
export async function rejectRequest(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
): Promise<ExchangeRequest> {
  const { user } = signedIn;
  return actOnRequest(context, signedIn, requestId, async (locked) => {
    const { request, now } = locked;
    if (request.requesterId === user.id) throw new RefusalError(refuse('exchange_own_request'));
    if (request.rejecterIds.includes(user.id)) return;
    requireOpen(request, now);
    const own = offerOf(request, user.id);
    await sayNo(locked, user.id, own?.status === 'offerta');
  });
}

/**
 * A colleague withdraws their pre-acceptance; the request moves to their rejected ones. Idempotent, also for an offer
 * that ended otherwise.
 * @param isUndo restores the request to where it was, as if never answered
 * @throws RefusalError not_found, exchange_offer_gone (never pre-accepted), exchange_closed (already chosen)
 */
export async function withdrawOffer(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  isUndo = false,
): Promise<ExchangeRequest> {
  const { user } = signedIn;
  return actOnRequest(context, signedIn, requestId, async (locked) => {
    const own = offerOf(locked.request, user.id);
    if (!own) throw new RefusalError(refuse('exchange_offer_gone'));
    if (own.status === 'scelta') throw new RefusalError(refuse('exchange_closed'));
    if (own.status !== 'offerta' || !isOpen(locked.request, locked.now)) return;
    if (!isUndo) return sayNo(locked, user.id, true);
    await deleteOffer(locked.tx, requestId, user.id);
    await tellAnswer(locked, user.id, true);
  });
}

async function sayNo(locked: LockedRequest, userId: string, withdrawsOffer: boolean): Promise<void> {
  const { tx, request, now } = locked;
  if (withdrawsOffer) await setOfferStatus(tx, request.id, userId, 'ritirata', now);
  await insertRejection(tx, request.id, userId, now);
  await tellAnswer(locked, userId, withdrawsOffer);
}

async function tellAnswer(
  { tx, request, now }: LockedRequest,
  userId: string,
  withdrawsOffer: boolean,
): Promise<void> {
  const { id: requestId, requesterId } = request;
  const notified = await reviewRequests(tx, [requestId], now);
  // one notification per action: that nobody is left says more
  if (withdrawsOffer && notified.length === 0) {
    const facts = { fact: 'offer_withdrawn', time: timeOf(request) } as const;
    await notify(tx, [{ userId: requesterId, personId: userId, facts, requestId }], now);
  }
  await announceRequests(tx, request.worksiteId, [request], [requesterId, userId]);
}

/**
 * The requester permanently refuses one colleague's offer; the request stays open. Idempotent.
 * @throws RefusalError not_found, exchange_not_requester, exchange_closed, exchange_offer_gone
 */
export async function refuseOffer(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  accepterUserId: string,
): Promise<ExchangeRequest> {
  const { user, worksite } = signedIn;
  return actOnRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
    requireRequester(request, signedIn);
    const offer = offerOf(request, accepterUserId);
    if (offer?.status === 'rifiutata') return;
    requireOpen(request, now);
    if (offer?.status !== 'offerta') throw new RefusalError(refuse('exchange_offer_gone'));
    await setOfferStatus(tx, requestId, accepterUserId, 'rifiutata', now);
    const facts = { fact: 'offer_refused', time: timeOf(request) } as const;
    await notify(tx, [{ userId: accepterUserId, personId: user.id, facts, requestId }], now);
    await reviewRequests(tx, [requestId], now);
    await announceRequests(tx, worksite.id, [request], [user.id, accepterUserId]);
  });
}
