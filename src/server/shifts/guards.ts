import type { Day } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { countingWeekOf, swappedRefusal } from '../../domain/shifts/bulk.ts';
import { type Duty, dutyAlone } from '../../domain/shifts/duty.ts';
import { isSameEntry, judgeShift, type ShiftDraft, type ShiftOwner } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import { lockActiveUser } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { findShiftOfDay, listWeek, lockShift } from './queries.ts';

// Checks before an entry is written, made under the worksite's lock.

/** The owner whose rules apply, read under the worksite's lock: the profile may have changed since the session was read. */
export async function requireOwner(tx: Transaction, { user, worksite }: SignedIn): Promise<ShiftOwner> {
  const { contractHours, enableFlexibleShifts } = await lockActiveUser(tx, user.id);
  return { contractHours, enableFlexibleShifts, variant: worksite.variant };
}

/** The person's own entry, today's or later. @throws RefusalError not_found, shift_in_the_past */
export async function requireChangeable(
  tx: Transaction,
  signedIn: SignedIn,
  shiftId: string,
  today: Day,
): Promise<Shift> {
  const shift = requireFound(await lockShift(tx, signedIn.user.id, shiftId));
  if (shift.date < today) throw new RefusalError(refuse('shift_in_the_past'));
  return shift;
}

/** @throws RefusalError shift_swapped (with `requiresConfirmation` and `exchangeInfo`) for an entry that came from a swap */
export function requireUnprotected({ exchangeInfo }: Shift): void {
  if (!exchangeInfo) return;
  throw new RefusalError(swappedRefusal(exchangeInfo), {
    extra: { requiresConfirmation: true, exchangeInfo },
  });
}

/** The duty a draft results in, checked by all rules for its owner. */
async function requireDuty(
  tx: Transaction,
  signedIn: SignedIn,
  draft: ShiftDraft,
  exceptShiftId: string,
): Promise<Duty> {
  const owner = await requireOwner(tx, signedIn);
  const others = await listWeek(tx, signedIn.user.id, countingWeekOf(draft.date, owner), exceptShiftId);
  return requireAllowed(judgeShift(draft, owner, others)).duty;
}

/**
 * The duty of an entry after a change. An unchanged duty is accepted even if today's rules would refuse it, because
 * contract hours changed or a swap created it, so that its notes stay editable.
 */
export async function requireChangedDuty(
  tx: Transaction,
  signedIn: SignedIn,
  shift: Shift,
  draft: ShiftDraft,
): Promise<Duty> {
  if (!isSameEntry(shift, draft)) return requireDuty(tx, signedIn, draft, shift.id);
  await lockActiveUser(tx, signedIn.user.id);
  return dutyAlone(shift);
}

/** @throws RefusalError shift_day_taken */
export async function requireFreeDay(
  tx: Transaction,
  userId: string,
  day: Day,
  exceptShiftId: string,
): Promise<void> {
  const other = await findShiftOfDay(tx, userId, day);
  if (other && other.id !== exceptShiftId) throw new RefusalError(refuse('shift_day_taken'));
}
