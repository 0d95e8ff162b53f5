import { addDays, daysOf, mondayWeekOf, type Week, weekdayOf } from '../calendar/day.ts';
import { addMonths, type Month, monthOf } from '../calendar/month.ts';
import { type Duty, dutyMinutes, isWorking, type WorkLocation } from './duty.ts';
import type { Entry } from './rules.ts';

/** Minutes by kind of day; libero counts as none and is left out. */
export type MinutesByKind = Record<Exclude<WorkLocation, 'libero'>, number>;

export interface WeekHours extends Week {
  /** Minutes on the week's days within the month. */
  byKind: MinutesByKind;
  /** Minutes on all seven days, including neighbouring months; compared with a weekly limit. */
  wholeWeek: MinutesByKind;
}

/** A month's hours, in minutes. */
export interface MonthHours {
  worked: number;
  /** The month's weekdays, Monday to Friday, times the contract hours. */
  expected: number;
  /** Worked as a whole percentage of expected, 0 to 100; 100 only when nothing remains. */
  percent: number;
  /** Never below 0. */
  remaining: number;
  byKind: MinutesByKind;
  /** The Monday-Sunday weeks that overlap the month. */
  weeks: WeekHours[];
}

const firstAndLastDay = (month: Month): Week => ({
  from: `${month}-01`,
  to: addDays(`${addMonths(month, 1)}-01`, -1),
});

/** The minutes an entry counts: ferie and malattia as the contract hours, libero none. */
export function countedMinutes(duty: Duty, contractHours: number): number {
  if (duty.workLocation === 'ferie' || duty.workLocation === 'malattia') return contractHours * 60;
  return isWorking(duty) ? dutyMinutes(duty) : 0;
}

/**
 * The hours of a month.
 * @param entries the person's entries of all weeks that overlap the month; others are ignored
 * @see specification, section 9, monthly hours
 */
export function monthHours(entries: readonly Entry[], month: Month, contractHours: number): MonthHours {
  const span = firstAndLastDay(month);
  const weekdays = daysOf(span).filter((day) => weekdayOf(day) <= 5).length;
  const expected = weekdays * contractHours * 60;
  const ofMonth = entries.filter(({ date }) => monthOf(date) === month);
  const byKind = minutesByKind(ofMonth, contractHours);
  const worked = sumOfKinds(byKind);
  return {
    worked,
    expected,
    percent: Math.min(100, Math.floor((worked / expected) * 100)),
    remaining: Math.max(0, expected - worked),
    byKind,
    weeks: weeksOf(span).map((week) => hoursOfWeek(week, entries, month, contractHours)),
  };
}

export const sumOfKinds = (minutes: MinutesByKind): number =>
  workedMinutes(minutes) + minutes.ferie + minutes.malattia;

/** Minutes of work only, which the weekly limit of flexible shifts counts. */
export const workedMinutes = (minutes: MinutesByKind): number => minutes.sede + minutes.smart_working;

function minutesByKind(entries: readonly Entry[], contractHours: number): MinutesByKind {
  const minutes: MinutesByKind = { sede: 0, smart_working: 0, ferie: 0, malattia: 0 };
  for (const entry of entries) {
    if (entry.workLocation !== 'libero') minutes[entry.workLocation] += countedMinutes(entry, contractHours);
  }
  return minutes;
}

function weeksOf({ from, to }: Week): Week[] {
  const weeks: Week[] = [];
  for (let week = mondayWeekOf(from); week.from <= to; week = mondayWeekOf(addDays(week.to, 1))) {
    weeks.push(week);
  }
  return weeks;
}

function hoursOfWeek(week: Week, entries: readonly Entry[], month: Month, contractHours: number): WeekHours {
  const ofWeek = entries.filter(({ date }) => date >= week.from && date <= week.to);
  const inMonth = ofWeek.filter(({ date }) => monthOf(date) === month);
  return {
    ...week,
    byKind: minutesByKind(inMonth, contractHours),
    wholeWeek: minutesByKind(ofWeek, contractHours),
  };
}
