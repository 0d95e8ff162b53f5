import { refuse } from '../../domain/errors/refusal.ts';
import { needsApproval } from '../../domain/exchanges/approval.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { agreedSwap, requireSides } from './agreedSwap.ts';
import { awaitApproval } from './commands.await.ts';
import { lapseOverdueOffers } from './commands.expire.ts';
import { swapDuties } from './completion.ts';
import { type LockedRequest, requireRequester, actOnRequest, requireNotAwaiting } from './lockedRequest.ts';
import { listOffers, type OfferRow } from './queries.ts';
import { breachesOf, findSwapRest, requireRest } from './swapRest.ts';
import { offerVersionOf, requireSeen } from './versions.ts';

interface OfferChoice {
  /** Whose; left out: the only one. */
  accepterUserId?: string | undefined;
  /** Of the offer that the requester decided on; left out: as it stands. */
  version?: string | undefined;
}

/**
 * The requester takes one offer: the duties of both change hands, everything else that used one of them closes, everybody
 * concerned is told and the three mails are queued, all in one transaction. What the two people agreed on is checked
 * again on locked rows first. Where the worksite wants it approved, it waits, and nobody but the approvers is told.
 * @throws RefusalError not_found, exchange_not_requester, exchange_awaiting_approval, exchange_duty_reserved, exchange_closed, exchange_no_offer, exchange_several_offers,
 *   exchange_offer_gone, exchange_changed, exchange_shift_changed, exchange_rest_too_short, and every refusal of the rules it repeats
 */
export async function confirmSwap(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  choice: OfferChoice,
): Promise<ExchangeRequest> {
  const { worksite } = signedIn;
  const swapped = await actOnRequest(context, signedIn, requestId, async (locked) => {
    const { tx, request, worksiteEmail, restRules, swapPolicy, now } = locked;
    requireRequester(request, signedIn);
    if (request.status !== 'aperta') throw new RefusalError(refuse('exchange_closed'));
    const offers = await listCurrentOffers(locked);
    requireNotAwaiting(offers, now);
    const offer = chooseOffer(offers, choice.accepterUserId);
    requireSeen(choice.version, offerVersionOf(offer.offeredDuties, offer.createdAt));
    const sides = await requireSides(tx, request, offer, worksite.variant, now);
    const rest = await findSwapRest(tx, restRules, agreedSwap(request, sides));
    requireRest(restRules, rest, { side: 'requester', otherName: sides.accepter.person.firstName });
    const swap = { request, offer, ...sides, rest: breachesOf(rest), now };
    if (needsApproval(swapPolicy.approval, swap.rest)) await awaitApproval(context, locked, swap);
    else await swapDuties(tx, signedIn, swap, worksiteEmail);
  });
  if (swapped.status === 'completata') context.metrics.swapCompleted(swapped.kind);
  return swapped;
}

/** All offers; one that has waited for approval in vain ends first, where the job has not done so. */
async function listCurrentOffers({ tx, request, now }: LockedRequest): Promise<OfferRow[]> {
  const offers = await listOffers(tx, request.id);
  const isOverdue = ({ status, reservedUntil }: OfferRow): boolean =>
    status === 'offerta' && reservedUntil !== null && reservedUntil <= now;
  if (!offers.some(isOverdue)) return offers;
  await lapseOverdueOffers(tx, request.worksiteId, now);
  return listOffers(tx, request.id);
}

function chooseOffer(offers: readonly OfferRow[], accepterUserId: string | undefined): OfferRow {
  const standing = offers.filter((offer) => offer.status === 'offerta');
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
