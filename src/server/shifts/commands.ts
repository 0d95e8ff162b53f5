import type { z } from 'zod';
import { type Day, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { type Duty, isSameDuty } from '../../domain/shifts/duty.ts';
import { type DatedDuty, isSameEntry, judgeDay, type ShiftDraft } from '../../domain/shifts/rules.ts';
import type { createShiftSchema, Shift, updateShiftSchema } from '../../domain/shifts/schema.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { lockWorksite } from '../worksites/queries.ts';
import {
  requireChangeable,
  requireChangedDuty,
  requireDuty,
  requireFreeDay,
  requireUnprotected,
} from './guards.ts';
import { deleteShift, findShiftOfDay, insertShift, lockShift, updateShift } from './queries.ts';

type Draft = z.output<typeof createShiftSchema>;
type Change = z.output<typeof updateShiftSchema>;

/** Follows what happens to a person's duties, in the same transaction and under the worksite's lock. */
export interface DutyFollower {
  /**
   * A duty is about to become another one, or to go.
   *
   * @returns what is to be done once the calendar is written
   */
  dutyLeaves(
    tx: Transaction,
    signedIn: SignedIn,
    shift: { id: string; date: Day },
    now: Instant,
  ): Promise<() => Promise<void>>;
  /** A calendar holds one more entry, or another one. */
  dutyRecorded(tx: Transaction, signedIn: SignedIn, entry: DatedDuty, now: Instant): Promise<void>;
}

/** Who follows is said at the server's root: shifts know nothing of swaps. */
export type ShiftContext = AppContext & { follower: DutyFollower };

/**
 * Records one entry on one day.
 *
 * @returns the entry
 * @throws RefusalError shift_admin_without_calendar, forbidden (somebody else's `userId`), shift_day_taken, and every refusal of the shift rules
 */
export async function recordShift(context: ShiftContext, signedIn: SignedIn, draft: Draft): Promise<Shift> {
  const { user } = signedIn;
  if (user.role === 'admin') throw new RefusalError(refuse('shift_admin_without_calendar'));
  if (draft.userId !== undefined && draft.userId !== user.id) throw new RefusalError(refuse('forbidden'));
  return context.database.transaction(async (tx) => {
    await lockWorksite(tx, user.worksiteId);
    const now = context.clock.now();
    requireAllowed(judgeDay(draft.date, dayInRome(now)));
    if (await findShiftOfDay(tx, user.id, draft.date)) throw new RefusalError(refuse('shift_day_taken'));
    const duty = await requireDuty(tx, signedIn, draft, null);
    const { worksiteId, id: userId } = user;
    const notes = draft.notes || null;
    const shiftId = await insertShift(tx, {
      worksiteId,
      userId,
      date: draft.date,
      duty,
      notes,
      fromSwapId: null,
      now,
    });
    await context.follower.dutyRecorded(tx, signedIn, { date: draft.date, ...duty }, now);
    announce(tx, [userId], ['shifts', 'exchange-requests']);
    return requireFound(await lockShift(tx, userId, shiftId));
  });
}

/**
 * Changes an entry of today or later. A duty that is on offer anywhere leaves there, and the other side is told.
 * A duty that came from a swap is protected until `isOverridden`; then a new entry without the mark takes its place. Notes
 * alone can always be changed.
 *
 * @throws RefusalError not_found, shift_in_the_past, shift_swapped (with `requiresConfirmation` and `exchangeInfo`),
 *   shift_day_taken, and every refusal of the shift rules
 */
export async function changeShift(
  context: ShiftContext,
  signedIn: SignedIn,
  shiftId: string,
  change: Change,
  isOverridden: boolean,
): Promise<Shift> {
  const { user } = signedIn;
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
    const changedId = await replaceShift(tx, context.follower, signedIn, shift, {
      date: draft.date,
      duty,
      notes,
      now,
    });
    announce(tx, [user.id], ['shifts', 'exchange-requests']);
    return requireFound(await lockShift(tx, user.id, changedId));
  });
}

/** Removes an entry of today or later; same refusals and same consequences as a change. */
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
    const afterwards = await context.follower.dutyLeaves(tx, signedIn, shift, now);
    await deleteShift(tx, shiftId);
    await afterwards();
    if (shift.exchangeInfo) await auditOverride(tx, signedIn, shift, null, now);
    announce(tx, [user.id], ['shifts', 'exchange-requests']);
  });
}

/** The entry as it would be after the change. Times that no longer apply do not survive a change of type. */
function draftOf(shift: Shift, change: Change): ShiftDraft {
  const kept = {
    ...shift,
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  };
  return {
    date: kept.date,
    workLocation: kept.workLocation,
    startTime: kept.startTime,
    endTime: kept.endTime,
    isSplitShift: kept.isSplitShift,
    secondStartTime: kept.secondStartTime,
    secondEndTime: kept.secondEndTime,
  };
}

interface ChangedShift {
  date: Day;
  duty: Duty;
  notes: string | null;
  now: string;
}

/** @returns the id of the row that holds the entry now: a new one if another duty takes the place of one from a swap */
async function replaceShift(
  tx: Transaction,
  follower: DutyFollower,
  signedIn: SignedIn,
  shift: Shift,
  changed: ChangedShift,
): Promise<string> {
  const entry = { date: changed.date, ...changed.duty };
  if (changed.date === shift.date && isSameDuty(shift, changed.duty)) {
    await updateShift(tx, shift.id, changed);
    return shift.id;
  }
  const afterwards = await follower.dutyLeaves(tx, signedIn, shift, changed.now);
  const shiftId = await writeOtherDuty(tx, signedIn, shift, changed);
  await afterwards();
  await follower.dutyRecorded(tx, signedIn, entry, changed.now);
  if (shift.exchangeInfo) await auditOverride(tx, signedIn, shift, entry, changed.now);
  return shiftId;
}

async function writeOtherDuty(
  tx: Transaction,
  { user }: SignedIn,
  shift: Shift,
  changed: ChangedShift,
): Promise<string> {
  if (!shift.exchangeInfo) {
    await updateShift(tx, shift.id, changed);
    return shift.id;
  }
  await deleteShift(tx, shift.id);
  return insertShift(tx, { worksiteId: user.worksiteId, userId: user.id, ...changed, fromSwapId: null });
}

function auditOverride(
  tx: Transaction,
  signedIn: SignedIn,
  shift: Shift,
  after: object | null,
  now: string,
): Promise<void> {
  return insertAudit(tx, {
    at: now,
    signedIn,
    worksiteId: signedIn.user.worksiteId,
    action: after ? 'swapped_shift_changed' : 'swapped_shift_deleted',
    targetType: 'shift',
    targetId: shift.id,
    // the log is for good: neither notes nor the partner's name
    before: { ...shift, notes: undefined, exchangeInfo: undefined },
    ...(after && { after }),
  });
}
