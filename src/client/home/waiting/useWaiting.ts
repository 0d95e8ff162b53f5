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
 * Everything that waits for the signed-in person. An admin keeps no shifts: for them only swaps to approve do.
 *
 * @param isWanted false asks the server for nothing yet
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
  // a roster and the codes are each gone through in one visit
  const count =
    (swaps.data?.total ?? 0) +
    (approvals.data?.total ?? 0) +
    Number(roster !== null) +
    Number(codes !== null);
  return { swaps, approvals: approvals.data, roster, codes, count, isPending };
}

/** How much waits, for what stands around every page; asked for once the page rests, unless Home has asked. */
export function useWaitingCount(): { all: number; swaps: number } | undefined {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => runWhenIdle([() => setWanted(true)]), []);
  const { count, swaps, isPending } = useWaiting(isWanted);
  const { total = 0, fittingTotal = 0 } = swaps.data ?? {};
  return isPending ? undefined : { all: count, swaps: total + fittingTotal };
}

/** The number on the icon of the installed app, where its person has switched notifications on in this browser. */
export function useAppBadge(count: number | undefined): void {
  const { user, isImpersonating } = useSignedIn();
  useEffect(() => {
    if (count === undefined || isImpersonating || pushOwner() !== user.id) return;
    const show = (): void => {
      if (document.visibilityState === 'visible') void navigator.setAppBadge?.(count).catch(() => null);
    };
    show();
    // a push that came meanwhile has set what was true then
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, [count, user.id, isImpersonating]);
}

/** For who reviews operation codes: how many of each type wait, without their own; null where none does. */
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
