import { hash } from 'node:crypto';
import { refuse } from '../../domain/errors/refusal.ts';
import { isTaxiKind } from '../../domain/exchanges/kinds.ts';
import { type HeldEntry, heldEntryOf, type RequestPeriod } from '../../domain/exchanges/request.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';

// Fingerprints of what a caller saw when they decided.

export const fingerprintOf = (content: unknown): string =>
  hash('sha256', JSON.stringify(content), 'hex').slice(0, 16);

export const inOrder = (duties: readonly HeldEntry[]): HeldEntry[] =>
  duties
    .map((duty) => heldEntryOf(duty))
    .toSorted((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1));

/** Covers what a request offers and wants, not its answers or message. */
export function requestVersionOf(
  request: RequestPeriod & { offeredDuties: readonly HeldEntry[]; requestedShiftType: ShiftType | null },
): string {
  const { kind, requestedDay, offeredWeek, wantedWeek, requestedShiftType } = request;
  // a week is the same through any of its days
  const time = isTaxiKind(kind) ? [offeredWeek, wantedWeek] : requestedDay;
  if (request.acceptableDays) {
    return fingerprintOf([kind, inOrder(request.offeredDuties), request.acceptableDays, requestedShiftType]);
  }
  return fingerprintOf([kind, inOrder(request.offeredDuties), time, requestedShiftType]);
}

/** Covers what a colleague offers, and since when. */
export const offerVersionOf = (duties: readonly HeldEntry[], createdAt: string): string =>
  fingerprintOf([inOrder(duties), createdAt]);

/** Checks under the lock that what the caller decided on is still what is stored. @throws RefusalError exchange_changed */
export function requireSeen(seen: string | undefined, stored: string): void {
  if (seen !== undefined && seen !== stored) throw new RefusalError(refuse('exchange_changed'));
}
