import { refuse } from '../../domain/errors/refusal.ts';
import { isOpen } from '../../domain/exchanges/rules.ts';
import { requestWithdrawnText } from '../../domain/notifications/texts.it.ts';
import { notify } from '../notifications/commands.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { requireRequester, withLockedRequest } from './lockedRequest.ts';
import { fullName } from './party.ts';
import { listPeopleOfDays } from './queries.people.ts';
import { deleteRequestRow, lapseOffersOn } from './queries.write.ts';
import { daysOfSubject, timeOf } from './subject.ts';

/**
 * The requester withdraws a request, or clears one that is closed; colleagues who had pre-accepted are told. What was
 * completed stays on record.
 *
 * @throws RefusalError not_found, exchange_not_requester, exchange_closed (completed)
 */
export async function deleteRequest(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
): Promise<void> {
  const { user, worksite } = signedIn;
  await withLockedRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
    requireRequester(request, signedIn);
    if (request.status === 'completata') throw new RefusalError(refuse('exchange_closed'));
    // offers on what is closed have lapsed: their people know
    const pending = isOpen(request, now) ? await lapseOffersOn(tx, requestId, now) : [];
    await deleteRequestRow(tx, requestId);
    // the request is gone: its notifications point nowhere
    const text = requestWithdrawnText(fullName(user), timeOf(request));
    const news = pending.map((userId) => ({ userId, text, requestId: null }));
    await notify(tx, news, now);
    const people = await listPeopleOfDays(tx, worksite.id, daysOfSubject(request));
    announce(tx, [user.id, ...pending, ...people], ['exchange-requests']);
    announce(tx, [user.id], ['shifts']);
  });
}
