import { addDays, type Day, daysBetween, mondayWeekOf, type Time, type Week } from '../calendar/day.ts';
import { dutyMinutes, isWorking, keyOfDuty, partsOf } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import type { RestBreach } from './breaches.ts';
import { daysOfWeeklyRests, type RestLimits, weeklyRests, weeksOfAverage } from './limits.ts';
import { countRests, isNight, restsBefore, type Work, workOf } from './work.ts';

/** One person's days, and their work around the changed ones. */
interface Roster {
  days: readonly CountedDay[];
  work: readonly Work[];
}

interface CountedDay {
  date: Day;
  /** Recorded minutes of work; 0 on days without work. */
  minutes: number;
  /** Ferie or malattia. */
  isAway: boolean;
}

/**
 * The limits that a swap would break, or break further, for one person. Days without an entry count as free.
 * @param before the person's entries of `rosterSpan`
 * @param after the same entries after the swap
 */
export function judgeRest(
  before: readonly Entry[],
  after: readonly Entry[],
  limits: RestLimits,
): RestBreach[] {
  const changed = changedDays(before, after);
  const [first, last] = [changed[0], changed.at(-1)];
  if (first === undefined || last === undefined) return [];
  const near = { from: addDays(first, -daysOfWeeklyRests - 7), to: addDays(last, daysOfWeeklyRests + 7) };
  const rosterOf = (entries: readonly Entry[]): Roster => ({
    days: entries.map((duty) => ({
      date: duty.date,
      minutes: isWorking(duty) ? dutyMinutes(duty) : 0,
      isAway: duty.workLocation === 'ferie' || duty.workLocation === 'malattia',
    })),
    work: workOf(entries.filter(({ date }) => isIn(date, near))),
  });
  const swap = { was: rosterOf(before), is: rosterOf(after), changed };
  return [dailyRest, weeklyRest, averageWeek, nightWork, daysInRow].flatMap((judge) => judge(swap, limits));
}

interface Swap {
  was: Roster;
  is: Roster;
  /** In order. */
  changed: readonly Day[];
}

/** The days whose entries affect a swap that changes `days`: all within 17 weeks of one of them. */
export function rosterSpan(days: readonly Day[]): Week {
  const sorted = days.toSorted();
  const span = (weeksOfAverage - 1) * 7;
  return {
    from: addDays(mondayWeekOf(sorted[0] as Day).from, -span),
    to: addDays(mondayWeekOf(sorted.at(-1) as Day).to, span),
  };
}

/** A person's entries after giving some duties and receiving others. */
export function rosterAfter(
  entries: readonly Entry[],
  gave: readonly Entry[],
  received: readonly Entry[],
): Entry[] {
  const changed = new Set([...gave, ...received].map(({ date }) => date));
  return [...entries.filter(({ date }) => !changed.has(date)), ...received];
}

const isIn = (day: Day, { from, to }: Week): boolean => day >= from && day <= to;

function changedDays(before: readonly Entry[], after: readonly Entry[]): Day[] {
  const others = (entries: readonly Entry[], known: readonly Entry[]): Entry[] => {
    const kept = new Set(known);
    return entries.filter((duty) => !kept.has(duty));
  };
  const textOf = (duty: Entry): string => `${duty.date} ${keyOfDuty(duty)}`;
  const [gone, come] = [others(before, after), others(after, before)];
  const texts = [new Set(gone.map(textOf)), new Set(come.map(textOf))];
  const changed = [...gone, ...come].filter((duty) => !texts.every((known) => known.has(textOf(duty))));
  return [...new Set(changed.map(({ date }) => date))].toSorted();
}

function dailyRest({ was, is }: Swap, limits: RestLimits): RestBreach[] {
  const former = restsBefore(was.work);
  const rests = [...restsBefore(is.work)];
  const isWorse = (date: Day, minutes: number): boolean =>
    minutes < limits.dailyRestHours * 60 && minutes < (former.get(date)?.minutes ?? Infinity);
  return rests
    .filter(([date, { minutes }]) => isWorse(date, minutes))
    .map(([date, { minutes, last }]) => ({
      rule: 'daily_rest',
      limit: limits.dailyRestHours,
      date,
      time: is.work.find(({ duty }) => duty.date === date)?.duty.startTime ?? '00:00',
      ...endOf(last.duty),
      minutes,
    }));
}

function endOf(duty: Entry): { endedOn: Day; endedAt: Time } {
  const [start, endedAt] = partsOf(duty).at(-1) ?? ['00:00', '00:00'];
  return { endedOn: endedAt <= start ? addDays(duty.date, 1) : duty.date, endedAt };
}

/**
 * The 14-day span with the fewest rests among those a changed day affects: it can cut a rest that began up to three
 * days before, and its work can pass midnight.
 */
function weeklyRest({ was, is, changed }: Swap, limits: RestLimits): RestBreach[] {
  const length = limits.weeklyRestHours * 60;
  if (length === 0) return [];
  const windows = new Set(changed.flatMap((day) => daysBack(addDays(day, 1), daysOfWeeklyRests + 4, 1)));
  const breaches = [...windows].toSorted().flatMap((from): RestBreach[] => {
    const window = { from, to: addDays(from, daysOfWeeklyRests - 1) };
    const rests = countRests(is.work, window, length);
    const isWorse = rests < weeklyRests && rests < countRests(was.work, window, length);
    return isWorse ? [{ rule: 'weekly_rest', limit: limits.weeklyRestHours, ...window, rests }] : [];
  });
  return worstOf(breaches, (breach) => (breach.rule === 'weekly_rest' ? -breach.rests : 0));
}

/** The 17 Monday-Sunday weeks with the most hours among those that contain a changed day. */
function averageWeek({ was, is, changed }: Swap, limits: RestLimits): RestBreach[] {
  const windows = new Set(changed.flatMap((day) => daysBack(mondayWeekOf(day).from, weeksOfAverage, 7)));
  const breaches = [...windows].toSorted().flatMap((from): RestBreach[] => {
    const window = { from, to: addDays(from, weeksOfAverage * 7 - 1) };
    const minutes = averageOf(is.days, window);
    const isWorse = minutes > limits.averageWeekHours * 60 && minutes > averageOf(was.days, window);
    return isWorse
      ? [{ rule: 'average_week', limit: limits.averageWeekHours, ...window, minutes: Math.ceil(minutes) }]
      : [];
  });
  return worstOf(breaches, (breach) => (breach.rule === 'average_week' ? breach.minutes : 0));
}

/** `count` days, `step` days apart, going back from `day`. */
const daysBack = (day: Day, count: number, step: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(day, -index * step));

/** Minutes per week, excluding days of ferie and malattia; a shift counts on the day it begins. */
function averageOf(days: readonly CountedDay[], window: Week): number {
  let [minutes, counted] = [0, daysBetween(window.from, window.to) + 1];
  for (const day of days) {
    if (!isIn(day.date, window)) continue;
    minutes += day.minutes;
    if (day.isAway) counted -= 1;
  }
  return counted === 0 ? 0 : (minutes * 7) / counted;
}

function nightWork({ was, is, changed }: Swap, limits: RestLimits): RestBreach[] {
  const nights = ({ work }: Roster): Work[] =>
    work.filter((day) => changed.includes(day.duty.date) && isNight(day));
  const former = new Map(nights(was).map(({ duty, minutes }) => [duty.date, minutes]));
  return nights(is)
    .filter(({ duty, minutes }) => minutes > limits.nightHours * 60 && minutes > (former.get(duty.date) ?? 0))
    .map(({ duty, minutes }) => ({ rule: 'night_work', limit: limits.nightHours, date: duty.date, minutes }));
}

function daysInRow({ was, is }: Swap, limits: RestLimits): RestBreach[] {
  const former = rowsOf(was.days);
  const before = (row: WorkingRow): number =>
    Math.max(0, ...former.filter(({ from, to }) => from <= row.to && to >= row.from).map(({ days }) => days));
  return rowsOf(is.days)
    .filter((row) => row.days > limits.daysInRow && row.days > before(row))
    .map((row) => ({ rule: 'days_in_row', limit: limits.daysInRow, ...row }));
}

interface WorkingRow extends Week {
  days: number;
}

/** Runs of consecutive working days. */
function rowsOf(days: readonly CountedDay[]): WorkingRow[] {
  const rows: WorkingRow[] = [];
  const worked = days.filter(({ minutes }) => minutes > 0).map(({ date }) => date);
  for (const date of worked.toSorted()) {
    const row = rows.at(-1);
    if (row && daysBetween(row.to, date) === 1) {
      row.to = date;
      row.days += 1;
    } else {
      rows.push({ from: date, to: date, days: 1 });
    }
  }
  return rows;
}

/** The breach with the highest measure, the earliest if tied. */
const worstOf = (breaches: readonly RestBreach[], measure: (breach: RestBreach) => number): RestBreach[] =>
  breaches.toSorted((one, other) => measure(other) - measure(one)).slice(0, 1);
