import { hash } from 'node:crypto';
import { refuse } from '../../domain/errors/refusal.ts';
import { isTaxiKind } from '../../domain/exchanges/kinds.ts';
import { type HeldEntry, heldEntryOf, type RequestPeriod } from '../../domain/exchanges/request.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';

// Fingerprints by which a caller says what they had before their eyes when they decided.

export const fingerprintOf = (content: unknown): string =>
  hash('sha256', JSON.stringify(content), 'hex').slice(0, 16);

export const inOrder = (duties: readonly HeldEntry[]): HeldEntry[] =>
  duties
    .map((duty) => heldEntryOf(duty))
    .toSorted((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1));

/** What a request offers and wants; what became of it so far, and its message, do not count. */
export function requestVersionOf(
  request: RequestPeriod & { offeredDuties: readonly HeldEntry[]; requestedShiftType: ShiftType | null },
): string {
  const { kind, requestedDay, offeredWeek, wantedWeek, requestedShiftType } = request;
  // a week is the same one through whatever day of it
  const time = isTaxiKind(kind) ? [offeredWeek, wantedWeek] : requestedDay;
  if (request.acceptableDays) {
    return fingerprintOf([kind, inOrder(request.offeredDuties), request.acceptableDays, requestedShiftType]);
  }
  return fingerprintOf([kind, inOrder(request.offeredDuties), time, requestedShiftType]);
}

/** What a colleague offers, and since when. */
export const offerVersionOf = (duties: readonly HeldEntry[], createdAt: string): string =>
  fingerprintOf([inOrder(duties), createdAt]);

/** Asked under the lock: what the caller decided on is still what is stored. @throws RefusalError exchange_changed */
export function requireSeen(seen: string | undefined, stored: string): void {
  if (seen !== undefined && seen !== stored) throw new RefusalError(refuse('exchange_changed'));
}
