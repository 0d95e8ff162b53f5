import { type Day, saturdayWeekOf, formatShortDay, isDay, type Time } from '../calendar/day.ts';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import type { WorksiteVariant } from '../worksites/schema.ts';
import {
  type Duty,
  dutyAlone,
  dutyMinutes,
  formatMinutes,
  isWorking,
  keyOfDuty,
  minutesOf,
  type PlannedDuty,
  plannedDutyOf,
  type ShiftType,
  shiftTypeAt,
  taxiShifts,
  type WorkLocation,
} from './duty.ts';

export interface ShiftOwner {
  contractHours: number;
  enableFlexibleShifts: boolean;
  variant: WorksiteVariant;
}

/** An entry as typed: the times may be missing. */
export type ShiftDraft = PlannedDuty & { date: Day };

export type Entry = Duty & { date: Day };

/** Picks the fields of an entry. */
export const entryOf = ({ date, ...duty }: Entry): Entry => ({ date, ...dutyAlone(duty) });

/** The most hours per week with flexible shifts (part-time vertical). */
export const flexibleWeekHours = 20;

/** A day without work. */
export const restDuty = (workLocation: WorkLocation): Duty => dutyAlone({ workLocation });

/**
 * Judges an entry by the rules of the shift forms and returns the duty to store, with its type filled in.
 * @param week the person's other entries of the same week, without the one being edited: Monday-Sunday in standard
 * worksites (only needed with flexible shifts), Saturday-Friday in taxi worksites
 * @see specification, section 5; decisions, section 2 (order of the duration rules)
 */
export function judgeShift(
  draft: ShiftDraft,
  owner: ShiftOwner,
  week: readonly Entry[],
): Verdict<{ duty: Duty }> {
  if (!isWorking(draft)) return { ok: true, duty: restDuty(draft.workLocation) };
  const timed = readTimes(draft, owner);
  if (!timed.ok) return timed;
  const { duty } = timed;
  if (owner.variant === 'taxi') return judgeTaxiShift(draft.date, duty, week);
  const lasting = judgeDuration(duty, owner, week);
  return lasting.ok ? { ok: true, duty } : lasting;
}

/** Whether a draft equals an entry, even if the rules have changed since; ignores fields that do not apply. */
export const isSameEntry = (entry: Entry, draft: ShiftDraft): boolean =>
  draft.date === entry.date && keyOfDuty(draft) === keyOfDuty(entry);

/** The last day on which an entry can be added: 24 months from `today`; for 29 February the 28th. */
export function lastDayAhead(today: Day): Day {
  const month = `${Number(today.slice(0, 4)) + 2}${today.slice(4, 8)}`;
  const sameDay = `${month}${today.slice(8)}`;
  return isDay(sameDay) ? sameDay : `${month}28`;
}

/** Whether an entry can be added on `day`, or moved there: from today on, at most 24 months ahead. */
export function judgeDay(day: Day, today: Day): Verdict {
  if (day < today) return refuse('shift_day_in_the_past');
  const lastDay = lastDayAhead(today);
  return day > lastDay ? refuse('shift_day_too_far_ahead', { lastDay: formatShortDay(lastDay) }) : allowed;
}

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
  const split = isSplit ? judgeSecondPart(draft, owner, endTime) : allowed;
  if (!split.ok) return split;
  return { ok: true, duty: { ...plannedDutyOf(draft), shiftType: shiftTypeAt(startTime) } };
}

function judgeSecondPart(draft: ShiftDraft, owner: ShiftOwner, firstEnd: Time): Verdict {
  const { secondStartTime, secondEndTime } = draft;
  if (!maySplit(owner)) return refuse('shift_split_not_allowed');
  if (!secondStartTime || !secondEndTime) return refuse('shift_split_incomplete');
  if (secondStartTime < firstEnd) return refuse('shift_split_overlaps');
  return secondEndTime > secondStartTime ? allowed : refuse('shift_ends_before_start');
}

function judgeTaxiShift(date: Day, duty: Duty, week: readonly Entry[]): Verdict<{ duty: Duty }> {
  const minutes = dutyMinutes(duty);
  if (minutes !== 7 * 60) return refuse('shift_taxi_duration', { hours: formatMinutes(minutes) });
  const named = taxiShifts.find(({ startTime }) => startTime === duty.startTime);
  if (!named || duty.workLocation !== 'sede') return refuse('shift_taxi_not_predefined');
  const weekType = weekTypeOf(week);
  if (weekType && weekType !== named.shiftType) {
    const { from, to } = saturdayWeekOf(date);
    return refuse('shift_taxi_week_mixed', {
      shiftType: weekType.toUpperCase(),
      firstDay: formatShortDay(from),
      lastDay: formatShortDay(to),
    });
  }
  return { ok: true, duty: { ...duty, shiftType: named.shiftType } };
}

/**
 * The named shift of a driver's Saturday-Friday week: that of the latest working day, since a mid-week swap leaves
 * another one on earlier days. Null without working days.
 */
export function weekTypeOf(entries: readonly Entry[]): ShiftType | null {
  const days = entries.filter(isWorking).toSorted((one, other) => (one.date < other.date ? -1 : 1));
  return days.at(-1)?.shiftType ?? null;
}

function judgeDuration(duty: Duty, owner: ShiftOwner, week: readonly Entry[]): Verdict {
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

function judgeFlexible(minutes: number, week: readonly Entry[]): Verdict {
  if (![4, 8, 9].some((hours) => hours * 60 === minutes)) {
    return refuse('shift_flexible_duration', { hours: formatMinutes(minutes) });
  }
  const weekMinutes = week.reduce((sum, entry) => sum + dutyMinutes(entry), minutes);
  return weekMinutes <= flexibleWeekHours * 60
    ? allowed
    : refuse('shift_flexible_week_full', { weekHours: formatMinutes(weekMinutes) });
}
