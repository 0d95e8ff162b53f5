import { addDays, type Day, daysBetween, daysOf, mondayWeekOf, saturdayWeekOf } from '../calendar/day.ts';
import { isWorking, keyOfDuty, type PlannedDuty, plannedDutyOf, taxiShifts } from './duty.ts';
import type { Entry, ShiftDraft, ShiftOwner } from './rules.ts';
import { suggestedEnd } from './times.ts';

/** One step of a rotation: a duty on `days` consecutive days. */
export interface Step {
  duty: PlannedDuty;
  days: number;
}

/** Limits: steps of a rotation, days of a step, patterns of a person. */
export const mostSteps = 12;
export const mostDaysOfStep = 31;
export const mostPatterns = 10;

/**
 * Applies a rotation to the days from `from` to `to`; empty if it has no days.
 * @param startsOn a day, before or after these, on which the first step begins
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

/** Repeats entries `days` later; only work and rest, since holidays and illness do not recur. */
export const copyForward = (entries: readonly Entry[], days: number): ShiftDraft[] =>
  entries
    .filter((entry) => isWorking(entry) || entry.workLocation === 'libero')
    .map((entry) => ({ ...plannedDutyOf(entry), date: addDays(entry.date, days) }));

/**
 * The duties a person can choose with one tap: the most frequent of these entries, then common defaults. Never ferie or
 * malattia, which need a deliberate choice.
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
  // always includes rest
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

/** Five days of work and two of rest, with the person's most frequent duty. */
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

/** A rotation that entries follow, and a day on which its first step begins. */
interface FoundRotation {
  steps: Step[];
  startsOn: Day;
}

/** The least span of entries from which a rotation is derived. */
const leastDaysSpanned = 14;

/**
 * The shortest round, beginning with work after rest, that fits every day of these entries and occurs at least twice;
 * null if there is none. Days without an entry count as rest; ferie, malattia and swapped shifts match anything.
 */
export function findRotation(
  entries: readonly (Entry & { exchangeInfo?: object | null })[],
): FoundRotation | null {
  const byDay = new Map(entries.map((entry) => [entry.date, entry]));
  const [from, to] = [[...byDay.keys()].toSorted().at(0), [...byDay.keys()].toSorted().at(-1)];
  if (from === undefined || to === undefined) return null;
  const days = daysOf({ from, to }).map((day) => {
    const entry = byDay.get(day);
    if (!entry) return plannedDutyOf({ workLocation: 'libero' });
    const isHidden =
      entry.exchangeInfo || entry.workLocation === 'ferie' || entry.workLocation === 'malattia';
    return isHidden ? null : plannedDutyOf(entry);
  });
  if (days.length < leastDaysSpanned) return null;
  for (let length = 1; length * 2 <= days.length; length += 1) {
    const round = roundOf(days, length);
    if (round?.some(isWorking)) return rotationOf(round, from);
  }
  return null;
}

/** The duty at each position of a round of this length; null if days contradict each other or leave a position unknown. */
function roundOf(days: readonly (PlannedDuty | null)[], length: number): PlannedDuty[] | null {
  const round: PlannedDuty[] = [];
  for (let place = 0; place < length; place += 1) {
    const seen = days.filter((duty, index) => duty !== null && index % length === place);
    const [duty] = seen;
    if (!duty || seen.some((other) => keyOfDuty(other) !== keyOfDuty(duty))) return null;
    round.push(duty);
  }
  return round;
}

function rotationOf(round: readonly PlannedDuty[], from: Day): FoundRotation | null {
  const first = round.findIndex((duty, index) => {
    const before = round.at(index - 1);
    return isWorking(duty) && before !== undefined && !isWorking(before);
  });
  const start = Math.max(first, 0);
  const steps: Step[] = [];
  for (const duty of [...round.slice(start), ...round.slice(0, start)]) {
    const last = steps.at(-1);
    if (last && keyOfDuty(last.duty) === keyOfDuty(duty)) last.days += 1;
    else steps.push({ duty, days: 1 });
  }
  const fits = steps.length <= mostSteps && steps.every(({ days }) => days <= mostDaysOfStep);
  return fits ? { steps, startsOn: addDays(from, start) } : null;
}

/** The first day without an entry, from `from` on. */
export function firstEmptyDay(entries: readonly Entry[], from: Day): Day {
  const filled = new Set(entries.map(({ date }) => date));
  let day = from;
  while (filled.has(day)) day = addDays(day, 1);
  return day;
}

/** The default start of a rotation: the first working week from `today` on whose first day has no entry. */
export function firstEmptyWeek(
  entries: readonly Entry[],
  today: Day,
  { variant }: Pick<ShiftOwner, 'variant'>,
): Day {
  const weekFrom = (day: Day): Day => {
    const { from } = variant === 'taxi' ? saturdayWeekOf(day) : mondayWeekOf(day);
    return from < day ? addDays(from, 7) : from;
  };
  let start = weekFrom(today);
  for (let empty = firstEmptyDay(entries, start); empty !== start; empty = firstEmptyDay(entries, start)) {
    start = weekFrom(empty);
  }
  return start;
}
