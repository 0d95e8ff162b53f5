import type { Instant } from '../../domain/calendar/day.ts';
import { judgeApproval, judgeApprover } from '../../domain/exchanges/approval.ts';
import { type HeldEntry, type Offer, reservedOffer, weeksOf } from '../../domain/exchanges/request.ts';
import {
  type ApprovalList,
  mostApprovals,
  type SwapApproval,
} from '../../domain/exchanges/schema.approval.ts';
import type { SwapRest } from '../../domain/rest/breaches.ts';
import type { RestMode, RestRules } from '../../domain/rest/limits.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import { defaultRestRules } from '../../domain/worksites/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { confirmedSwap, type HeldSwap } from './agreedSwap.ts';
import { seenDuties } from './offerCards.ts';
import { findWaitingSwap, listWaitingSwaps, type WaitingSwap } from './queries.approvals.ts';
import { breachesOf, findSwapRests, verdictTexts } from './swapRest.ts';
import { fingerprintOf, inOrder } from './versions.ts';

/** The swaps this person may approve or refuse. @throws RefusalError exchange_not_approver */
export async function readApprovals(context: AppContext, { user }: SignedIn): Promise<ApprovalList> {
  requireAllowed(judgeApprover(user));
  const { swaps, total } = await listWaitingSwaps(context.database, {
    viewerId: user.id,
    worksiteId: user.isCeo ? null : user.worksiteId,
    now: context.clock.now(),
    most: mostApprovals,
  });
  return { approvals: await approvalsOf(context, swaps), total };
}

/**
 * One swap waiting for approval.
 * @throws RefusalError exchange_not_approver, not_found (also if it no longer waits), exchange_own_approval
 */
export async function readApproval(
  context: AppContext,
  { user }: SignedIn,
  requestId: string,
): Promise<SwapApproval> {
  requireAllowed(judgeApprover(user));
  const swap = requireFound(await findWaitingSwap(context.database, requestId, context.clock.now()));
  requireAllowed(judgeApproval(user, { ...swap, accepterId: offerOf(swap).userId }));
  const [approval] = await approvalsOf(context, [swap]);
  return requireFound(approval ?? null);
}

/** What approvers see of swaps: nothing else from the two calendars. */
async function approvalsOf({ database }: AppContext, swaps: readonly WaitingSwap[]): Promise<SwapApproval[]> {
  const judged = await findSwapRests(
    database,
    swaps.map((swap) => ({ rules: rulesOf(swap), swap: agreedOf(swap) })),
  );
  return swaps.map((swap, index) => {
    const rest = breachesOf(requireFound(judged[index] ?? null));
    return approvalOf(swap, rest, rulesOf(swap).mode);
  });
}

const rulesOf = (swap: WaitingSwap): RestRules => swap.restRules ?? defaultRestRules(swap.worksiteVariant);

const offerOf = (swap: WaitingSwap): Offer => requireFound(reservedOffer(swap) ?? null);

const agreedOf = (swap: WaitingSwap): HeldSwap => confirmedSwap(swap, offerOf(swap));

function approvalOf(swap: WaitingSwap, rest: SwapRest, mode: RestMode): SwapApproval {
  const agreed = agreedOf(swap);
  const { name, firstName, reservedSince, reservedUntil } = offerOf(swap);
  const since = requireFound(reservedSince);
  const seen = (duties: readonly HeldEntry[]): Entry[] => seenDuties(swap, duties, since);
  const texts = verdictTexts(rest, { requester: swap.requesterFirstName, accepter: firstName });
  return {
    id: swap.id,
    version: approvalVersionOf({ ...agreed, since, rest }),
    kind: swap.kind,
    worksiteName: swap.worksiteName,
    weeks: weeksOf(swap),
    requester: { name: swap.requesterName, gives: seen(agreed.requesterGives), rest: texts.requester },
    accepter: { name, gives: seen(agreed.accepterGives), rest: texts.accepter },
    isBlocked: mode === 'blocco' && texts.requester.length + texts.accepter.length > 0,
    since,
    until: requireFound(reservedUntil),
  };
}

/** Identifies what is decided on: it changes if the swap is confirmed again or breaks other rest limits. */
export const approvalVersionOf = ({
  requesterGives,
  accepterGives,
  since,
  rest,
}: {
  requesterGives: readonly HeldEntry[];
  accepterGives: readonly HeldEntry[];
  since: Instant | null;
  rest: SwapRest;
}): string =>
  fingerprintOf([inOrder(requesterGives), inOrder(accepterGives), since, rest.requester, rest.accepter]);
