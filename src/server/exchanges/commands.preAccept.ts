import { isOpen } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import type { NotificationFacts } from '../../domain/notifications/facts.ts';
import { notify } from '../notifications/commands.ts';
import type { AppContext } from '../platform/context.ts';
import { requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceRequests } from './closing.ts';
import { reviewRequests } from './commands.review.ts';
import { actOnRequest } from './lockedRequest.ts';
import { participantOf } from './participant.ts';
import { type HeldDuty, listEntries } from './queries.duties.ts';
import { findPerson } from './queries.people.ts';
import { listOffers, type RequestRow } from './queries.ts';
import { deleteRejection, upsertOffer } from './queries.write.ts';
import { daysOfPeriod, weeksOf } from './requestPeriod.ts';
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
): Promise<ExchangeRequest> {
  const { user, worksite } = signedIn;
  return actOnRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
    const colleague = requireFound(await findPerson(tx, user.id));
    const requester = requireFound(await findPerson(tx, request.requesterId));
    const days = daysOfPeriod(request);
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
        requester: participantOf(requester, worksite.variant),
        offered: request.offeredDuties,
        colleague: participantOf(colleague, worksite.variant),
        own: await listEntries(tx, user.id, days),
        wasRefused: previous?.status === 'rifiutata',
        now,
      }),
    );
    // what stands was made with the same duties: a change of one of them would have ended it
    if (previous?.status === 'offerta') return;
    await upsertOffer(tx, { requestId, userId: user.id, gives, now });
    await deleteRejection(tx, requestId, user.id);
    await reviewRequests(tx, [requestId], now);
    const facts = offerFacts(request, gives);
    await notify(tx, [{ userId: requester.id, personId: user.id, facts, requestId }], now);
    // every card of it tells how many have pre-accepted
    await announceRequests(tx, worksite.id, [request], [requester.id, user.id]);
  });
}

function offerFacts(request: RequestRow, gives: readonly HeldDuty[]): NotificationFacts {
  const weeks = weeksOf(request);
  const duty = requireFound(gives[0] ?? null);
  if (!weeks) return { fact: 'shift_offered', duty };
  if (request.kind === 'ferie') return { fact: 'holidays_offered', weeks };
  return { fact: 'week_offered', week: weeks.offered, duty };
}
