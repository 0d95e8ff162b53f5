import { isOpen } from '../../domain/exchanges/rules.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import { type NotificationText, preAcceptedText } from '../../domain/notifications/texts.it.ts';
import { preAcceptedHolidayText, preAcceptedWeekText } from '../../domain/notifications/weekTexts.it.ts';
import { notify } from '../notifications/commands.ts';
import type { AppContext } from '../platform/context.ts';
import { requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { withLockedRequest } from './lockedRequest.ts';
import { fullName, partyOf } from './party.ts';
import { type HeldDuty, listEntries } from './queries.duties.ts';
import { findPerson, listPeopleOfDays } from './queries.people.ts';
import { listOffers, type RequestRow } from './queries.ts';
import { deleteRejection, upsertOffer } from './queries.write.ts';
import { daysOfSubject, weeksOf } from './subject.ts';
import { requestVersionOf, requireSeen } from './versions.ts';

/**
 * Pre-accepts a colleague's request with the own duty of that day, or the own week. Repeating it changes nothing more.
 *
 * @param seenVersion of the request that the colleague decided on; null: as it stands
 * @throws RefusalError not_found (also for a request of another worksite), exchange_changed, and every refusal of
 *   `judgeOffer`
 */
export async function preAccept(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  seenVersion: string | null = null,
): Promise<void> {
  const { user, worksite } = signedIn;
  await withLockedRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
    const colleague = requireFound(await findPerson(tx, user.id));
    const requester = requireFound(await findPerson(tx, request.requesterId));
    const days = daysOfSubject(request);
    const previous = (await listOffers(tx, requestId)).find((offer) => offer.userId === user.id);
    // what is closed or already pre-accepted says so itself
    if (isOpen(request, now) && previous?.status !== 'offerta') {
      requireSeen(seenVersion, requestVersionOf(request));
    }
    const { colleagueGives: gives } = requireAllowed(
      judgeOffer({
        kind: request.kind,
        weeks: weeksOf(request),
        status: request.status,
        requester: partyOf(requester, worksite.variant),
        offered: request.offeredDuties,
        colleague: partyOf(colleague, worksite.variant),
        own: await listEntries(tx, user.id, days),
        wasRefused: previous?.status === 'rifiutata',
        now,
      }),
    );
    // what stands was made with the same duties: a change of one of them would have ended it
    if (previous?.status === 'offerta') return;
    await upsertOffer(tx, { requestId, userId: user.id, gives, now });
    await deleteRejection(tx, requestId, user.id);
    await notify(
      tx,
      [{ userId: requester.id, text: textOf(fullName(colleague), request, gives), requestId }],
      now,
    );
    // every card of it tells how many have pre-accepted
    const people = await listPeopleOfDays(tx, worksite.id, days);
    announce(tx, [requester.id, user.id, ...people], ['exchange-requests']);
  });
}

function textOf(colleague: string, request: RequestRow, gives: readonly HeldDuty[]): NotificationText {
  const weeks = weeksOf(request);
  const first = requireFound(gives[0] ?? null);
  if (!weeks) return preAcceptedText(colleague, first);
  if (request.kind === 'ferie') return preAcceptedHolidayText(colleague, weeks);
  return preAcceptedWeekText(colleague, weeks.offered, first);
}
