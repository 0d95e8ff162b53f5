import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { namedAtStart } from '../../domain/exchanges/askedDays.ts';
import {
  type NeedyOffer,
  offersNeeding,
  type PersonDay,
  requestsNaming,
} from '../../domain/exchanges/ending.ts';
import {
  daysOfPeriod,
  type ExchangeFacts,
  type RequestPeriod,
  timeOf,
} from '../../domain/exchanges/request.ts';
import type { CloseReason } from '../../domain/exchanges/schema.ts';
import type { NotificationFacts } from '../../domain/notifications/types.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { listBystanders } from './queries.people.ts';
import type { Closing } from './queries.requests.ts';
import { endRequestRows, lapseOffersOf } from './queries.write.ts';

/** A fact with the time of the swap and nothing else. */
type TimedFact = Extract<NotificationFacts, { time: unknown }>['fact'];

/** The fields of a request that notifications of its end use. */
type EndingRequest = RequestPeriod & Pick<ExchangeFacts, 'id' | 'requesterId'>;

interface Ending {
  /** Null: the row is deleted, or stays open with another offer. */
  closing: Closing | null;
  /** Sent to colleagues whose offers lapse with the request. */
  toOfferers: TimedFact;
  /** Sent to the requester; null: not notified. */
  toRequester: TimedFact | null;
  /** Sent to the requesters of colleagues' requests on which the person's offers lapse. */
  toOtherRequesters: TimedFact;
}

const cancelled = (reason: CloseReason): Closing => ({ status: 'annullata', reason });
const expired = { toOfferers: 'offer_expired', toRequester: 'request_expired' } as const;
const calendarChanged = { toOfferers: 'request_closed', toRequester: null } as const;
const ownerLeft = { toOfferers: 'owner_left', toOtherRequesters: 'offerer_left' } as const;
const byDefault = { toRequester: null, toOtherRequesters: 'offer_lapsed' } as const;

/** Why requests end, how their rows are closed, and who is notified of what. */
const endings = {
  completed: { ...byDefault, closing: { status: 'completata' }, toOfferers: 'other_chosen' },
  withdrawn: { ...byDefault, closing: null, toOfferers: 'request_withdrawn' },
  changed: { ...byDefault, closing: null, toOfferers: 'request_changed' },
  day_begun: { ...byDefault, ...expired, closing: cancelled('day_begun') },
  nobody_left: { ...byDefault, ...expired, closing: { status: 'rifiutata', reason: 'nobody_left' } },
  unapproved: {
    ...byDefault,
    closing: cancelled('day_begun'),
    toOfferers: 'offer_expired',
    toRequester: 'approval_expired',
  },
  swapped_elsewhere: { ...byDefault, ...calendarChanged, closing: cancelled('swapped_elsewhere') },
  shift_changed: { ...byDefault, ...calendarChanged, closing: cancelled('shift_changed') },
  contract: { ...ownerLeft, closing: cancelled('owner_changed'), toRequester: 'contract_changed' },
  deactivated: { ...ownerLeft, closing: cancelled('owner_deactivated'), toRequester: 'account_deactivated' },
  promoted: { ...ownerLeft, closing: cancelled('owner_changed'), toRequester: null },
  account_ended: { ...ownerLeft, closing: cancelled('owner_deactivated'), toRequester: null },
} satisfies Record<string, Ending>;

export type EndReason = keyof typeof endings;

/**
 * Ends open requests: lapses their offers, notifies everybody concerned and refreshes their lists. The caller holds the
 * worksite's lock.
 *
 * @param excluded people notified by other means
 * @returns everybody whose lists changed
 */
export async function closeRequests(
  tx: Transaction,
  requests: readonly EndingRequest[],
  reason: EndReason,
  now: Instant,
  excluded: readonly string[] = [],
): Promise<string[]> {
  if (requests.length === 0) return [];
  const { closing, toOfferers, toRequester }: Ending = endings[reason];
  const ids = requests.map(({ id }) => id);
  const lapsed = await endRequestRows(tx, ids, closing, now);
  const notifications = requests.flatMap((request): NewNotification[] => {
    const { id: requestId, requesterId } = request;
    const time = timeOf(request);
    const about = { requestId, facts: { fact: toOfferers, time } };
    const notified = lapsed
      .filter((offer) => offer.requestId === requestId)
      .map(({ userId }) => ({ ...about, userId, personId: requesterId }));
    if (toRequester === null) return notified;
    return [
      ...notified,
      { userId: requesterId, personId: null, facts: { fact: toRequester, time }, requestId },
    ];
  });
  await notifyAllBut(tx, excluded, notifications, now);
  const requesters = requests.map(({ requesterId }) => requesterId);
  const people = [...requesters, ...lapsed.map(({ userId }) => userId)];
  announce(tx, people, ['exchange-requests']);
  // calendars mark shifts that are on offer or reserved
  announce(tx, people, ['shifts']);
  return people;
}

/** The requests and offers that one change of people or calendars ends. */
export interface EndingSwaps {
  requests: readonly EndingRequest[];
  offers: readonly (EndingRequest & { offererId: string })[];
}

/**
 * Ends a person's open requests and their offers on others' requests. The caller reviews who could still take those
 * once the calendars are written.
 */
export async function endSwaps(
  tx: Transaction,
  { requests, offers }: EndingSwaps,
  reason: EndReason,
  now: Instant,
  excluded: readonly string[] = [],
): Promise<string[]> {
  const people = await closeRequests(tx, requests, reason, now, excluded);
  if (offers.length === 0) return people;
  await lapseOffersOf(tx, offers, now);
  const fact = endings[reason].toOtherRequesters;
  const notifications = offers.map((offer): NewNotification => {
    const { id: requestId, requesterId: userId, offererId: personId } = offer;
    return { userId, personId, facts: { fact, time: timeOf(offer) }, requestId };
  });
  await notifyAllBut(tx, excluded, notifications, now);
  return [...people, ...offers.map(({ requesterId }) => requesterId)];
}

const notifyAllBut = (
  tx: Transaction,
  excluded: readonly string[],
  notifications: readonly NewNotification[],
  now: Instant,
): Promise<void> =>
  notify(
    tx,
    notifications.filter(({ userId }) => !excluded.includes(userId)),
    now,
  );

/** Refreshes the lists of these people and of everybody who may see the requests; see `listBystanders`. */
export async function announceRequests(
  tx: Transaction,
  worksiteId: string,
  about: readonly (RequestPeriod & { id?: string })[],
  people: readonly string[],
): Promise<void> {
  const days = [...new Set(about.flatMap(daysOfPeriod))];
  const requestIds = about.flatMap(({ id }) => id ?? []);
  const bystanders = days.length > 0 ? await listBystanders(tx, worksiteId, days, requestIds) : [];
  announce(tx, [...people, ...bystanders], ['exchange-requests']);
}

// Swaps of days need two unworked days: the offered shift's day in the colleague's calendar, and the colleague's in the
// requester's. Work recorded there ends them. An absence ends nothing and nobody else is told, so a person who agreed
// to work on a day must withdraw before recording one.

/** @throws RefusalError exchange_day_promised if a person has agreed to work on one of these days of absence */
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
 * Lapses offers that need a day on which one of these people now works, and tells the other side. The requests stay
 * open; the caller reviews who could still take them once the calendars are written.
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

/** Work changed on days named in the people's own open requests: refreshes the lists of their viewers. */
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
