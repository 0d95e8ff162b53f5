import { addHours, type Instant } from '../calendar/day.ts';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import type { SwapRest } from '../rest/breaches.ts';
import type { Entry } from '../shifts/rules.ts';
import type { User } from '../users/schema.ts';
import type { ApprovalMode } from '../worksites/swapPolicy.ts';
import { reservedOffer, type SwapTerms } from './request.ts';
import { beginsAt } from './rules.ts';

// A confirmed swap may wait for approval: its offer is reserved meanwhile, and so are the duties that would change hands.

/** Approvers are reminded once, so long after the wait has begun. */
export const reminderSeconds = 24 * 3600;

/** Whether a swap that its requester confirms waits, by what it breaks for the two. */
export function needsApproval(mode: ApprovalMode, { requester, accepter }: SwapRest): boolean {
  if (mode === 'automatica_senza_avvisi') return requester.length + accepter.length > 0;
  return mode === 'sempre';
}

/** Until when it waits at most: so many hours before the first shift that changes hands. */
export function approvalEndsAt(duties: readonly Entry[], cutoffHours: number): Instant {
  const [first] = duties.map(beginsAt).toSorted();
  if (first === undefined) throw new Error('a swap without duties');
  return addHours(first, -cutoffHours);
}

export const isAwaitingApproval = (request: SwapTerms, now: Instant): boolean =>
  request.status === 'aperta' && (reservedOffer(request)?.reservedUntil ?? '') > now;

/** Whether offers of a request can be made and taken now: not while one of them is reserved. */
export const judgeNotAwaiting = (request: SwapTerms, now: Instant): Verdict =>
  isAwaitingApproval(request, now) ? refuse('exchange_awaiting_approval') : allowed;

/** Whether duties can be offered and swapped: not while one of them would change hands in another swap that waits. */
export const judgeUnreserved = (isReservedElsewhere: boolean): Verdict =>
  isReservedElsewhere ? refuse('exchange_duty_reserved') : allowed;

export type ApprovalViewer = Pick<User, 'id' | 'worksiteId' | 'isCeo' | 'mayApproveSwaps'>;

export const judgeApprover = ({ isCeo, mayApproveSwaps }: ApprovalViewer): Verdict =>
  isCeo || mayApproveSwaps ? allowed : refuse('exchange_not_approver');

/** Whether they may decide on this one: the CEO of all worksites, others of their own, and nobody on a swap of theirs. */
export function judgeApproval(
  viewer: ApprovalViewer,
  swap: { worksiteId: string; requesterId: string; accepterId: string },
): Verdict {
  const approver = judgeApprover(viewer);
  if (!approver.ok) return approver;
  if (!viewer.isCeo && viewer.worksiteId !== swap.worksiteId) return refuse('not_found');
  const isOwn = viewer.id === swap.requesterId || viewer.id === swap.accepterId;
  return isOwn ? refuse('exchange_own_approval') : allowed;
}
