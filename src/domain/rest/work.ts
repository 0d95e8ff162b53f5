import { addDays, type Day, daysOf, minuteInRome, type Week } from '../calendar/day.ts';
import { isWorking, partsOf } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';

// Work and rest in elapsed time: nights of a clock change are an hour shorter or longer.

/** Minutes since the epoch; `to` is exclusive. */
interface Span {
  from: number;
  to: number;
}

export interface Work {
  duty: Entry;
  parts: Span[];
  /** From the start of the first part to the end of the last. */
  whole: Span;
  /** Minutes worked, without breaks. */
  minutes: number;
}

/** A person's working duties in order. */
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
    // a shift within the skipped hour is empty
    return { from, to: Math.max(from, to) };
  });

/** The rest before each day's work, in minutes, and the work that precedes it. */
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
 * The number of consecutive rests of a given length that begin in a window of days. A rest that continues after the
 * window counts in full; of one that began before it, only the remainder counts.
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

/** Whether at least three hours fall between 00:00 and 05:00 (D.Lgs. 66/2003, art. 1). */
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
