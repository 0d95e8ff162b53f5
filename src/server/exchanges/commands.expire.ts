import type { Instant } from '../../domain/calendar/day.ts';
import { type OverdueOffer, overdueOffers } from '../../domain/exchanges/ending.ts';
import { type ExchangeFacts, reservedOffer, timeOf } from '../../domain/exchanges/request.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { announceRequests, closeRequests } from './closing.ts';
import { reviewRequests } from './commands.review.ts';
import { findNextExpiry, listWorksitesWithExpired } from './queries.ending.ts';
import { listExpiredRequests, listOpenRequests } from './queries.requests.ts';
import { lapseOffersOf, moveExpiries } from './queries.write.ts';

/** Requests closed per transaction, which blocks the worksite while it runs. */
const batchSize = 100;

/**
 * Closes requests whose shift has begun, ends offers whose own has, in all worksites, and notifies their people. Lists
 * and rules already treat them as closed; this stores it.
 * @returns when the next one expires, or null
 */
export async function expireRequests(context: AppContext): Promise<Instant | null> {
  const now = context.clock.now();
  for (const worksiteId of await listWorksitesWithExpired(context.database, now)) {
    while (await expireSome(context, worksiteId, now));
  }
  return findNextExpiry(context.database, now);
}

/** @returns whether there may be more */
const expireSome = ({ database }: AppContext, worksiteId: string, now: Instant): Promise<boolean> =>
  database.transaction(async (tx) => {
    await lockWorksite(tx, worksiteId);
    const isMore = await closeSomeExpired(tx, worksiteId, now);
    if (!isMore) await lapseOverdueOffers(tx, worksiteId, now);
    return isMore;
  });

/**
 * A colleague's shift in a swap of days may begin before the offered one, and a swap may wait for approval in vain: the
 * offer ends, the request stays open. The caller holds the worksite's lock.
 */
export async function lapseOverdueOffers(tx: Transaction, worksiteId: string, now: Instant): Promise<void> {
  const offers = overdueOffers(await listOpenRequests(tx, worksiteId), now);
  if (offers.length === 0) return;
  await lapseOffersOf(tx, offers, now);
  const news = offers.flatMap(newsOfOverdue);
  await notify(tx, news, now);
  const people = news.map(({ userId }) => userId);
  announce(tx, people, ['shifts']);
  await announceRequests(tx, worksiteId, offers, people);
  await reviewRequests(tx, [...new Set(offers.map(({ id }) => id))], now);
}

function newsOfOverdue(offer: OverdueOffer): NewNotification[] {
  const { id: requestId, requesterId, offererId, duty, cutoffHours: hours } = offer;
  const toRequester = { userId: requesterId, personId: offererId, requestId };
  const toOfferer = { userId: offererId, personId: requesterId, requestId };
  if (offer.isReserved) {
    const time = timeOf(offer);
    return [
      { ...toRequester, facts: { fact: 'approval_expired', time } },
      { ...toOfferer, facts: { fact: 'offer_approval_expired', time } },
    ];
  }
  return [
    { ...toRequester, facts: { fact: 'offer_begun', duty, hours } },
    { ...toOfferer, facts: { fact: 'own_offer_begun', duty, hours } },
  ];
}

/**
 * Moves the worksite's cut-off earlier by this many hours: its open requests expire earlier by as much, and those now
 * past it end. The caller holds the worksite's lock and has stored the cut-off.
 */
export async function moveCutoff(
  tx: Transaction,
  worksiteId: string,
  hoursEarlier: number,
  now: Instant,
): Promise<void> {
  // requests already expired stay expired
  await closeExpired(tx, worksiteId, now);
  await moveExpiries(tx, worksiteId, hoursEarlier, now);
  await closeExpired(tx, worksiteId, now);
  await lapseOverdueOffers(tx, worksiteId, now);
}

/**
 * Closes the expired requests of a worksite. Whatever closes requests for another reason calls this first, so that an
 * expired one keeps its reason and nobody is notified twice. The caller holds the worksite's lock.
 */
export async function closeExpired(tx: Transaction, worksiteId: string, now: Instant): Promise<void> {
  while (await closeSomeExpired(tx, worksiteId, now));
}

async function closeSomeExpired(tx: Transaction, worksiteId: string, now: Instant): Promise<boolean> {
  const expired = await listExpiredRequests(tx, worksiteId, now, batchSize);
  const unapproved = expired.filter(reservedOffer);
  const others = expired.filter((request) => !reservedOffer(request));
  for (const request of unapproved) await closeUnapproved(tx, request, now);
  await closeRequests(
    tx,
    others.filter(({ nobodyLeft }) => nobodyLeft),
    'nobody_left',
    now,
  );
  await closeRequests(
    tx,
    others.filter(({ nobodyLeft }) => !nobodyLeft),
    'day_begun',
    now,
  );
  await announceRequests(tx, worksiteId, expired, []);
  return expired.length === batchSize;
}

/** Nobody approved the swap in time: tells both people. */
async function closeUnapproved(tx: Transaction, request: ExchangeFacts, now: Instant): Promise<void> {
  const { id: requestId, requesterId: personId } = request;
  const userId = reservedOffer(request)?.userId ?? '';
  const facts = { fact: 'offer_approval_expired', time: timeOf(request) } as const;
  await closeRequests(tx, [request], 'unapproved', now, [userId]);
  await notify(tx, [{ userId, personId, facts, requestId }], now);
}
