import type { Day } from '../../../domain/calendar/day.ts';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import { judgeDrafts } from '../../../domain/shifts/bulk.ts';
import { judgeDay, type ShiftOwner } from '../../../domain/shifts/rules.ts';
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
 * @param entries the person's entries of all weeks that hold a chosen day, but for one under edit
 */
export function refusedDays(
  days: readonly Day[],
  form: ShiftForm,
  owner: ShiftOwner,
  today: Day,
  entries: readonly Shift[],
): RefusedDay[] {
  const drafts = days.flatMap((day) => draftOf(form, day) ?? []);
  const { refused } = judgeDrafts(drafts, { owner, today, entries, isReplacing: false });
  return refused.map(({ day, refusal }) => ({ day, reason: messageOf(refusal) }));
}
