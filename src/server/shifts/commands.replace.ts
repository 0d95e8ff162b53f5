import type { Day, Instant } from '../../domain/calendar/day.ts';
import { isSameDuty } from '../../domain/shifts/duty.ts';
import { type Entry, entryOf } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { insertAudit } from '../platform/audit.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { SignedIn } from '../platform/session/session.ts';
import type { LeavingEntry } from './queries.batches.ts';
import { deleteShift, insertEntries, type UnwrittenEntry, updateShift } from './queries.ts';

/** The owner of a calendar, with the fields that swaps need. */
export interface CalendarOwner {
  user: { id: string };
  worksite: Pick<SignedIn['worksite'], 'id' | 'variant'>;
}

/** Reacts to changes of people's duties, in the same transaction and under the worksite's lock. */
export interface DutyFollower {
  /** The days that open swaps of a worksite involve now; changes on others need no follow-up. */
  watchedDays(tx: Transaction, worksiteId: string): Promise<ReadonlySet<Day>>;
  /** Called before duties change or are removed. @returns the requests to review once the calendar is written */
  dutiesLeave(
    tx: Transaction,
    owner: CalendarOwner,
    shifts: readonly LeavingEntry[],
    now: Instant,
  ): Promise<string[]>;
  /** Records whether anybody is left who could take these requests. */
  review(tx: Transaction, requestIds: readonly string[], now: Instant): Promise<unknown>;
  /** Called after entries were added or changed. */
  dutiesRecorded(
    tx: Transaction,
    owner: CalendarOwner,
    entries: readonly Entry[],
    now: Instant,
  ): Promise<void>;
}

interface Replacement {
  signedIn: SignedIn;
  shift: Shift;
  changed: UnwrittenEntry;
  now: Instant;
}

/** @returns the id of the entry's row: a new one if another duty replaces one from a swap */
export async function replaceShift(
  tx: Transaction,
  follower: DutyFollower,
  replacement: Replacement,
): Promise<string> {
  const { signedIn, shift, changed, now } = replacement;
  if (changed.date === shift.date && isSameDuty(shift, changed)) {
    await updateShift(tx, shift.id, changed, now);
    return shift.id;
  }
  const entry = entryOf(changed);
  const lapsed = await follower.dutiesLeave(tx, signedIn, [shift], now);
  const shiftId = await writeOtherDuty(tx, replacement);
  await follower.review(tx, lapsed, now);
  await follower.dutiesRecorded(tx, signedIn, [entry], now);
  if (shift.exchangeInfo) await auditOverride(tx, signedIn, shift, entry, now);
  return shiftId;
}

async function writeOtherDuty(
  tx: Transaction,
  { signedIn: { user }, shift, changed, now }: Replacement,
): Promise<string> {
  if (!shift.exchangeInfo) {
    await updateShift(tx, shift.id, changed, now);
    return shift.id;
  }
  await deleteShift(tx, shift.id);
  const id = crypto.randomUUID();
  await insertEntries(tx, user.worksiteId, [{ ...changed, id, userId: user.id }], now);
  return id;
}

export const auditOverride = (
  tx: Transaction,
  signedIn: SignedIn,
  shift: Shift,
  after: object | null,
  now: string,
): Promise<void> =>
  insertAudit(tx, {
    at: now,
    signedIn,
    worksiteId: signedIn.user.worksiteId,
    action: after ? 'swapped_shift_changed' : 'swapped_shift_deleted',
    targetType: 'shift',
    targetId: shift.id,
    // the audit log is permanent: neither notes nor the partner's name
    before: { ...shift, notes: undefined, exchangeInfo: undefined },
    ...(after && { after }),
  });
