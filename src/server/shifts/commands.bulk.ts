import type { z } from 'zod';
import { dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { countingSpanOf, type JudgedDrafts, judgeDrafts, takeBackMinutes } from '../../domain/shifts/bulk.ts';
import { entryOf, type ShiftDraft } from '../../domain/shifts/rules.ts';
import type { bulkShiftsSchema, ShiftBatch, TakenBack } from '../../domain/shifts/schema.ts';
import { secondsAfter } from '../platform/clock.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { writeCalendars } from './commands.calendars.ts';
import { requireOwnCalendar, type ShiftContext } from './commands.ts';
import { requireOwner } from './guards.ts';
import { deleteBatch, findBatch, insertBatch, listUnchangedOf } from './queries.batches.ts';
import { listShifts } from './queries.ts';

type Batch = z.output<typeof bulkShiftsSchema>;

/**
 * Records entries of many days, all or none. Identical existing entries stay as they are.
 * @returns the new entries and the batch id to undo them with
 * @throws RefusalError shift_admin_without_calendar, forbidden, shifts_refused (`fields` has the reason for each refused day)
 */
export async function recordShifts(
  context: ShiftContext,
  signedIn: SignedIn,
  { shifts: drafts, isReplacing = false }: Batch,
): Promise<ShiftBatch> {
  const { user, worksite } = signedIn;
  for (const { userId } of drafts) requireOwnCalendar(signedIn, userId);
  return context.database.transaction(async (tx) => {
    await lockWorksite(tx, user.worksiteId);
    const now = context.clock.now();
    const owner = await requireOwner(tx, signedIn);
    const asked = drafts.map(({ date }) => date);
    const { from, to } = requireFound(countingSpanOf(asked, worksite));
    const entries = await listShifts(tx, user.id, from, to);
    const judged = judgeDrafts(drafts, { owner, today: dayInRome(now), entries, isReplacing });
    requireNoneRefused(judged);
    const { accepted } = judged;
    if (accepted.length === 0) return { id: null, shifts: [], replaced: 0 };
    const days = new Set(accepted.map(({ duty }) => duty.date));
    const replaced = entries.filter(({ date }) => days.has(date));
    const kept = replaced.map((shift) => ({ ...entryOf(shift), notes: shift.notes }));
    const written = accepted.map(({ draft, duty }) => ({ ...duty, notes: draft.notes || null }));
    const change = { userId: user.id, leaving: replaced, written };
    await writeCalendars(context.follower, tx, worksite, [change], now);
    await context.calendarsWritten(tx, [user.id], worksite.variant, now);
    const listed = await listShifts(tx, user.id, from, to);
    const shifts = listed.filter(({ date }) => days.has(date));
    const shiftIds = shifts.map(({ id }) => id);
    const id = await insertBatch(tx, { userId: user.id, shiftIds, replaced: kept, now });
    return { id, shifts, replaced: replaced.length };
  });
}

/**
 * Undoes a batch within ten minutes: deletes its unchanged entries and restores those they replaced. Entries that
 * changed since, are part of a swap or lie in the past stay.
 * @throws RefusalError not_found (also once undone), shifts_kept
 */
export async function takeBackShifts(
  context: ShiftContext,
  signedIn: SignedIn,
  batchId: string,
): Promise<TakenBack> {
  const { user } = signedIn;
  return context.database.transaction(async (tx) => {
    await lockWorksite(tx, user.worksiteId);
    const now = context.clock.now();
    const batch = requireFound(await findBatch(tx, user.id, batchId));
    if (batch.createdAt < oldestKept(now)) {
      throw new RefusalError(refuse('shifts_kept', { minutes: takeBackMinutes }));
    }
    const leaving = await listUnchangedOf(tx, user.id, batch, dayInRome(now));
    const days = new Set(leaving.map(({ date }) => date));
    const written = batch.replaced.filter(({ date }) => days.has(date));
    const change = { userId: user.id, leaving, written };
    await writeCalendars(context.follower, tx, signedIn.worksite, [change], now);
    await deleteBatch(tx, batchId);
    await context.calendarsWritten(tx, [user.id], signedIn.worksite.variant, now);
    const kept = batch.shiftIds.length - leaving.length;
    return { removed: leaving.length, restored: written.length, kept };
  });
}

/** Batches from before this instant can no longer be undone. */
export const oldestKept = (now: Instant): Instant => secondsAfter(now, -takeBackMinutes * 60);

function requireNoneRefused({ refused }: JudgedDrafts<ShiftDraft>): void {
  if (refused.length === 0) return;
  const fields = Object.fromEntries(refused.map(({ day, refusal }) => [day, messageOf(refusal)]));
  throw new RefusalError(refuse('shifts_refused', { count: refused.length }), { fields });
}
