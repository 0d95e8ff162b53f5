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

/** A duty with the id of its row. */
export interface HeldEntry extends Entry {
  shiftId: string;
}

/** Picks the fields that requests, offers and swaps store. */
export const heldEntryOf = ({ shiftId, date, ...held }: HeldEntry): HeldEntry => ({
  shiftId,
  date,
  ...dutyAlone(held),
});

/** The duty without its row's id, as shown to people. */
export const withoutRow = ({ date, ...duty }: HeldEntry): Entry => ({ date, ...dutyAlone(duty) });

export type OfferStatus = 'offerta' | 'scelta' | 'ritirata' | 'rifiutata' | 'decaduta';

/** A colleague's offer on a request, in any status. */
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
  /** Null unless confirmed and awaiting approval: since when, until when, and the shifts to swap. */
  reservedSince: Instant | null;
  reservedUntil: Instant | null;
  reservedShiftIds: string[] | null;
}

/** The days of a stored request; the Saturdays are null for single shifts. */
export interface RequestPeriod {
  kind: ExchangeKind;
  requestedDay: Day;
  offeredWeek: Day | null;
  wantedWeek: Day | null;
  /** `giorno`: the days on which the requester would work instead. */
  acceptableDays: Day[] | null;
}

/** What a request offers and wants, and everything that decides who can take it; the same for every viewer. */
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
   * Open requests except `turno`: the working shifts of the requester and of those with standing offers, on the days
   * that the rules check. Absences are private and never included.
   */
  work: (HeldEntry & { userId: string })[];
}

/** A stored request with its answers. */
export interface ExchangeFacts extends SwapTerms, RequestTexts {
  id: string;
  /** The worksite's current one. */
  cutoffHours: number;
  requesterName: string;
  requesterFirstName: string;
  withinDays: WithinDays | null;
  offeredShiftId: string | null;
  closeReason: CloseReason | null;
  /** As of its last change: somebody declined or was refused, and nobody else could take it. */
  nobodyLeft: boolean;
  /** The requester has been notified. */
  nobodyLeftTold: boolean;
  expiresAt: Instant;
  createdAt: Instant;
  /** When the offer last changed; null if never. */
  changedAt: Instant | null;
  closedAt: Instant | null;
  /** The users who declined. */
  rejecterIds: string[];
}

export const offerOf = ({ offers }: SwapTerms, userId: string): Offer | undefined =>
  offers.find((offer) => offer.userId === userId);

export const standingOffers = ({ offers }: SwapTerms): Offer[] =>
  offers.filter(({ status }) => status === 'offerta');

/** The confirmed offer awaiting approval, if any. */
export const reservedOffer = (request: SwapTerms): Offer | undefined =>
  standingOffers(request).find(({ reservedUntil }) => reservedUntil !== null);

export const workOf = <Work extends { userId: string }>({ work }: { work: Work[] }, userId: string): Work[] =>
  work.filter((entry) => entry.userId === userId);

/** Treats an expired open request as closed and its offers as lapsed, even before the job has stored that. */
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

/** The weeks of a request, from a day in each; null for single shifts. */
export function swapWeeksOf(kind: ExchangeKind, offeredDay: Day, requestedDay: Day): SwapWeeks | null {
  if (!isTaxiKind(kind)) return null;
  return { offered: saturdayWeekOf(offeredDay), wanted: saturdayWeekOf(requestedDay) };
}

/** All days that a swap of these weeks, or of this day, changes. */
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

/** The first and last day that the rules check; for `giorno` whole weeks, because of flexible shifts. */
export function judgedRange(request: RequestPeriod): { from: Day; to: Day } {
  const days = daysOfPeriod(request).toSorted();
  const [first, last] = [days[0] ?? request.requestedDay, days.at(-1) ?? request.requestedDay];
  if (request.kind !== 'giorno') return { from: first, to: last };
  return { from: mondayWeekOf(addDays(first, -1)).from, to: mondayWeekOf(addDays(last, 1)).to };
}

/** All days that the rules check: those of the request, and for `giorno` the ones around them. */
export const judgedDays = (request: RequestPeriod): Day[] =>
  request.kind === 'giorno' ? daysOf(judgedRange(request)) : daysOfPeriod(request);
