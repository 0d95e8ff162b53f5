import { addDays, type Day, type Instant, mondayWeekOf } from '../calendar/day.ts';
import { dutyAlone, type ShiftType } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import type { Role } from '../users/schema.ts';
import type { WithinDays } from './askedDays.ts';
import { daysOfPeriod, type RequestPeriod } from './requestPeriod.ts';
import type { CloseReason, ExchangeStatus } from './schema.ts';

/** A duty with the row that holds it. */
export interface HeldDuty extends DatedDuty {
  shiftId: string;
}

/** The duty alone, as requests, offers and swaps keep it: what carries it carries more. */
export const heldDutyOf = ({ shiftId, date, ...held }: HeldDuty): HeldDuty => ({
  shiftId,
  date,
  ...dutyAlone(held),
});

/** The duty as it is shown, without the row that holds it. */
export const withoutRow = ({ date, ...duty }: HeldDuty): DatedDuty => ({ date, ...dutyAlone(duty) });

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
  duties: HeldDuty[];
  createdAt: Instant;
  /** Null unless it was confirmed in a swap that has to be approved: then what changes hands, and until when it waits. */
  reservedUntil: Instant | null;
  reservedShiftIds: string[] | null;
}

/** A request with everything that it is judged by, the same for everybody who looks. */
export interface ExchangeFacts extends RequestPeriod {
  id: string;
  requesterId: string;
  requesterName: string;
  requesterFirstName: string;
  requesterContractHours: number;
  requesterRole: Role;
  isRequesterActive: boolean;
  isRequesterFlexible: boolean;
  withinDays: WithinDays | null;
  offeredShiftId: string | null;
  offeredDuties: HeldDuty[];
  requestedShiftType: ShiftType | null;
  message: string | null;
  status: ExchangeStatus;
  closeReason: CloseReason | null;
  /** As of its last change: somebody said no or was refused, and nobody else could take it. */
  nobodyLeft: boolean;
  expiresAt: Instant;
  createdAt: Instant;
  closedAt: Instant | null;
  /** Oldest first. */
  offers: Offer[];
  /** Who said no. */
  rejecterIds: string[];
  /**
   * Of an open one, but for a `turno`: the working shifts of its requester and of those whose offers stand, on the days that
   * the rules look at. Absence is nobody else's to know.
   */
  work: (HeldDuty & { userId: string })[];
}

export const offerOf = ({ offers }: ExchangeFacts, userId: string): Offer | undefined =>
  offers.find((offer) => offer.userId === userId);

export const standingOffers = ({ offers }: ExchangeFacts): Offer[] =>
  offers.filter(({ status }) => status === 'offerta');

/** The offer that its requester has confirmed in a swap that has to be approved. */
export const reservedOffer = (request: ExchangeFacts): Offer | undefined =>
  standingOffers(request).find(({ reservedUntil }) => reservedUntil !== null);

export const workOf = ({ work }: ExchangeFacts, userId: string): HeldDuty[] =>
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

/** From the first to the last day that the rules look at: of swaps of days whole weeks, for flexible shifts. */
export function judgedRange(request: RequestPeriod): { from: Day; to: Day } {
  const days = daysOfPeriod(request).toSorted();
  const [first, last] = [days[0] ?? request.requestedDay, days.at(-1) ?? request.requestedDay];
  if (request.kind !== 'giorno') return { from: first, to: last };
  return { from: mondayWeekOf(addDays(first, -1)).from, to: mondayWeekOf(addDays(last, 1)).to };
}
