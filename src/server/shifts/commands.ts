import type { z } from 'zod';
import { dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { countingWeekOf } from '../../domain/shifts/bulk.ts';
import { plannedDutyOf } from '../../domain/shifts/duty.ts';
import { isSameEntry, judgeDay, judgeShift, type ShiftDraft } from '../../domain/shifts/rules.ts';
import type { createShiftSchema, Shift, updateShiftSchema } from '../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { requireOwn, type SignedIn } from '../platform/session/session.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { auditOverride, type DutyFollower, replaceShift } from './commands.replace.ts';
import {
  requireChangeable,
  requireChangedDuty,
  requireFreeDay,
  requireOwner,
  requireUnprotected,
} from './guards.ts';
import { deleteShift, insertEntries, listWeek, lockShift } from './queries.ts';

type Draft = z.output<typeof createShiftSchema>;
type Change = z.output<typeof updateShiftSchema>;

/** The followers are set at the server's root: shifts know nothing of swaps and rosters. */
export type ShiftContext = AppContext & {
  follower: DutyFollower;
  /** Called once these people's calendars are written, in the same transaction and under the worksite's lock. */
  calendarsWritten(
    tx: Transaction,
    userIds: readonly string[],
    variant: WorksiteVariant,
    now: Instant,
  ): Promise<void>;
};

/** @throws RefusalError shift_admin_without_calendar, forbidden (somebody else's `userId`) */
export function requireOwnCalendar(signedIn: SignedIn, userId?: string): void {
  if (signedIn.user.role === 'admin') throw new RefusalError(refuse('shift_admin_without_calendar'));
  requireOwn(signedIn, userId);
}

/**
 * Records one entry on one day.
 * @throws RefusalError shift_admin_without_calendar, forbidden (somebody else's `userId`), shift_day_taken, and every refusal of the shift rules
 */
export async function recordShift(context: ShiftContext, signedIn: SignedIn, draft: Draft): Promise<Shift> {
  const { user } = signedIn;
  requireOwnCalendar(signedIn, draft.userId);
  return context.database.transaction(async (tx) => {
    await lockWorksite(tx, user.worksiteId);
    const owner = await requireOwner(tx, signedIn);
    const week = await listWeek(tx, user.id, countingWeekOf(draft.date, signedIn.worksite), null);
    const now = context.clock.now();
    requireAllowed(judgeDay(draft.date, dayInRome(now)));
    if (week.some(({ date }) => date === draft.date)) throw new RefusalError(refuse('shift_day_taken'));
    const { duty } = requireAllowed(judgeShift(draft, owner, week));
    const { worksiteId, id: userId } = user;
    const notes = draft.notes || null;
    const dated = { date: draft.date, ...duty };
    const id = crypto.randomUUID();
    await insertEntries(tx, worksiteId, [{ id, userId, ...dated, notes }], now);
    await context.follower.dutiesRecorded(tx, signedIn, [dated], now);
    await context.calendarsWritten(tx, [userId], signedIn.worksite.variant, now);
    announce(tx, [userId], ['shifts', 'exchange-requests']);
    // nothing refers to a new entry yet
    return { id, userId, ...dated, notes, exchangeInfo: null, openRequestId: null, reservedRequestId: null };
  });
}

/**
 * Changes an entry of today or later. A duty on offer is withdrawn everywhere, and the other side is notified. A duty
 * from a swap is protected unless `isOverridden`; then a new entry without the mark replaces it. Notes alone can always
 * be changed.
 * @throws RefusalError not_found, forbidden (somebody else's `userId`), shift_in_the_past, shift_swapped (with
 *   `requiresConfirmation` and `exchangeInfo`), shift_day_taken, and every refusal of the shift rules
 */
export async function changeShift(
  context: ShiftContext,
  signedIn: SignedIn,
  shiftId: string,
  change: Change,
  isOverridden: boolean,
): Promise<Shift> {
  const { user } = signedIn;
  requireOwn(signedIn, change.userId);
  return context.database.transaction(async (tx) => {
    await lockWorksite(tx, user.worksiteId);
    const now = context.clock.now();
    const shift = await requireChangeable(tx, signedIn, shiftId, dayInRome(now));
    const draft = draftOf(shift, change);
    if (!isOverridden && !isSameEntry(shift, draft)) requireUnprotected(shift);
    if (draft.date !== shift.date) requireAllowed(judgeDay(draft.date, dayInRome(now)));
    const duty = await requireChangedDuty(tx, signedIn, shift, draft);
    await requireFreeDay(tx, user.id, draft.date, shiftId);
    const notes = change.notes === undefined ? shift.notes : change.notes || null;
    const changed = { date: draft.date, ...duty, notes };
    const changedId = await replaceShift(tx, context.follower, { signedIn, shift, changed, now });
    announce(tx, [user.id], ['shifts', 'exchange-requests']);
    await context.calendarsWritten(tx, [user.id], signedIn.worksite.variant, now);
    return requireFound(await lockShift(tx, user.id, changedId));
  });
}

/** Removes an entry of today or later; same refusals and consequences as a change. */
export async function removeShift(
  context: ShiftContext,
  signedIn: SignedIn,
  shiftId: string,
  isOverridden: boolean,
): Promise<void> {
  const { user } = signedIn;
  await context.database.transaction(async (tx) => {
    await lockWorksite(tx, user.worksiteId);
    const now = context.clock.now();
    const shift = await requireChangeable(tx, signedIn, shiftId, dayInRome(now));
    if (!isOverridden) requireUnprotected(shift);
    const lapsed = await context.follower.dutiesLeave(tx, signedIn, [shift], now);
    await deleteShift(tx, shiftId);
    await context.follower.review(tx, lapsed, now);
    await context.calendarsWritten(tx, [user.id], signedIn.worksite.variant, now);
    if (shift.exchangeInfo) await auditOverride(tx, signedIn, shift, null, now);
    announce(tx, [user.id], ['shifts', 'exchange-requests']);
  });
}

/** The entry after the change. Times that no longer apply are dropped when the kind changes. */
function draftOf(shift: Shift, change: Change): ShiftDraft {
  const kept = {
    ...shift,
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  };
  return { date: kept.date, ...plannedDutyOf(kept) };
}
