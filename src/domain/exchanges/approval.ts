import { addHours, type Instant } from '../calendar/day.ts';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import type { SwapRest } from '../rest/breaches.ts';
import type { Entry } from '../shifts/rules.ts';
import type { User } from '../users/schema.ts';
import type { ApprovalMode } from '../worksites/swapPolicy.ts';
import { reservedOffer, type SwapTerms } from './request.ts';
import { beginsAt } from './rules.ts';

// A confirmed swap may need approval; until it is decided, its offer and the duties it would swap are reserved.

/** Approvers are reminded once, this long after the wait begins. */
export const reminderSeconds = 24 * 3600;

/** Whether a confirmed swap needs approval, given the rest rules it breaks for each person. */
export function needsApproval(mode: ApprovalMode, { requester, accepter }: SwapRest): boolean {
  if (mode === 'automatica_senza_avvisi') return requester.length + accepter.length > 0;
  return mode === 'sempre';
}

/** When the wait ends: `cutoffHours` before the first swapped shift begins. */
export function approvalEndsAt(duties: readonly Entry[], cutoffHours: number): Instant {
  const [first] = duties.map(beginsAt).toSorted();
  if (first === undefined) throw new Error('a swap without duties');
  return addHours(first, -cutoffHours);
}

export const isAwaitingApproval = (request: SwapTerms, now: Instant): boolean =>
  request.status === 'aperta' && (reservedOffer(request)?.reservedUntil ?? '') > now;

/** Refuses making or taking offers while one of them awaits approval. */
export const judgeNotAwaiting = (request: SwapTerms, now: Instant): Verdict =>
  isAwaitingApproval(request, now) ? refuse('exchange_awaiting_approval') : allowed;

/** Refuses duties that are part of another swap awaiting approval. */
export const judgeUnreserved = (isReservedElsewhere: boolean): Verdict =>
  isReservedElsewhere ? refuse('exchange_duty_reserved') : allowed;

export type ApprovalViewer = Pick<User, 'id' | 'worksiteId' | 'isCeo' | 'mayApproveSwaps'>;

export const judgeApprover = ({ isCeo, mayApproveSwaps }: ApprovalViewer): Verdict =>
  isCeo || mayApproveSwaps ? allowed : refuse('exchange_not_approver');

/** The CEO may decide for every worksite, approvers for their own, and nobody on a swap of theirs. */
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
