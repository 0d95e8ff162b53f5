import { type Day, saturdayWeekOf, formatShortDay, type Time } from '../calendar/day.ts';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import type { WorksiteVariant } from '../worksites/schema.ts';
import {
  type Duty,
  dutyMinutes,
  formatMinutes,
  isWorking,
  minutesOf,
  shiftTypeAt,
  taxiShifts,
  type WorkLocation,
} from './duty.ts';

/** What the rules need to know of the person whose entry it is. */
export interface ShiftOwner {
  contractHours: number;
  enableFlexibleShifts: boolean;
  variant: WorksiteVariant;
}

/** An entry as it was typed: the times may be missing. */
export interface ShiftDraft {
  date: Day;
  workLocation: WorkLocation;
  startTime?: Time | null | undefined;
  endTime?: Time | null | undefined;
  isSplitShift?: boolean | undefined;
  secondStartTime?: Time | null | undefined;
  secondEndTime?: Time | null | undefined;
}

export type DatedDuty = Duty & { date: Day };

/** The most hours a week of a person with flexible shifts (part-time vertical). */
export const flexibleWeekHours = 20;

const restDuty = (workLocation: WorkLocation): Duty => ({
  workLocation,
  startTime: null,
  endTime: null,
  shiftType: null,
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
});

/**
 * Judges an entry by the rules of the shift forms and answers the duty to store, its type filled in.
 *
 * @param week the person's other entries of the same week: Monday-Sunday in standard worksites (only needed with
 *   flexible shifts), Saturday-Friday in the taxi worksite. The entry under edit is not among them.
 * @see specification, section 5; decisions, section 2 (order of the duration rules)
 */
export function judgeShift(
  draft: ShiftDraft,
  owner: ShiftOwner,
  week: readonly DatedDuty[],
): Verdict<{ duty: Duty }> {
  if (!isWorking(draft)) return { ok: true, duty: restDuty(draft.workLocation) };
  const timed = readTimes(draft, owner);
  if (!timed.ok) return timed;
  const { duty } = timed;
  if (owner.variant === 'taxi') return judgeTaxiShift(draft.date, duty, week);
  const lasting = judgeDuration(duty, owner, week);
  return lasting.ok ? { ok: true, duty } : lasting;
}

/** Whether an entry may still be added, changed or removed on `day`: today or later. */
export function judgeDay(day: Day, today: Day): Verdict {
  return day < today ? refuse('shift_day_in_the_past') : allowed;
}

/** Whether the split shift is offered to this person at all. */
export const maySplit = (owner: ShiftOwner): boolean =>
  owner.variant === 'standard' && owner.contractHours >= 8;

function readTimes(draft: ShiftDraft, owner: ShiftOwner): Verdict<{ duty: Duty }> {
  const { startTime, endTime } = draft;
  if (!startTime || !endTime) return refuse('shift_times_required');
  const isSplit = draft.isSplitShift === true;
  const times = isSplit
    ? [startTime, endTime, draft.secondStartTime, draft.secondEndTime]
    : [startTime, endTime];
  if (times.some((time) => time && minutesOf(time) % 15 !== 0)) return refuse('shift_not_on_quarter_hour');
  // only taxi shifts may cross midnight
  if (startTime === endTime || (owner.variant === 'standard' && endTime < startTime)) {
    return refuse('shift_ends_before_start');
  }
  const split = isSplit ? readSecondPart(draft, owner, endTime) : null;
  if (split && !split.ok) return split;
  const duty: Duty = {
    workLocation: draft.workLocation,
    startTime,
    endTime,
    shiftType: shiftTypeAt(startTime),
    isSplitShift: isSplit,
    secondStartTime: split?.secondStartTime ?? null,
    secondEndTime: split?.secondEndTime ?? null,
  };
  return { ok: true, duty };
}

function readSecondPart(
  draft: ShiftDraft,
  owner: ShiftOwner,
  firstEnd: Time,
): Verdict<{ secondStartTime: Time; secondEndTime: Time }> {
  const { secondStartTime, secondEndTime } = draft;
  if (!maySplit(owner)) return refuse('shift_split_not_allowed');
  if (!secondStartTime || !secondEndTime) return refuse('shift_split_incomplete');
  if (secondStartTime < firstEnd) return refuse('shift_split_overlaps');
  if (secondEndTime <= secondStartTime) return refuse('shift_ends_before_start');
  return { ok: true, secondStartTime, secondEndTime };
}

function judgeTaxiShift(date: Day, duty: Duty, week: readonly DatedDuty[]): Verdict<{ duty: Duty }> {
  const minutes = dutyMinutes(duty);
  if (minutes !== 7 * 60) return refuse('shift_taxi_duration', { hours: formatMinutes(minutes) });
  const named = taxiShifts.find(
    (shift) => shift.startTime === duty.startTime && shift.endTime === duty.endTime,
  );
  if (!named || duty.workLocation !== 'sede') return refuse('shift_taxi_not_predefined');
  const other = week.find((entry) => isWorking(entry) && entry.shiftType !== named.shiftType);
  if (other?.shiftType) {
    const { from, to } = saturdayWeekOf(date);
    return refuse('shift_taxi_week_mixed', {
      shiftType: other.shiftType.toUpperCase(),
      firstDay: formatShortDay(from),
      lastDay: formatShortDay(to),
    });
  }
  return { ok: true, duty: { ...duty, shiftType: named.shiftType } };
}

function judgeDuration(duty: Duty, owner: ShiftOwner, week: readonly DatedDuty[]): Verdict {
  const minutes = dutyMinutes(duty);
  const hours = formatMinutes(minutes);
  if (owner.enableFlexibleShifts) return judgeFlexible(minutes, week);
  if (owner.contractHours === 8) {
    return minutes === 8 * 60 || minutes === 9 * 60
      ? allowed
      : refuse('shift_eight_hours_duration', { hours });
  }
  const most = owner.contractHours * 60 + 30;
  return minutes <= most ? allowed : refuse('shift_too_long', { hours, mostHours: formatMinutes(most) });
}

function judgeFlexible(minutes: number, week: readonly DatedDuty[]): Verdict {
  if (![4, 8, 9].some((hours) => hours * 60 === minutes)) {
    return refuse('shift_flexible_duration', { hours: formatMinutes(minutes) });
  }
  const weekMinutes = week.reduce((sum, entry) => sum + dutyMinutes(entry), minutes);
  return weekMinutes <= flexibleWeekHours * 60
    ? allowed
    : refuse('shift_flexible_week_full', { weekHours: formatMinutes(weekMinutes) });
}
