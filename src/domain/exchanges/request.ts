import {
  addDays,
  type Day,
  daysOf,
  type Instant,
  mondayWeekOf,
  saturdayWeekOf,
  type Week,
} from '../calendar/day.ts';
import type { SwapTime } from '../notifications/swapTime.it.ts';
import { dutyAlone, type ShiftType } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import type { Role } from '../users/schema.ts';
import type { WithinDays } from './askedDays.ts';
import { type ExchangeKind, isTaxiKind } from './kinds.ts';
import type { RequestTexts } from './requestTexts.ts';
import type { CloseReason, ExchangeStatus } from './schema.ts';
import type { SwapWeeks } from './weeks.ts';

/** A duty with the row that holds it. */
export interface HeldEntry extends Entry {
  shiftId: string;
}

/** The duty alone, as requests, offers and swaps keep it: what carries it carries more. */
export const heldEntryOf = ({ shiftId, date, ...held }: HeldEntry): HeldEntry => ({
  shiftId,
  date,
  ...dutyAlone(held),
});

/** The duty as it is shown, without the row that holds it. */
export const withoutRow = ({ date, ...duty }: HeldEntry): Entry => ({ date, ...dutyAlone(duty) });

export type OfferStatus = 'offerta' | 'scelta' | 'ritirata' | 'rifiutata' | 'decaduta';

/** A colleague's answer to a request, whatever became of it. */
export interface Offer {
  userId: string;
  name: string;
  firstName: string;
  contractHours: number;
  role: Role;
  isActive: boolean;
  enableFlexibleShifts: boolean;
  status: OfferStatus;
  duties: HeldEntry[];
  createdAt: Instant;
  /** Null unless it was confirmed in a swap that has to be approved: then since and until when it waits, and what changes hands. */
  reservedSince: Instant | null;
  reservedUntil: Instant | null;
  reservedShiftIds: string[] | null;
}

/** What a stored request is about: the Saturdays are null for single shifts. */
export interface RequestPeriod {
  kind: ExchangeKind;
  requestedDay: Day;
  offeredWeek: Day | null;
  wantedWeek: Day | null;
  /** Of a `giorno`: the days on which the requester would work instead. */
  acceptableDays: Day[] | null;
}

/** What a request offers and wants, and all that decides who can take it: the same for everybody who looks. */
export interface SwapTerms extends RequestPeriod {
  worksiteId: string;
  requesterId: string;
  requesterContractHours: number;
  requesterRole: Role;
  isRequesterActive: boolean;
  isRequesterFlexible: boolean;
  offeredDuties: HeldEntry[];
  requestedShiftType: ShiftType | null;
  status: ExchangeStatus;
  /** Oldest first. */
  offers: Offer[];
  /**
   * Of an open one, but for a `turno`: the working shifts of its requester and of those whose offers stand, on the days that
   * the rules look at. Absence is nobody else's to know.
   */
  work: (HeldEntry & { userId: string })[];
}

/** A request as it is stored, with its answers. */
export interface ExchangeFacts extends SwapTerms, RequestTexts {
  id: string;
  /** Of its worksite, by now. */
  cutoffHours: number;
  requesterName: string;
  requesterFirstName: string;
  withinDays: WithinDays | null;
  offeredShiftId: string | null;
  closeReason: CloseReason | null;
  /** As of its last change: somebody said no or was refused, and nobody else could take it. */
  nobodyLeft: boolean;
  /** The requester has heard so. */
  nobodyLeftTold: boolean;
  expiresAt: Instant;
  createdAt: Instant;
  /** Since when it offers what it does, where it offered something else before. */
  changedAt: Instant | null;
  closedAt: Instant | null;
  /** Who said no. */
  rejecterIds: string[];
}

export const offerOf = ({ offers }: SwapTerms, userId: string): Offer | undefined =>
  offers.find((offer) => offer.userId === userId);

export const standingOffers = ({ offers }: SwapTerms): Offer[] =>
  offers.filter(({ status }) => status === 'offerta');

/** The offer that its requester has confirmed in a swap that has to be approved. */
export const reservedOffer = (request: SwapTerms): Offer | undefined =>
  standingOffers(request).find(({ reservedUntil }) => reservedUntil !== null);

export const workOf = <Work extends { userId: string }>({ work }: { work: Work[] }, userId: string): Work[] =>
  work.filter((entry) => entry.userId === userId);

/** An open request whose shift has begun is closed, and its offers have lapsed, also before a job has written so. */
export function closedByTime(request: ExchangeFacts, now: Instant): ExchangeFacts {
  if (request.status !== 'aperta' || request.expiresAt > now) return request;
  return {
    ...request,
    status: request.nobodyLeft ? 'rifiutata' : 'annullata',
    closeReason: request.nobodyLeft ? 'nobody_left' : 'day_begun',
    closedAt: request.expiresAt,
    offers: request.offers.map((offer) =>
      offer.status === 'offerta' ? { ...offer, status: 'decaduta' as const } : offer,
    ),
  };
}

const weekFrom = (from: Day): Week => ({ from, to: addDays(from, 6) });

export const weeksOf = ({ offeredWeek, wantedWeek }: RequestPeriod): SwapWeeks | null =>
  offeredWeek !== null && wantedWeek !== null
    ? { offered: weekFrom(offeredWeek), wanted: weekFrom(wantedWeek) }
    : null;

/** The weeks that a request is about, from a day in each; null for single shifts. */
export function swapWeeksOf(kind: ExchangeKind, offeredDay: Day, requestedDay: Day): SwapWeeks | null {
  if (!isTaxiKind(kind)) return null;
  return { offered: saturdayWeekOf(offeredDay), wanted: saturdayWeekOf(requestedDay) };
}

/** All days on which a swap of these weeks, or of this day, changes something. */
export function affectedDays(weeks: SwapWeeks | null, requestedDay: Day): Day[] {
  if (!weeks) return [requestedDay];
  const offered = daysOf(weeks.offered);
  return weeks.wanted.from === weeks.offered.from ? offered : [...offered, ...daysOf(weeks.wanted)];
}

export const daysOfPeriod = (period: RequestPeriod): Day[] => [
  ...affectedDays(weeksOf(period), period.requestedDay),
  ...(period.acceptableDays ?? []),
];

export function timeOf(period: RequestPeriod): SwapTime {
  const { kind, requestedDay } = period;
  const weeks = weeksOf(period);
  if (kind === 'giorno') return { kind, day: requestedDay };
  return weeks && isTaxiKind(kind) ? { kind, ...weeks } : requestedDay;
}

/** From the first to the last day that the rules look at: of swaps of days whole weeks, for flexible shifts. */
export function judgedRange(request: RequestPeriod): { from: Day; to: Day } {
  const days = daysOfPeriod(request).toSorted();
  const [first, last] = [days[0] ?? request.requestedDay, days.at(-1) ?? request.requestedDay];
  if (request.kind !== 'giorno') return { from: first, to: last };
  return { from: mondayWeekOf(addDays(first, -1)).from, to: mondayWeekOf(addDays(last, 1)).to };
}

/** All of them: those of the request, and for swaps of days what lies around them. */
export const judgedDays = (request: RequestPeriod): Day[] =>
  request.kind === 'giorno' ? daysOf(judgedRange(request)) : daysOfPeriod(request);
