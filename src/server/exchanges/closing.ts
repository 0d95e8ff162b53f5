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

/** A fact that says when the swap would have been, and nothing else. */
type TimedFact = Extract<NotificationFacts, { time: unknown }>['fact'];

/** What of a request is told when it ends. */
type EndingRequest = RequestPeriod & Pick<ExchangeFacts, 'id' | 'requesterId'>;

interface Ending {
  /** Null: the row goes, or stays open with something else. */
  closing: Closing | null;
  /** To colleagues whose offers lapse with the request. */
  toOfferers: TimedFact;
  /** To the requester; null: nothing. */
  toRequester: TimedFact | null;
  /** To the requesters of colleagues' requests on which the person's own offers lapse. */
  toOtherRequesters: TimedFact;
}

const cancelled = (reason: CloseReason): Closing => ({ status: 'annullata', reason });
const expired = { toOfferers: 'offer_expired', toRequester: 'request_expired' } as const;
const calendarChanged = { toOfferers: 'request_closed', toRequester: null } as const;
const ownerLeft = { toOfferers: 'owner_left', toOtherRequesters: 'offerer_left' } as const;
const byDefault = { toRequester: null, toOtherRequesters: 'offer_lapsed' } as const;

/** Why requests end, what becomes of their rows, and what their people hear. */
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
 * Ends open requests: the offers still standing on them lapse, everybody concerned is notified, and their lists follow. The
 * caller holds the worksite's lock.
 *
 * @param excluded people who hear of it otherwise
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
  // their calendars show what is on offer, and what is reserved for a swap that waits for approval
  announce(tx, people, ['shifts']);
  return people;
}

/** What one change of people or calendars takes out of play. */
export interface EndingSwaps {
  requests: readonly EndingRequest[];
  offers: readonly (EndingRequest & { offererId: string })[];
}

/**
 * The same for everything a person's change ends: their open requests, and the offers they made on others' requests. Who
 * could still take those is to be reviewed once the calendars are written.
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

/** The lists of these people follow, and of everybody whose they can be; see `listBystanders`. */
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
