import type { Day, Instant } from '../calendar/day.ts';
import { isWorking } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { type ExchangeFacts, type HeldEntry, type Offer, standingOffers, weeksOf } from './request.ts';
import { closedUntil, hasBegun } from './rules.ts';
import { isInWeek } from './weeks.ts';

// Which open requests and standing offers end when people or calendars change.

/** A day of a person. */
export interface PersonDay {
  userId: string;
  day: Day;
}

/** A request with one of its standing offers. */
export interface StandingOffer extends ExchangeFacts {
  offererId: string;
}

/** An offer on a `giorno` that needs this day free: the person's own offer, or one on their request with a shift of that day. */
export interface NeedyOffer extends StandingOffer {
  duty: HeldEntry;
  isOnOwnRequest: boolean;
  /** Awaiting approval. */
  isReserved: boolean;
}

export function offersNeeding(open: readonly ExchangeFacts[], filled: readonly PersonDay[]): NeedyOffer[] {
  const isFilled = (userId: string, day: Day): boolean =>
    filled.some((one) => one.userId === userId && one.day === day);
  const ofDays = open.filter(({ kind }) => kind === 'giorno');
  return ofDays.flatMap((request) =>
    standingOffers(request).flatMap((offer): NeedyOffer[] => {
      const [duty] = offer.duties;
      if (!duty) return [];
      const isReserved = offer.reservedUntil !== null;
      const needy = { ...request, offererId: offer.userId, duty, isReserved };
      return [
        ...(isFilled(offer.userId, request.requestedDay) ? [{ ...needy, isOnOwnRequest: false }] : []),
        ...(isFilled(request.requesterId, duty.date) ? [{ ...needy, isOnOwnRequest: true }] : []),
      ];
    }),
  );
}

/** Requests whose requester named one of these days as a day to work. */
export const requestsNaming = (open: readonly ExchangeFacts[], days: readonly PersonDay[]): ExchangeFacts[] =>
  open.filter(({ requesterId, acceptableDays }) =>
    days.some(({ userId, day }) => userId === requesterId && acceptableDays?.includes(day)),
  );

/** The requests and offers that one change ends. */
export interface EndingSwaps {
  /** The person's open requests. */
  requests: ExchangeFacts[];
  /** The person's offers on colleagues' requests. */
  offers: StandingOffer[];
}

/** These people's open requests and offers that match the predicate. */
const endingOf = (
  open: readonly ExchangeFacts[],
  ownerIds: readonly string[],
  ofRequest: (request: ExchangeFacts) => boolean = () => true,
  ofOffer: (offer: Offer, request: ExchangeFacts) => boolean = () => true,
): EndingSwaps => ({
  requests: open.filter((request) => ownerIds.includes(request.requesterId) && ofRequest(request)),
  offers: open.flatMap((request) =>
    standingOffers(request)
      .filter((offer) => ownerIds.includes(offer.userId) && ofOffer(offer, request))
      .map((offer) => ({ ...request, offererId: offer.userId })),
  ),
});

/** All open requests and offers of a person. */
export const swapsOf = (open: readonly ExchangeFacts[], userId: string): EndingSwaps =>
  endingOf(open, [userId]);

/** These people's requests that offer one of these shifts, and their offers with one. */
export function swapsWith(
  open: readonly ExchangeFacts[],
  ownerIds: readonly string[],
  shiftIds: readonly string[],
): EndingSwaps {
  const ids = new Set(shiftIds);
  const holdsAny = (duties: readonly HeldEntry[]): boolean => duties.some(({ shiftId }) => ids.has(shiftId));
  return endingOf(
    open,
    ownerIds,
    ({ offeredShiftId, offeredDuties }) => ids.has(offeredShiftId ?? '') || holdsAny(offeredDuties),
    ({ duties }) => holdsAny(duties),
  );
}

/**
 * Week swaps affected by new entries of one of the two: work affects all of them, other entries only a week of holidays
 * that their owner offers.
 */
export function weeksGaining(
  open: readonly ExchangeFacts[],
  ownerId: string,
  recorded: readonly Entry[],
  now: Instant,
): EndingSwaps {
  const gains = (request: ExchangeFacts, role: 'offered' | 'wanted'): boolean => {
    const weeks = weeksOf(request);
    return recorded.some((entry) => {
      if (!weeks) return false;
      const isWork = isWorking(entry) && !hasBegun(entry, now);
      const isIn = isInWeek(entry.date, weeks.offered) || isInWeek(entry.date, weeks.wanted);
      return (isWork && isIn) || (request.kind === 'ferie' && isInWeek(entry.date, weeks[role]));
    });
  };
  return endingOf(
    open,
    [ownerId],
    (request) => gains(request, 'offered'),
    (_, request) => gains(request, 'wanted'),
  );
}

/** An expired offer on a request that is still open. */
export interface OverdueOffer extends StandingOffer {
  duty: HeldEntry;
  /** Its approval was not decided in time. */
  isReserved: boolean;
}

/** Offers whose own shift can no longer be swapped while the offered one can, and offers whose approval came too late. */
export const overdueOffers = (open: readonly ExchangeFacts[], now: Instant): OverdueOffer[] =>
  open.flatMap((request) =>
    standingOffers(request).flatMap((offer) => {
      const [duty] = offer.duties;
      const isReserved = offer.reservedUntil !== null;
      const isOver = isReserved
        ? (offer.reservedUntil ?? '') <= now
        : request.kind === 'giorno' && duty && hasBegun(duty, closedUntil(now, request.cutoffHours));
      return duty && isOver ? [{ ...request, offererId: offer.userId, duty, isReserved }] : [];
    }),
  );
