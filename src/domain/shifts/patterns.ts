import { addDays, type Day, daysBetween, mondayWeekOf, saturdayWeekOf } from '../calendar/day.ts';
import { isWorking, keyOfDuty, type PlannedDuty, plannedDutyOf, taxiShifts } from './duty.ts';
import type { Entry, ShiftDraft, ShiftOwner } from './rules.ts';
import { suggestedEnd } from './times.ts';

/** One part of a rotation: the same duty on so many days in a row. */
export interface Step {
  duty: PlannedDuty;
  days: number;
}

/** The most steps of a rotation, and the most days of one. */
export const mostSteps = 12;
export const mostDaysOfStep = 31;
export const mostPatterns = 10;

/**
 * A rotation laid over the days from `from` to `to`. Empty without a day in it.
 * @param startsOn a day, before or after them, on which it begins with its first step
 */
export function layPattern(
  steps: readonly Step[],
  { from, to }: { from: Day; to: Day },
  startsOn: Day = from,
): ShiftDraft[] {
  const round = steps.flatMap(({ duty, days }) => Array.from({ length: days }, () => duty));
  const length = round.length > 0 ? daysBetween(from, to) + 1 : 0;
  const offset = round.length > 0 ? daysBetween(startsOn, from) % round.length : 0;
  return Array.from({ length: Math.max(length, 0) }, (_, index) => ({
    ...(round[(index + offset + round.length) % round.length] as PlannedDuty),
    date: addDays(from, index),
  }));
}

/** Entries repeated so many days later; only work and rest: nobody has the same holidays or illness again. */
export const copyForward = (entries: readonly Entry[], days: number): ShiftDraft[] =>
  entries
    .filter((entry) => isWorking(entry) || entry.workLocation === 'libero')
    .map((entry) => ({ ...plannedDutyOf(entry), date: addDays(entry.date, days) }));

/**
 * What a person records most, for a choice of one tap: the duties of these entries by how often they come, then what
 * most begin with. Never ferie or malattia, which are recorded with thought.
 */
export function usualDuties(entries: readonly Entry[], owner: ShiftOwner, most: number): PlannedDuty[] {
  const used = Map.groupBy(
    entries.filter((entry) => isWorking(entry) || entry.workLocation === 'libero'),
    keyOfDuty,
  );
  const byUse = [...used.values()].toSorted((one, other) => other.length - one.length);
  const duties = [
    ...byUse.flatMap(([duty]) => (duty ? [plannedDutyOf(duty)] : [])),
    ...startingDuties(owner),
  ];
  const distinct = [...new Map(duties.map((duty) => [keyOfDuty(duty), duty])).values()];
  // rest is always among them
  const rest = distinct.find(({ workLocation }) => workLocation === 'libero');
  const work = distinct.filter((duty) => duty !== rest).slice(0, most - 1);
  return rest ? [...work, rest] : work;
}

const timed = (startTime: string, endTime: string): PlannedDuty =>
  plannedDutyOf({ workLocation: 'sede', startTime, endTime });

function startingDuties(owner: ShiftOwner): PlannedDuty[] {
  const named = taxiShifts.map(({ startTime, endTime }) => timed(startTime, endTime));
  const early = ['06:00', '14:00'].flatMap((start) => {
    const end = suggestedEnd(start, owner);
    return end === null ? [] : [timed(start, end)];
  });
  return [...(owner.variant === 'taxi' ? named : early), plannedDutyOf({ workLocation: 'libero' })];
}

/** Five days of work and two of rest, with what the person records most. */
export function fivePlusTwo(duties: readonly PlannedDuty[]): Step[] {
  const work = duties.find(isWorking);
  const rest = plannedDutyOf({ workLocation: 'libero' });
  return work
    ? [
        { duty: work, days: 5 },
        { duty: rest, days: 2 },
      ]
    : [];
}

/** Where a rotation begins unless it is said: the first working week from `today` on whose first day has no entry. */
export function firstEmptyWeek(
  entries: readonly Entry[],
  today: Day,
  { variant }: Pick<ShiftOwner, 'variant'>,
): Day {
  const filled = new Set(entries.map(({ date }) => date));
  const nextWeek = (day: Day): Day => {
    const { from } = variant === 'taxi' ? saturdayWeekOf(day) : mondayWeekOf(day);
    return from < day ? addDays(from, 7) : from;
  };
  let start = nextWeek(today);
  while (filled.has(start)) {
    while (filled.has(start)) start = addDays(start, 1);
    start = nextWeek(start);
  }
  return start;
}
