import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { judgeNotAwaiting } from '../../domain/exchanges/approval.ts';
import type { ExchangeFacts } from '../../domain/exchanges/request.ts';
import { isOpen } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { RestRules } from '../../domain/rest/limits.ts';
import { defaultRestRules, type WorksiteSummary } from '../../domain/worksites/schema.ts';
import { type SwapPolicy, swapPolicyOf } from '../../domain/worksites/swapPolicy.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { findRequestFacts } from './queries.requests.ts';
import { readCard } from './views.ts';

export interface LockedRequest {
  tx: Transaction;
  request: ExchangeFacts;
  /** Address for the worksite's copy of mails. */
  worksiteEmail: string;
  restRules: RestRules;
  swapPolicy: SwapPolicy;
  /** Read after acquiring the locks: the shift may have begun while waiting. */
  now: Instant;
}

/**
 * Runs an action on a request in one transaction under the worksite's lock, which freezes the request.
 * @throws RefusalError not_found, also for a request of another worksite
 */
export const withLockedRequest = <Result>(
  context: AppContext,
  { worksite }: { worksite: Pick<WorksiteSummary, 'id' | 'variant'> },
  requestId: string,
  act: (locked: LockedRequest) => Promise<Result>,
): Promise<Result> =>
  context.database.transaction(async (tx) => {
    const { email: worksiteEmail, restRules, ...policy } = await lockWorksite(tx, worksite.id);
    const request = requireFound(await findRequestFacts(tx, worksite.id, requestId));
    const now = context.clock.now();
    return act({
      tx,
      request,
      worksiteEmail,
      restRules: restRules ?? defaultRestRules(worksite.variant),
      swapPolicy: swapPolicyOf(policy, worksite.variant),
      now,
    });
  });

/** Like `withLockedRequest`, but returns the request as this person then sees it. */
export const actOnRequest = async (
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  act: (locked: LockedRequest) => Promise<void>,
): Promise<ExchangeRequest> => {
  await withLockedRequest(context, signedIn, requestId, act);
  return requireFound(await readCard(context, signedIn, requestId));
};

/** @throws RefusalError exchange_not_requester */
export function requireRequester(request: ExchangeFacts, { user }: SignedIn): void {
  if (request.requesterId !== user.id) throw new RefusalError(refuse('exchange_not_requester'));
}

/** @throws RefusalError exchange_closed, also once its shift has begun */
export function requireOpen(request: ExchangeFacts, now: Instant): void {
  if (!isOpen(request, now)) throw new RefusalError(refuse('exchange_closed'));
}

/** @throws RefusalError exchange_awaiting_approval */
export const requireNotAwaiting = (request: ExchangeFacts, now: Instant): void =>
  void requireAllowed(judgeNotAwaiting(request, now));
