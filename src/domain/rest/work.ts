import { addDays, type Day, daysOf, minuteInRome, type Week } from '../calendar/day.ts';
import { isWorking, partsOf } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';

// Work and rest as the clock in Rome passes: a night on which it changes is an hour shorter or longer.

/** From, included, to, excluded: minutes since the epoch. */
interface Span {
  from: number;
  to: number;
}

export interface Work {
  duty: Entry;
  parts: Span[];
  /** When its first part begins and its last one ends. */
  whole: Span;
  /** Worked, without what lies between the parts. */
  minutes: number;
}

/** What somebody works, in its order. */
export const workOf = (entries: readonly Entry[]): Work[] =>
  entries
    .filter(isWorking)
    .map((duty) => {
      const parts = spansOf(duty);
      return {
        duty,
        parts,
        whole: {
          from: Math.min(...parts.map(({ from }) => from)),
          to: Math.max(...parts.map(({ to }) => to)),
        },
        minutes: parts.reduce((sum, { from, to }) => sum + to - from, 0),
      };
    })
    .toSorted((one, other) => one.whole.from - other.whole.from);

const spansOf = (duty: Entry): Span[] =>
  partsOf(duty).map(([start, end]) => {
    const from = minuteInRome(duty.date, start);
    const to = minuteInRome(end <= start ? addDays(duty.date, 1) : duty.date, end);
    // of a shift in the hour that the clock skips nothing is left
    return { from, to: Math.max(from, to) };
  });

/** The minutes between the work of other days and that of each day, and after which work. */
export function restsBefore(work: readonly Work[]): Map<Day, { minutes: number; last: Work }> {
  const rests = new Map<Day, { minutes: number; last: Work }>();
  let last: Work | null = null;
  for (const day of work) {
    if (last) rests.set(day.duty.date, { minutes: Math.max(0, day.whole.from - last.whole.to), last });
    if (!last || day.whole.to > last.whole.to) last = day;
  }
  return rests;
}

/**
 * How many rests of a length, one after the other, begin in a window of days. One that goes on after the window counts in
 * full, of one that began before it what is left.
 * @param length minutes, above 0
 */
export function countRests(work: readonly Work[], window: Week, length: number): number {
  const end = minuteInRome(addDays(window.to, 1), '00:00');
  let freeFrom = minuteInRome(window.from, '00:00');
  let count = 0;
  const parts = work.flatMap((day) => day.parts).toSorted((one, other) => one.from - other.from);
  for (const part of [...parts, { from: Infinity, to: Infinity }]) {
    const fitting = Math.floor((part.from - freeFrom) / length);
    count += Math.max(0, Math.min(fitting, Math.ceil((end - freeFrom) / length)));
    freeFrom = Math.max(freeFrom, part.to);
  }
  return count;
}

/** Whether at least three hours of it lie between 00:00 and 05:00 (D.Lgs. 66/2003, art. 1). */
export function isNight({ duty, parts }: Work): boolean {
  const nights = daysOf({ from: duty.date, to: addDays(duty.date, 1) }).map((day) => ({
    from: minuteInRome(day, '00:00'),
    to: minuteInRome(day, '05:00'),
  }));
  const minutes = parts.flatMap((part) =>
    nights.map((night) => Math.max(0, Math.min(part.to, night.to) - Math.max(part.from, night.from))),
  );
  return minutes.reduce((sum, part) => sum + part, 0) >= 3 * 60;
}
