import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OperationType } from '../../../domain/operations/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { pushOwner } from '../../data/pushDevice.ts';
import { approvalsQuery, useMayApprove, waitingQuery } from '../../exchanges/api.ts';
import { operationListQuery } from '../../operations/api.ts';
import { hasProposals, proposalsQuery } from '../../rosters/proposals.ts';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';

/**
 * Everything pending for the signed-in person. Admins have no shifts, so only swaps to approve.
 *
 * @param isWanted false fetches nothing yet
 */
export function useWaiting(isWanted = true) {
  const { user } = useSignedIn();
  const mayApprove = useMayApprove();
  const isEmployee = user.role !== 'admin';
  const swaps = useQuery({ ...waitingQuery, enabled: isWanted && isEmployee });
  const proposals = useQuery({ ...proposalsQuery, enabled: isWanted && isEmployee });
  const approvals = useQuery({ ...approvalsQuery, enabled: isWanted && mayApprove });
  const codes = useCodesToReview(isWanted && isEmployee);
  const roster = hasProposals(proposals.data) ? proposals.data : null;
  const isPending =
    (isEmployee && (swaps.isPending || proposals.isPending)) || (mayApprove && approvals.isPending);
  // a roster and the codes count as one item each: they are handled in one visit
  const count =
    (swaps.data?.total ?? 0) +
    (approvals.data?.total ?? 0) +
    Number(roster !== null) +
    Number(codes !== null);
  return { swaps, approvals: approvals.data, roster, codes, count, isPending };
}

/** The pending counts for the navigation; fetched once the page is idle, unless Home already has. */
export function useWaitingCount(): { all: number; swaps: number } | undefined {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => runWhenIdle([() => setWanted(true)]), []);
  const { count, swaps, isPending } = useWaiting(isWanted);
  const { total = 0, fittingTotal = 0 } = swaps.data ?? {};
  return isPending ? undefined : { all: count, swaps: total + fittingTotal };
}

/** Sets the installed app's badge if the person has enabled push notifications in this browser. */
export function useAppBadge(count: number | undefined): void {
  const { user, isImpersonating } = useSignedIn();
  useEffect(() => {
    if (count === undefined || isImpersonating || pushOwner() !== user.id) return;
    const show = (): void => {
      if (document.visibilityState === 'visible') void navigator.setAppBadge?.(count).catch(() => null);
    };
    show();
    // a push received meanwhile may have set an older count
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, [count, user.id, isImpersonating]);
}

/** For reviewers: pending codes by type, without their own; null if there are none. */
function useCodesToReview(isWanted: boolean): Record<OperationType, number> | null {
  const { user, worksite } = useSignedIn();
  const { data } = useInfiniteQuery({
    ...operationListQuery({
      source: 'others',
      type: 'OPP',
      status: 'pending',
      month: null,
      worksiteId: null,
    }),
    enabled: isWanted && user.mayReviewCodes && worksite.variant !== 'taxi',
  });
  const counts = data?.pages.at(-1)?.counts;
  return counts && counts.OPP + counts.Case > 0 ? counts : null;
}
