import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { WithinDays } from '../../domain/exchanges/askedDays.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import type { RequestPeriod } from '../../domain/exchanges/requestPeriod.ts';
import type { CloseReason, ExchangeStatus } from '../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { OfferStatus } from './queries.ts';

/** A colleague's offer. */
export interface CardOffer {
  userId: string;
  name: string;
  firstName: string;
  contractHours: number;
  role: Role;
  isActive: boolean;
  enableFlexibleShifts: boolean;
  duties: HeldDuty[];
  createdAt: Instant;
  /** One of them would change hands in a swap of another request, which waits for approval. */
  isReserved: boolean;
}

/** A colleague's open request that offers what an own one wants, and wants what it offers; they have not refused. */
export interface MirrorRow {
  id: string;
  requesterId: string;
  contractHours: number;
  role: Role;
  isActive: boolean;
  duties: HeldDuty[];
}

/** A stored request with what its row in a viewer's list is judged by. */
export interface RowFacts extends RequestPeriod {
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
  nobodyLeft: boolean;
  expiresAt: Instant;
  createdAt: Instant;
  closedAt: Instant | null;
  chosenId: string | null;
  ownOfferStatus: OfferStatus | null;
  ownOfferDuties: HeldDuty[] | null;
  hasRejected: boolean;
  offerCount: number;
  /** Until when an offer is reserved for a swap that waits for approval. */
  reservedUntil: Instant | null;
  /** Whose offer is reserved. */
  reservedFor: string | null;
  /** Of an open request, the days on which the viewer's own entry would change hands in a swap that waits for approval. */
  reservedDays: readonly Day[];
  /** Standing and chosen ones, oldest first; only for the requester. */
  offers: CardOffer[];
  /** Of a colleague's open request, but for a `giorno`: it mirrors an open one of the viewer's. */
  isMirrorOfOwn: boolean;
  /** Of a colleague's open `giorno`: the first day that the viewer offers in one that mirrors it. */
  mirroredDay: Day | null;
  /** The viewer's entry of the day, for single shifts. */
  ownDuty: DatedDuty | null;
  /** Of an open request about weeks: everything requester and viewer have in them; for the requester also who offered. */
  weekEntries: (DatedDuty & { userId: string })[];
  /** Of an open `giorno`: what the same people have on its days, and who has flexible shifts in the weeks of them. */
  dayEntries: (HeldDuty & { userId: string })[];
}

/** The same with everything that its card shows. */
export interface CardRow extends RowFacts {
  /** Of an own open request, the oldest few; whether the two people can swap now is not asked here. */
  mirrors: MirrorRow[];
}
