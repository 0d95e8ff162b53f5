import type { Day } from '../../../domain/calendar/day.ts';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import { countingWeekOf } from '../../../domain/shifts/bulk.ts';
import { type Entry, judgeDay, judgeShift, type ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { describeDuty } from '../marks.ts';
import { draftOf, type ShiftForm } from './shiftForm.ts';

/** Why no entry can be added on a day, or null where one can. */
export function closedReason(
  day: Day,
  today: Day,
  shift: Shift | undefined,
  owner: ShiftOwner,
): string | null {
  if (shift) return `Hai già un turno in questa data: ${describeDuty(shift, owner.variant)}.`;
  const verdict = judgeDay(day, today);
  return verdict.ok ? null : messageOf(verdict);
}

export interface RefusedDay {
  day: Day;
  reason: string;
}

/**
 * The chosen days on which the form's entry would be refused, in order. The days count one after the other, as they
 * are sent: earlier chosen days fill the week for later ones.
 *
 * @param entries the person's entries of all weeks that hold a chosen day
 * @param ignoredId an entry under edit, which does not count
 */
export function refusedDays(
  days: readonly Day[],
  form: ShiftForm,
  owner: ShiftOwner,
  entries: readonly Shift[],
  ignoredId?: string,
): RefusedDay[] {
  const known: Entry[] = entries.filter((entry) => entry.id !== ignoredId);
  const refused: RefusedDay[] = [];
  for (const day of days.toSorted()) {
    const draft = draftOf(form, day);
    if (!draft) continue;
    const { from, to } = countingWeekOf(day, owner);
    const verdict = judgeShift(
      draft,
      owner,
      known.filter((entry) => entry.date >= from && entry.date <= to),
    );
    if (verdict.ok) known.push({ ...verdict.duty, date: day });
    else refused.push({ day, reason: messageOf(verdict) });
  }
  return refused;
}
