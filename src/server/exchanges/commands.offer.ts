import { refuse } from '../../domain/errors/refusal.ts';
import { isOpen } from '../../domain/exchanges/rules.ts';
import { offerRefusedText, offerWithdrawnText } from '../../domain/notifications/texts.it.ts';
import { notify } from '../notifications/commands.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { closeIfNobodyLeft } from './commands.reject.ts';
import { requireOpen, requireRequester, withLockedRequest } from './lockedRequest.ts';
import { fullName } from './party.ts';
import { listPeopleOfDays } from './queries.people.ts';
import { listOffers } from './queries.ts';
import { insertRejection, setOfferStatus } from './queries.write.ts';
import { daysOfSubject, timeOf } from './subject.ts';

/**
 * A colleague takes their pre-acceptance back; the request moves to their rejected ones. Repeating it changes nothing
 * more, and neither does withdrawing what ended otherwise.
 *
 * @throws RefusalError not_found, exchange_offer_gone (never pre-accepted), exchange_closed (already chosen)
 */
export async function withdrawOffer(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
): Promise<void> {
  const { user, worksite } = signedIn;
  await withLockedRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
    const own = (await listOffers(tx, requestId)).find((offer) => offer.userId === user.id);
    if (!own) throw new RefusalError(refuse('exchange_offer_gone'));
    if (own.status === 'scelta') throw new RefusalError(refuse('exchange_closed'));
    if (own.status !== 'offerta' || !isOpen(request, now)) return;
    await setOfferStatus(tx, requestId, user.id, 'ritirata', now);
    await insertRejection(tx, requestId, user.id, now);
    const isClosed = await closeIfNobodyLeft(tx, request, worksite.variant, now);
    // one move, one notification: that nobody is left says more
    if (!isClosed) {
      const text = offerWithdrawnText(fullName(user), timeOf(request));
      await notify(tx, [{ userId: request.requesterId, text, requestId }], now);
    }
    const people = await listPeopleOfDays(tx, worksite.id, daysOfSubject(request));
    announce(tx, [request.requesterId, user.id, ...people], ['exchange-requests']);
  });
}

/**
 * The requester refuses one colleague's offer, for good; if nobody else is left who could take the request, it closes.
 * Repeating it changes nothing more.
 *
 * @throws RefusalError not_found, exchange_not_requester, exchange_closed, exchange_offer_gone
 */
export async function refuseOffer(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  accepterUserId: string,
): Promise<void> {
  const { user, worksite } = signedIn;
  await withLockedRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
    requireRequester(request, signedIn);
    const offer = (await listOffers(tx, requestId)).find(({ userId }) => userId === accepterUserId);
    if (offer?.status === 'rifiutata') return;
    requireOpen(request, now);
    if (offer?.status !== 'offerta') throw new RefusalError(refuse('exchange_offer_gone'));
    await setOfferStatus(tx, requestId, accepterUserId, 'rifiutata', now);
    const text = offerRefusedText(fullName(user), timeOf(request));
    await notify(tx, [{ userId: accepterUserId, text, requestId }], now);
    await closeIfNobodyLeft(tx, request, worksite.variant, now);
    const people = await listPeopleOfDays(tx, worksite.id, daysOfSubject(request));
    announce(tx, [user.id, accepterUserId, ...people], ['exchange-requests']);
  });
}
