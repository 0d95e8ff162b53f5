import { refuse } from '../../domain/errors/refusal.ts';
import { resolveRequestNotifications } from '../notifications/commands.resolve.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceRequests, closeRequests } from './closing.ts';
import { closeExpired } from './commands.expire.ts';
import { requireRequester, withLockedRequest } from './lockedRequest.ts';
import { deleteRequestRow } from './queries.write.ts';

/**
 * The requester withdraws a request, or clears one that is closed; colleagues who had pre-accepted are notified. What was
 * completed stays on record.
 *
 * @throws RefusalError not_found, exchange_not_requester, exchange_closed (completed)
 */
export async function deleteRequest(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
): Promise<void> {
  const { worksite } = signedIn;
  await withLockedRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
    requireRequester(request, signedIn);
    if (request.status === 'completata') throw new RefusalError(refuse('exchange_closed'));
    // of what time has closed its people hear that
    await closeExpired(tx, worksite.id, now);
    await resolveRequestNotifications(tx, requestId, 'withdrawn', now);
    const people = await closeRequests(tx, [request], 'withdrawn', now);
    await deleteRequestRow(tx, requestId);
    await announceRequests(tx, worksite.id, [request], people);
  });
}
