import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { nobodyLeftText, offerWithdrawnText } from '../../domain/notifications/texts.it.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { notify } from '../notifications/commands.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { listAbleColleagues } from './colleagues.ts';
import { requireOpen, withLockedRequest } from './lockedRequest.ts';
import { fullName } from './party.ts';
import { findPerson, listPeopleOfDays } from './queries.people.ts';
import { listOffers, listRejecters, type RequestRow } from './queries.ts';
import { closeRequest, insertRejection, lapseOffersOn, setOfferStatus } from './queries.write.ts';
import { daysOfSubject, timeOf, weeksOf } from './subject.ts';

/**
 * A colleague says no to a request; a pre-acceptance of theirs is withdrawn with it. They may change their mind while it
 * is open. Repeating it changes nothing more.
 *
 * @throws RefusalError not_found, exchange_own_request, exchange_closed
 */
export async function rejectRequest(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
): Promise<void> {
  const { user, worksite } = signedIn;
  await withLockedRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
    if (request.requesterId === user.id) throw new RefusalError(refuse('exchange_own_request'));
    if ((await listRejecters(tx, requestId)).includes(user.id)) return;
    requireOpen(request, now);
    const own = (await listOffers(tx, requestId)).find((offer) => offer.userId === user.id);
    if (own?.status === 'offerta') {
      await setOfferStatus(tx, requestId, user.id, 'ritirata', now);
    }
    await insertRejection(tx, requestId, user.id, now);
    const isClosed = await closeIfNobodyLeft(tx, request, worksite.variant, now);
    // one move, one notification: that nobody is left says more
    if (own?.status === 'offerta' && !isClosed) {
      const text = offerWithdrawnText(fullName(user), timeOf(request));
      await notify(tx, [{ userId: request.requesterId, text, requestId }], now);
    }
    const people = await listPeopleOfDays(tx, worksite.id, daysOfSubject(request));
    announce(tx, [request.requesterId, user.id, ...people], ['exchange-requests']);
  });
}

/**
 * Closes a request that nobody can take any more, and tells the requester: every colleague who could has rejected it, or
 * was refused. Asked after each such answer. Where nobody could take it in the first place it stays open: a colleague may
 * still record a fitting shift.
 *
 * @returns whether it closed
 */
export async function closeIfNobodyLeft(
  tx: Transaction,
  request: RequestRow,
  variant: WorksiteVariant,
  now: Instant,
): Promise<boolean> {
  const requester = requireFound(await findPerson(tx, request.requesterId));
  const offers = await listOffers(tx, request.id);
  const refused = offers.filter(({ status }) => status === 'rifiutata').map(({ userId }) => userId);
  const out = new Set([...(await listRejecters(tx, request.id)), ...refused]);
  const proposal = { requester, kind: request.kind, weeks: weeksOf(request), gives: request.offeredDuties };
  const able = await listAbleColleagues(tx, proposal, variant, now);
  if (able.length === 0 || able.some(({ id }) => !out.has(id))) return false;
  // what still stands was offered with a shift that cannot be swapped any more
  const pending = await lapseOffersOn(tx, request.id, now);
  await closeRequest(tx, request.id, { status: 'rifiutata', reason: 'nobody_left' }, now);
  await notify(
    tx,
    [{ userId: requester.id, text: nobodyLeftText(timeOf(request)), requestId: request.id }],
    now,
  );
  announce(tx, [requester.id, ...out, ...pending], ['exchange-requests']);
  announce(tx, [requester.id], ['shifts']);
  return true;
}
