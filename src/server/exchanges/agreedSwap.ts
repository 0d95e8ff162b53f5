import type { Day, Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { receivedFor } from '../../domain/exchanges/handover.ts';
import { judgeTaken } from '../../domain/exchanges/judging.ts';
import { judgePublication } from '../../domain/exchanges/publishing.ts';
import {
  type ExchangeFacts,
  type HeldEntry,
  heldEntryOf,
  judgedDays,
  type Offer,
} from '../../domain/exchanges/request.ts';
import type { Participant } from '../../domain/exchanges/rules.ts';
import type { SwapRest } from '../../domain/rest/breaches.ts';
import { isSameDuty } from '../../domain/shifts/duty.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import {
  findPeople,
  lockEntries,
  type NotedDuty,
  participantOf,
  type PersonRow,
  requireUnreserved,
} from './queries.people.ts';
import type { AgreedSwap } from './swapRest.ts';

// Re-checks on locked rows what two people agreed on: when the requester confirms, and when somebody approves.

/** One of the two people in a swap. */
export interface Side {
  person: PersonRow;
  /** The entries that change hands, by day. */
  gives: HeldEntry[];
  notes: ReadonlyMap<Day, string | null>;
  /** Ids of the rest days that the new work replaces. */
  restIds: string[];
}

/** A swap that passed all checks and can be carried out. */
export interface Swap {
  request: ExchangeFacts;
  offer: Offer;
  requester: Side;
  accepter: Side;
  /** The rest limits it breaks, as shown to both people. */
  rest: SwapRest;
  now: Instant;
}

/** A swap with the entries each person gives. */
export type HeldSwap = AgreedSwap & Record<'requesterGives' | 'accepterGives', readonly HeldEntry[]>;

export const agreedSwap = (
  { kind }: ExchangeFacts,
  { requester, accepter }: Record<'requester' | 'accepter', Side>,
): HeldSwap => ({
  kind,
  requesterId: requester.person.id,
  accepterId: accepter.person.id,
  requesterGives: requester.gives,
  accepterGives: accepter.gives,
});

/** The swap as confirmed, regardless of the current calendars. */
export function confirmedSwap(request: ExchangeFacts, offer: Offer): HeldSwap {
  const changesHands = ({ shiftId }: HeldEntry): boolean =>
    offer.reservedShiftIds?.includes(shiftId) ?? false;
  return {
    kind: request.kind,
    requesterId: request.requesterId,
    accepterId: offer.userId,
    requesterGives: request.offeredDuties.filter(changesHands),
    accepterGives: offer.duties.filter(changesHands),
  };
}

/** Both sides from the current, locked rows, judged again. */
export async function requireSides(
  tx: Transaction,
  request: ExchangeFacts,
  offer: Offer,
  variant: WorksiteVariant,
  now: Instant,
): Promise<{ requester: Side; accepter: Side }> {
  const { requester, accepter } = await lockBoth(tx, request, offer, variant);
  requireAllOf(request.offeredDuties, requester.entries);
  requireAllOf(offer.duties, accepter.entries);
  requirePublishable(request, requester, now);
  const { kind } = request;
  const offered =
    kind === 'giorno'
      ? offeredOf(request, requester)
      : agreedOf(kind, requester.entries, request.offeredDuties, offer);
  const given = agreedOf(kind, accepter.entries, offer.duties, offer);
  const { requesterGives, colleagueGives } = requireAllowed(
    judgeTaken({
      request,
      colleague: accepter,
      requesterEntries: requester.entries,
      offered,
      given,
      givenDay: offer.duties[0]?.date ?? null,
      now,
    }),
  );
  requireAllOf(requesterGives, request.offeredDuties);
  requireAllOf(colleagueGives, offer.duties);
  requireUnreserved(requester.entries, requesterGives, request.id);
  requireUnreserved(accepter.entries, colleagueGives, request.id);
  return {
    requester: sideOf(requester, requesterGives, receivedFor(request.kind, requesterGives, colleagueGives)),
    accepter: sideOf(accepter, colleagueGives, receivedFor(request.kind, colleagueGives, requesterGives)),
  };
}

/** The offered shift alone, as in the calendar; the other entries are of surrounding days. */
const offeredOf = ({ offeredShiftId }: ExchangeFacts, { entries }: LockedPerson): NotedDuty[] =>
  entries.filter(({ shiftId }) => shiftId === offeredShiftId);

/**
 * In a week already running, only the agreed or confirmed entries change hands: days past the worksite's cut-off at the
 * time may be before it now.
 */
function agreedOf(
  kind: ExchangeFacts['kind'],
  entries: NotedDuty[],
  duties: readonly HeldEntry[],
  { reservedShiftIds }: Offer,
): NotedDuty[] {
  if (kind !== 'settimana') return entries;
  const ids = new Set(duties.map(({ shiftId }) => shiftId));
  return entries.filter(({ shiftId }) => ids.has(shiftId) && (reservedShiftIds?.includes(shiftId) ?? true));
}

interface LockedPerson {
  person: PersonRow & Participant;
  entries: NotedDuty[];
}

async function lockBoth(
  tx: Transaction,
  request: ExchangeFacts,
  offer: Offer,
  variant: WorksiteVariant,
): Promise<{ requester: LockedPerson; accepter: LockedPerson }> {
  const ids = [request.requesterId, offer.userId];
  const people = await findPeople(tx, ids);
  const [requesters = [], accepters = []] = await lockEntries(tx, ids, judgedDays(request));
  const personOf = (id: string) => participantOf(requireFound(people.get(id) ?? null), variant);
  return {
    requester: { person: personOf(request.requesterId), entries: requesters },
    accepter: { person: personOf(offer.userId), entries: accepters },
  };
}

/**
 * Everything the person agreed to give must still be in their calendar, and nothing else may change hands. In a week
 * already running it may be less, since some shifts have begun.
 * @throws RefusalError exchange_shift_changed
 */
function requireAllOf(duties: readonly HeldEntry[], held: readonly HeldEntry[]): void {
  const isHeld = (duty: HeldEntry): boolean =>
    held.some(
      (entry) => entry.shiftId === duty.shiftId && entry.date === duty.date && isSameDuty(entry, duty),
    );
  if (!duties.every(isHeld)) throw new RefusalError(refuse('exchange_shift_changed'));
}

/** The requester must still be allowed to publish this. */
function requirePublishable(
  request: ExchangeFacts,
  { person: requester, entries }: LockedPerson,
  now: Instant,
): void {
  const { kind, requestedDay: requestedDate, requestedShiftType } = request;
  const shift = entries.find(({ shiftId }) => shiftId === request.offeredShiftId) ?? null;
  requireAllowed(
    judgePublication({ kind, requester, shift, requestedDate, requestedShiftType, entries, now }),
  );
}

/** Notes are kept by day and stay with their writer. In a swap of days, the person who gets work gives up a rest day. */
const sideOf = (
  { person, entries }: LockedPerson,
  gives: readonly HeldEntry[],
  received: readonly Entry[],
): Side => ({
  person,
  gives: gives.map(heldEntryOf),
  restIds: entries
    .filter((entry) => entry.workLocation === 'libero' && !gives.includes(entry))
    .filter(({ date }) => received.some((duty) => duty.date === date))
    .map(({ shiftId }) => shiftId),
  notes: new Map(entries.map(({ date, notes }) => [date, notes])),
});
