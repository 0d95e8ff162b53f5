import { refuse } from '../../domain/errors/refusal.ts';
import { isAwaitingApproval, judgeApproval, judgeApprover } from '../../domain/exchanges/approval.ts';
import { type Offer, reservedOffer, timeOf } from '../../domain/exchanges/request.ts';
import type { ApprovalAnswer } from '../../domain/exchanges/schema.approval.ts';
import type { SwapRest } from '../../domain/rest/breaches.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { lockActiveUser } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { agreedSwap, confirmedSwap, type HeldSwap, requireSides, type Swap } from './agreedSwap.ts';
import { approvalVersionOf } from './approvalViews.ts';
import { announceRequests } from './closing.ts';
import { carryOut } from './commands.confirm.ts';
import { reviewRequests } from './commands.review.ts';
import { type LockedRequest, withLockedRequest } from './lockedRequest.ts';
import { findRequestWorksite } from './queries.approvals.ts';
import { setOfferStatus } from './queries.write.ts';
import { breachesOf, findSwapRest, requireBearable } from './swapRest.ts';
import { requireSeen } from './versions.ts';

interface Decision {
  requestId: string;
  /** The version the approver saw; omitted: the current one. */
  version?: string | undefined;
}

/**
 * Carries out a confirmed swap. Everything is checked again on locked rows, as at the confirmation, including that the
 * approver may still decide.
 * @throws RefusalError not_found, exchange_not_approver, exchange_own_approval, exchange_not_awaiting,
 *   exchange_changed, exchange_rest_too_short, and what `confirmSwap` throws
 */
export async function approveSwap(
  context: AppContext,
  signedIn: SignedIn,
  decision: Decision,
): Promise<ApprovalAnswer> {
  const kind = await decide(context, signedIn, decision.requestId, async (locked, { offer, variant }) => {
    const { tx, request, restRules, worksiteEmail, now } = locked;
    const sides = await requireSides(tx, request, offer, variant, now);
    const swap = {
      request,
      offer,
      ...sides,
      rest: await requireRead(locked, decision, offer, agreedSwap(request, sides)),
      now,
    };
    const { requester, accepter } = swap;
    requireBearable(restRules, swap.rest, {
      requester: requester.person.firstName,
      accepter: accepter.person.firstName,
    });
    await recordDecision(tx, signedIn, swap, 'swap_approved');
    await carryOut(tx, signedIn, swap, worksiteEmail);
    return request.kind;
  });
  context.metrics.swapCompleted(kind);
  return { request: { id: decision.requestId, status: 'completata', isAwaitingApproval: false } };
}

/**
 * Refuses a swap: the request opens again, the offer counts as refused, and both people read the reason. It need not be
 * possible any more.
 * @throws RefusalError not_found, exchange_not_approver, exchange_own_approval, exchange_not_awaiting, exchange_changed
 */
export async function refuseApproval(
  context: AppContext,
  signedIn: SignedIn,
  decision: Decision,
  reason: string,
): Promise<ApprovalAnswer> {
  await decide(context, signedIn, decision.requestId, async (locked, { offer }) => {
    const { tx, request, now } = locked;
    const { id: requestId, requesterId } = request;
    await requireRead(locked, decision, offer, confirmedSwap(request, offer));
    await setOfferStatus(tx, requestId, offer.userId, 'rifiutata', now);
    const facts = { fact: 'approval_refused', time: timeOf(request), reason } as const;
    const news: NewNotification[] = [
      { userId: requesterId, personId: offer.userId, facts, requestId },
      { userId: offer.userId, personId: requesterId, facts, requestId },
    ];
    await notify(tx, news, now);
    await recordDecision(tx, signedIn, { request, offer, now }, 'swap_not_approved');
    await reviewRequests(tx, [requestId], now);
    announce(tx, [offer.userId], ['shifts']);
    await announceRequests(tx, request.worksiteId, [request], [requesterId, offer.userId]);
  });
  return { request: { id: decision.requestId, status: 'aperta', isAwaitingApproval: false } };
}

/** @returns the rest limits broken @throws RefusalError exchange_changed if they or the swap differ from what was read */
async function requireRead(
  { tx, restRules }: LockedRequest,
  { version }: Decision,
  { reservedSince: since }: Offer,
  agreed: HeldSwap,
): Promise<SwapRest> {
  const rest = breachesOf(await findSwapRest(tx, restRules, agreed));
  requireSeen(version, approvalVersionOf({ ...agreed, since, rest }));
  return rest;
}

interface Awaiting {
  offer: Offer;
  variant: WorksiteVariant;
}

/** Runs a decision on the locked, waiting swap, by somebody who may decide on it now. */
async function decide<Result>(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  act: (locked: LockedRequest, awaiting: Awaiting) => Promise<Result>,
): Promise<Result> {
  const { user } = signedIn;
  requireAllowed(judgeApprover(user));
  const worksite = requireFound(await findRequestWorksite(context.database, requestId));
  if (!user.isCeo && worksite.id !== user.worksiteId) throw new RefusalError(refuse('not_found'));
  return withLockedRequest(context, { worksite }, requestId, async (locked) => {
    const { tx, request, now } = locked;
    // the session was read before waiting for the lock: the permission may have been revoked since
    const { role, mayApproveSwaps } = await lockActiveUser(tx, user.id);
    const viewer = { ...user, isCeo: user.isCeo && role === 'admin', mayApproveSwaps };
    const offer = reservedOffer(request);
    if (!offer || !isAwaitingApproval(request, now)) throw new RefusalError(refuse('exchange_not_awaiting'));
    requireAllowed(judgeApproval(viewer, { ...request, accepterId: offer.userId }));
    return act(locked, { offer, variant: worksite.variant });
  });
}

const recordDecision = (
  tx: LockedRequest['tx'],
  signedIn: SignedIn,
  { request, offer, now }: Pick<Swap, 'request' | 'offer' | 'now'>,
  action: 'swap_approved' | 'swap_not_approved',
): Promise<void> =>
  insertAudit(tx, {
    at: now,
    signedIn,
    worksiteId: request.worksiteId,
    action,
    targetType: 'exchange_request',
    targetId: request.id,
    after: { requesterId: request.requesterId, accepterId: offer.userId, confirmedAt: offer.reservedSince },
  });
