import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { WithinDays } from '../../domain/exchanges/askedDays.ts';
import type { CloseReason, ExchangeStatus } from '../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Role } from '../../domain/users/schema.ts';
import { rowOfJson } from '../platform/database/values.ts';
import type { HeldDuty } from './queries.duties.ts';
import type { OfferStatus } from './queries.ts';
import type { RequestPeriod } from './requestPeriod.ts';

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

export interface CardRow extends RequestPeriod {
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
  /** Only for the two who swapped. */
  chosenName: string | null;
  ownOfferStatus: OfferStatus | null;
  ownOfferDuties: HeldDuty[] | null;
  hasRejected: boolean;
  offerCount: number;
  /** Whose offer is reserved for a swap that waits for approval, and until when. */
  reservedFor: string | null;
  reservedUntil: Instant | null;
  /** Of an open request, the days on which the viewer's own entry would change hands in a swap that waits for approval. */
  reservedDays: Day[];
  /** Standing and chosen ones, oldest first; only for the requester. */
  offers: CardOffer[];
  /** Of an own open request, the oldest few; whether the two people can swap now is not asked here. */
  mirrors: MirrorRow[];
  /** Of a colleague's open request: it mirrors an open one of the viewer's. */
  isMirrorOfOwn: boolean;
  /** Of a `giorno`: the first day that the viewer offers in such a one. */
  mirroredDay: Day | null;
  /** The viewer's entry of the day, for single shifts. */
  ownDuty: DatedDuty | null;
  /** Of an open request about weeks: everything requester and viewer have in them; for the requester also who offered. */
  weekEntries: (DatedDuty & { userId: string })[];
  /** Of an open `giorno`: what the same people have on its days, and who has flexible shifts in the weeks of them. */
  dayEntries: (HeldDuty & { userId: string })[];
}

/** A moment as JSON from the database has it: `2026-11-20T09:00:00.123456+00:00`, with as many decimals as it needs. */
export const instantOf = (written: string): Instant =>
  `${written.slice(0, 19)}.${written.slice(20, written.indexOf('+')).padEnd(3, '0').slice(0, 3)}Z`;

const maybeInstantOf = (written: string | null): Instant | null =>
  written === null ? null : instantOf(written);

/** The row of a card from its JSON, which has moments in the database's own form and null where a list is empty. */
export function cardRowOf(written: object): CardRow {
  // changed in place: to copy the many fields of each card took a third of the time of a page
  const row = rowOfJson(written) as unknown as CardRow;
  row.isMirrorOfOwn ||= row.mirroredDay !== null;
  row.expiresAt = instantOf(row.expiresAt);
  row.createdAt = instantOf(row.createdAt);
  row.closedAt = maybeInstantOf(row.closedAt);
  row.reservedUntil = maybeInstantOf(row.reservedUntil);
  row.reservedDays ??= [];
  row.offers ??= [];
  for (const offer of row.offers) offer.createdAt = instantOf(offer.createdAt);
  row.mirrors ??= [];
  row.weekEntries ??= [];
  row.dayEntries ??= [];
  return row;
}
