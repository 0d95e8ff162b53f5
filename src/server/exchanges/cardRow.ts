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

/** A colleague's offer, as a row of a list tells its requester. */
export interface RowOffer {
  userId: string;
  name: string;
  contractHours: number;
  role: Role;
  duties: HeldDuty[];
}

/** The same with what it is judged by. */
export interface CardOffer extends RowOffer {
  firstName: string;
  isActive: boolean;
  enableFlexibleShifts: boolean;
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
  chosenId: string | null;
  ownOfferStatus: OfferStatus | null;
  ownOfferDuties: HeldDuty[] | null;
  hasRejected: boolean;
  offerCount: number;
  /** Until when an offer is reserved for a swap that waits for approval. */
  reservedUntil: Instant | null;
  /** Of an open request, the days on which the viewer's own entry would change hands in a swap that waits for approval. */
  reservedDays: readonly Day[];
  /** Standing and chosen ones, oldest first; only for the requester. */
  offers: RowOffer[];
  /** Of a colleague's open request: it mirrors an open one of the viewer's. */
  isMirrorOfOwn: boolean;
  /** The viewer's entry of the day, for single shifts. */
  ownDuty: DatedDuty | null;
  /** Of an open request about weeks: everything requester and viewer have in them; for the requester also who offered. */
  weekEntries: (DatedDuty & { userId: string })[];
  /** Of an open `giorno`: what the same people have on its days, and who has flexible shifts in the weeks of them. */
  dayEntries: (HeldDuty & { userId: string })[];
}

/** The same with everything that its card shows. */
export interface CardRow extends RowFacts {
  closedAt: Instant | null;
  /** Whose offer is reserved. */
  reservedFor: string | null;
  offers: CardOffer[];
  /** Of an own open request, the oldest few; whether the two people can swap now is not asked here. */
  mirrors: MirrorRow[];
  /** Of a `giorno`: the first day that the viewer offers in such a one. */
  mirroredDay: Day | null;
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

/** What no row of some tabs has, and their statements leave out. */
type Rare =
  | 'chosenId'
  | 'ownOfferStatus'
  | 'ownOfferDuties'
  | 'hasRejected'
  | 'offerCount'
  | 'reservedUntil'
  | 'offers'
  | 'isMirrorOfOwn';
type ReadApart = 'requesterName' | 'reservedDays' | 'ownDuty' | 'weekEntries' | 'dayEntries';
/** A row as the database writes it. */
export type RowValues = Omit<RowFacts, Rare | ReadApart> & { requesterLastName: string } & {
  [K in Rare]?: RowFacts[K] | null;
};

/**
 * What a list's row is judged by.
 *
 * @param own the viewer's entries, by day
 * @param reserved the days on which they would change hands in a swap that waits for approval
 */
export function rowFactsOf(
  row: RowValues,
  own: ReadonlyMap<Day, DatedDuty>,
  reserved: readonly Day[],
): RowFacts {
  const isOpen = row.status === 'aperta';
  const ownOfferDuties = row.ownOfferDuties ?? null;
  const hasDuty = row.kind === 'turno' && (isOpen || ownOfferDuties === null);
  return {
    ...row,
    requesterName: [row.requesterFirstName, row.requesterLastName].filter(Boolean).join(' '),
    expiresAt: instantOf(row.expiresAt),
    createdAt: instantOf(row.createdAt),
    chosenId: row.chosenId ?? null,
    ownOfferStatus: row.ownOfferStatus ?? null,
    ownOfferDuties,
    hasRejected: row.hasRejected ?? false,
    offerCount: row.offerCount ?? 0,
    reservedUntil: maybeInstantOf(row.reservedUntil ?? null),
    reservedDays: isOpen ? reserved : [],
    offers: row.offers ?? [],
    isMirrorOfOwn: row.isMirrorOfOwn ?? false,
    ownDuty: (hasDuty && own.get(row.requestedDay)) || null,
    weekEntries: [],
    dayEntries: [],
  };
}
