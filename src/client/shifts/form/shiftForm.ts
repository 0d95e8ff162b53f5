import type { Day, Time } from '../../../domain/calendar/day.ts';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import {
  dutyMinutes,
  type DutyTimes,
  formatMinutes,
  isWorking,
  type NamedShift,
  type PlannedDuty,
  type WorkLocation,
} from '../../../domain/shifts/duty.ts';
import { judgeShift, type ShiftDraft, type ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { CreateShift, Shift } from '../../../domain/shifts/schema.ts';
import { suggestedEnd } from '../../../domain/shifts/times.ts';

/** What a shift form holds while it is filled in: '' is a time not chosen yet, null a kind of day not chosen yet. */
export interface ShiftForm extends FormTimes {
  workLocation: WorkLocation | null;
  notes: string;
}
type FormTimes = { [Field in keyof DutyTimes]-?: NonNullable<DutyTimes[Field]> };

const noTimes: FormTimes = {
  startTime: '',
  endTime: '',
  isSplitShift: false,
  secondStartTime: '',
  secondEndTime: '',
};

export const emptyShiftForm: ShiftForm = { workLocation: null, ...noTimes, notes: '' };

export const formOfDuty = (duty: PlannedDuty, notes: string): ShiftForm => ({
  workLocation: duty.workLocation,
  startTime: duty.startTime ?? '',
  endTime: duty.endTime ?? '',
  isSplitShift: duty.isSplitShift ?? false,
  secondStartTime: duty.secondStartTime ?? '',
  secondEndTime: duty.secondEndTime ?? '',
  notes,
});

export const formOfShift = (shift: Shift): ShiftForm => formOfDuty(shift, shift.notes ?? '');

/** Choosing libero, ferie or malattia clears the times. */
export function withWorkLocation(form: ShiftForm, workLocation: WorkLocation): ShiftForm {
  return isWorking({ workLocation }) ? { ...form, workLocation } : { ...form, workLocation, ...noTimes };
}

export const withNamedShift = (form: ShiftForm, { startTime, endTime }: NamedShift): ShiftForm => ({
  ...form,
  ...noTimes,
  workLocation: 'sede',
  startTime,
  endTime,
});

/** A new start sets the suggested end, unless the person chose an end. */
export function withStart(form: ShiftForm, startTime: Time, owner: ShiftOwner): ShiftForm {
  const suggestedBefore = form.startTime === '' ? null : suggestedEnd(form.startTime, owner);
  const isUntouched = form.endTime === '' || form.endTime === suggestedBefore;
  const suggestion = form.isSplitShift ? null : suggestedEnd(startTime, owner);
  return { ...form, startTime, endTime: isUntouched ? (suggestion ?? '') : form.endTime };
}

/** Turning the split shift off clears its second part. */
export const withSplit = (form: ShiftForm, isSplitShift: boolean): ShiftForm => ({
  ...form,
  isSplitShift,
  secondStartTime: '',
  secondEndTime: '',
});

/** The form as the rules take it, or null while the kind of day is not chosen. */
export function draftOf({ workLocation, notes: _notes, ...times }: ShiftForm, date: Day): ShiftDraft | null {
  if (workLocation === null) return null;
  const orNull = (time: Time): Time | null => (time === '' ? null : time);
  return {
    date,
    workLocation,
    startTime: orNull(times.startTime),
    endTime: orNull(times.endTime),
    isSplitShift: times.isSplitShift,
    secondStartTime: orNull(times.secondStartTime),
    secondEndTime: orNull(times.secondEndTime),
  };
}

const isIncomplete = (form: ShiftForm): boolean =>
  form.startTime === '' ||
  form.endTime === '' ||
  (form.isSplitShift && (form.secondStartTime === '' || form.secondEndTime === ''));

/** The verdict on the times so far: the shift's length, or why it is refused. */
export type TimesVerdict =
  | { state: 'incomplete' }
  | { state: 'fine'; text: string }
  | { state: 'refused'; text: string };

/**
 * Judges the times while they are typed, by the server's rule. Leaves out what depends on the
 * other entries of the week: see `refusedDays`.
 */
export function judgeTimes(form: ShiftForm, owner: ShiftOwner, day: Day): TimesVerdict {
  const draft = draftOf(form, day);
  if (!draft || !isWorking(draft) || isIncomplete(form)) return { state: 'incomplete' };
  const verdict = judgeShift(draft, owner, []);
  if (!verdict.ok) return { state: 'refused', text: messageOf(verdict) };
  return { state: 'fine', text: `Dura ${formatMinutes(dutyMinutes(verdict.duty))}` };
}

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
