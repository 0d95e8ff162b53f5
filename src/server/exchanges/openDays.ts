import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { namedAtStart } from '../../domain/exchanges/askedDays.ts';
import {
  type NeedyOffer,
  offersNeeding,
  type PersonDay,
  requestsNaming,
} from '../../domain/exchanges/ending.ts';
import type { ExchangeFacts } from '../../domain/exchanges/request.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { announceRequests, type EndReason, endSwaps, notifyAllBut } from './closing.ts';
import { lapseOffersOf } from './queries.write.ts';

// Swaps of a day for another day stand on days on which their people do not work: the offered one in the colleague's
// calendar, the colleague's in the requester's. Work that comes to stand there ends them. Of an absence nobody else hears:
// it ends nothing, and who has agreed to work on a day withdraws before recording one.

/** @throws RefusalError exchange_day_promised, where a person has agreed to work on one of these days of absence */
export function requireUnpromised(
  open: readonly ExchangeFacts[],
  absences: readonly PersonDay[],
  now: Instant,
): void {
  const promised = offersNeeding(open, absences).find(
    ({ isOnOwnRequest, isReserved, expiresAt }) => expiresAt > now && (!isOnOwnRequest || isReserved),
  );
  if (!promised) return;
  const day = promised.isOnOwnRequest ? promised.duty.date : promised.requestedDay;
  throw new RefusalError(refuse('exchange_day_promised', { day: namedAtStart(day) }));
}

/**
 * Offers that need a day on which one of these people works now lapse; the other side is told. The requests
 * stay open. Who could still take them is to be reviewed once the calendars are written.
 * @returns the offers, and everybody whose lists changed
 */
export async function endOffersNeeding(
  tx: Transaction,
  open: readonly ExchangeFacts[],
  filled: readonly PersonDay[],
  reason: EndReason,
  now: Instant,
  excluded: readonly string[] = [],
): Promise<{ offers: NeedyOffer[]; people: string[] }> {
  const offers = offersNeeding(open, filled);
  if (offers.length === 0) return { offers, people: [] };
  const made = offers.filter(({ isOnOwnRequest }) => !isOnOwnRequest);
  const received = offers.filter(({ isOnOwnRequest }) => isOnOwnRequest);
  const people = await endSwaps(tx, { requests: [], offers: made }, reason, now, excluded);
  await lapseOffersOf(tx, received, now);
  const notifications = received.map((offer): NewNotification => {
    const { id: requestId, requesterId: personId, offererId: userId, duty } = offer;
    return { userId, personId, facts: { fact: 'offer_day_gone', duty }, requestId };
  });
  await notifyAllBut(tx, excluded, notifications, now);
  return { offers, people: [...people, ...offers.flatMap((offer) => [offer.requesterId, offer.offererId])] };
}

/** Work has come or gone on days that own open requests name: who looks at those sees other days. */
export async function announceOpenDays(
  tx: Transaction,
  worksiteId: string,
  open: readonly ExchangeFacts[],
  changed: readonly PersonDay[],
): Promise<void> {
  const requests = requestsNaming(open, changed);
  if (requests.length === 0) return;
  const people = requests.map(({ requesterId }) => requesterId);
  await announceRequests(tx, worksiteId, requests, people);
}
