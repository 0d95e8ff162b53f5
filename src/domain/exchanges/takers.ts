import { type Day, type Instant, saturdayWeekOf, type Week } from '../calendar/day.ts';
import { isWorking, type ShiftType } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { unworkedDays } from './askedDays.ts';
import { askedShifts } from './dayRules.ts';
import { type Candidate, judgeYes } from './judging.ts';
import {
  type ExchangeFacts,
  type HeldDuty,
  type Offer,
  offerOf,
  standingOffers,
  type SwapTerms,
  workOf,
} from './request.ts';
import { weeksOf } from './requestPeriod.ts';
import { closedUntil, hasBegun } from './rules.ts';
import { isInWeek } from './weeks.ts';

// Whom an open request concerns: who could take it, whose recorded shift makes it possible, what a change of a calendar ends.

/** A colleague who could take a request, with what they would give, by day; in a swap of days one of these. */
export interface Taker<Colleague extends Candidate> {
  colleague: Colleague;
  gives: HeldDuty[];
}

/**
 * The colleagues who could take a request now, whatever they answered before. In a swap of days those whose working shifts
 * fit: whether they are free on the offered day is theirs to know.
 */
export function takersOf<Colleague extends Candidate>(
  request: SwapTerms,
  colleagues: readonly Colleague[],
  now: Instant,
): Taker<Colleague>[] {
  const unanswered = { ...request, offers: [] };
  return colleagues.flatMap((colleague) => {
    if (colleague.person.id === request.requesterId) return [];
    if (request.kind === 'giorno') {
      const gives = askedOf(request, colleague, now);
      return gives.length > 0 ? [{ colleague, gives }] : [];
    }
    const verdict = judgeYes(unanswered, colleague, now);
    return verdict.ok ? [{ colleague, gives: verdict.colleagueGives }] : [];
  });
}

/** The shifts for which somebody is asked by a `giorno`, as far as what both work says. */
function askedOf(request: SwapTerms, { person, entries }: Candidate, now: Instant): HeldDuty[] {
  const [offered] = request.offeredDuties;
  const closed = closedUntil(now, person.cutoffHours);
  const isAlike =
    request.requesterContractHours === person.contractHours && request.requesterRole === person.role;
  if (!offered || !isAlike || hasBegun(offered, closed)) return [];
  const days = unworkedDays(request.acceptableDays ?? [], workOf(request, request.requesterId));
  return askedShifts(offered, days, entries, closed);
}

/** Who said no, or was refused. */
export const outOf = ({ rejecterIds, offers }: ExchangeFacts): Set<string> =>
  new Set([
    ...rejecterIds,
    ...offers.filter(({ status }) => status === 'rifiutata').map(({ userId }) => userId),
  ]);

/** A recorded shift that somebody may want. */
export type TypedDuty = DatedDuty & { shiftType: ShiftType };

/** Of these entries the shifts to come, which somebody may want, by day. */
export const typedDuties = (entries: readonly DatedDuty[], now: Instant): TypedDuty[] =>
  entries
    .filter((duty): duty is TypedDuty => duty.shiftType !== null && !hasBegun(duty, now))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));

/** A request that somebody's recorded shift makes possible. */
export interface Helped {
  request: ExchangeFacts;
  duty: TypedDuty;
  /** Of a swap of weeks. */
  week: Week | null;
}

/**
 * The requests that want just what a person has recorded, and that they could take now, and not without it. A week counts
 * once, with the entries that make it fit. Nobody hears of holidays that make a swap of holidays possible: why a colleague
 * is away is theirs to publish.
 */
export const helpedBy = (
  open: readonly ExchangeFacts[],
  person: Candidate,
  recorded: readonly TypedDuty[],
  now: Instant,
): Helped[] =>
  open.flatMap((request) => {
    const isOthers = request.requesterId !== person.person.id && request.expiresAt > now;
    if (!isOthers || request.kind === 'ferie' || offerOf(request, person.person.id)?.status === 'rifiutata')
      return [];
    if (request.kind === 'giorno') {
      const duty = firstAsked(request, person, recorded, now);
      return duty ? [{ request, duty, week: null }] : [];
    }
    const week = weeksOf(request)?.wanted ?? null;
    const meant = recorded.filter(({ date }) =>
      week ? isInWeek(date, week) : date === request.requestedDay,
    );
    const [duty] = meant;
    if (!duty || meant.every(({ shiftType }) => shiftType !== request.requestedShiftType)) return [];
    const isNew = ({ date }: HeldDuty): boolean => meant.some((one) => one.date === date);
    const former = { ...person, entries: person.entries.filter((entry) => !isNew(entry)) };
    const isMadePossible = judgeYes(request, person, now).ok && !judgeYes(request, former, now).ok;
    return isMadePossible ? [{ request, duty, week: week && saturdayWeekOf(duty.date) }] : [];
  });

/** The first of a person's recorded shifts for which they are asked; null if they are for another one, or for none. */
function firstAsked(
  request: ExchangeFacts,
  person: Candidate,
  recorded: readonly TypedDuty[],
  now: Instant,
): TypedDuty | null {
  const { requestedShiftType } = request;
  const asked = askedOf(request, person, now).filter(
    ({ shiftType }) => requestedShiftType === null || shiftType === requestedShiftType,
  );
  const found = asked.map(({ date }) => recorded.find((duty) => duty.date === date));
  return found.every((duty) => duty !== undefined) ? (found[0] ?? null) : null;
}

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
  duty: HeldDuty;
  isOnOwnRequest: boolean;
  /** It waits for approval. */
  isReserved: boolean;
}

/** The offers that stand and of which this holds. */
const standingOn = (
  open: readonly ExchangeFacts[],
  holds: (offer: Offer, request: ExchangeFacts) => boolean,
): StandingOffer[] =>
  open.flatMap((request) =>
    standingOffers(request)
      .filter((offer) => holds(offer, request))
      .map((offer) => ({ ...request, offererId: offer.userId })),
  );

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
  open.filter(({ kind, requesterId, acceptableDays }) =>
    days.some(
      ({ userId, day }) => kind === 'giorno' && userId === requesterId && acceptableDays?.includes(day),
    ),
  );

/** What one change of people or calendars takes out of play. */
export interface EndingSwaps {
  /** Open requests of the person. */
  requests: ExchangeFacts[];
  /** The person's own offers on colleagues' requests. */
  offers: StandingOffer[];
}

/** Everything that is open of a person. */
export const swapsOf = (open: readonly ExchangeFacts[], userId: string): EndingSwaps => ({
  requests: open.filter(({ requesterId }) => requesterId === userId),
  offers: standingOn(open, (offer) => offer.userId === userId),
});

/** These people's own requests that offer one of these shifts, and their offers with one. */
export function swapsWith(
  open: readonly ExchangeFacts[],
  ownerIds: readonly string[],
  shiftIds: readonly string[],
): EndingSwaps {
  const ids = new Set(shiftIds);
  const holdsAny = (duties: readonly HeldDuty[]): boolean => duties.some(({ shiftId }) => ids.has(shiftId));
  return {
    requests: open.filter(
      ({ requesterId, offeredShiftId, offeredDuties }) =>
        ownerIds.includes(requesterId) && (ids.has(offeredShiftId ?? '') || holdsAny(offeredDuties)),
    ),
    offers: standingOn(open, ({ userId, duties }) => ownerIds.includes(userId) && holdsAny(duties)),
  };
}

/**
 * Swaps of whole weeks that entries recorded by one of their people add to: work to all of them, what is not work only to a
 * week of holidays that its owner offers.
 */
export function weeksGaining(
  open: readonly ExchangeFacts[],
  ownerId: string,
  recorded: readonly DatedDuty[],
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
  return {
    requests: open.filter((request) => request.requesterId === ownerId && gains(request, 'offered')),
    offers: standingOn(open, ({ userId }, request) => userId === ownerId && gains(request, 'wanted')),
  };
}
