import type { Day, Instant } from '../calendar/day.ts';
import { isWorking } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { type ExchangeFacts, type HeldEntry, type Offer, standingOffers, weeksOf } from './request.ts';
import { closedUntil, hasBegun } from './rules.ts';
import { isInWeek } from './weeks.ts';

// Which open requests and standing offers a change of people or calendars ends.

/** A day of a person. */
export interface PersonDay {
  userId: string;
  day: Day;
}

/** A request with an offer that stands on it. */
export interface StandingOffer extends ExchangeFacts {
  offererId: string;
}

/** An offer in a swap of days that needs a day free: made by the person, or on their own request with a shift of that day. */
export interface NeedyOffer extends StandingOffer {
  duty: HeldEntry;
  isOnOwnRequest: boolean;
  /** It waits for approval. */
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

/** People's own requests that name one of these days as one to work on. */
export const requestsNaming = (open: readonly ExchangeFacts[], days: readonly PersonDay[]): ExchangeFacts[] =>
  open.filter(({ requesterId, acceptableDays }) =>
    days.some(({ userId, day }) => userId === requesterId && acceptableDays?.includes(day)),
  );

/** What one change of people or calendars takes out of play. */
export interface EndingSwaps {
  /** Open requests of the person. */
  requests: ExchangeFacts[];
  /** The person's own offers on colleagues' requests. */
  offers: StandingOffer[];
}

/** What is open of these people and of which this holds. */
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

/** Everything that is open of a person. */
export const swapsOf = (open: readonly ExchangeFacts[], userId: string): EndingSwaps =>
  endingOf(open, [userId]);

/** These people's own requests that offer one of these shifts, and their offers with one. */
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
 * Swaps of whole weeks that entries recorded by one of their people add to: work to all of them, what is not work only to a
 * week of holidays that its owner offers.
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

/** An offer of an open request that time has ended. */
export interface OverdueOffer extends StandingOffer {
  duty: HeldEntry;
  /** It waited for approval, in vain. */
  isReserved: boolean;
}

/**
 * Offers whose own shift cannot be swapped any more while the offered one can, and those that have waited for approval in
 * vain.
 */
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
