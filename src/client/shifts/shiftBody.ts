import type { Day } from '../../domain/calendar/day.ts';
import type { CreateShift } from '../../domain/shifts/schema.ts';
import { draftOf, type ShiftForm } from './shiftForm.ts';

/**
 * A filled-in form as the API takes it, for one day.
 *
 * @throws while the kind of day is not chosen
 */
export function bodyOf(form: ShiftForm, day: Day): CreateShift {
  const draft = draftOf(form, day);
  if (!draft) throw new Error('the kind of day is not chosen');
  const notes = form.notes.trim();
  return { ...draft, notes: notes === '' ? null : notes };
}
