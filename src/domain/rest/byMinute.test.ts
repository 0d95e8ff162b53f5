import { expect, it } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import { isLong } from '../../../tests/support/longForm.ts';
import { clock, dayOf, numberOf, utc } from '../../../tests/support/romeByRule.ts';
import type { WorkLocation } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import type { RestBreach } from './breaches.ts';
import { defaultRestLimits, type RestLimits } from './limits.ts';
import { judgeRest, rosterAfter } from './rules.ts';

// Checks `judgeRest` on rest and night work against a second implementation that counts minute by minute.

const works = ({ workLocation }: Entry): boolean =>
  workLocation === 'sede' || workLocation === 'smart_working';

/** First and last minute of each part of an entry's work. */
function partsOf(entry: Entry): [number, number][] {
  const day = numberOf(entry.date);
  const parts = [
    [entry.startTime, entry.endTime],
    [entry.secondStartTime, entry.secondEndTime],
  ];
  return parts.flatMap(([start, end]): [number, number][] => {
    if (!works(entry) || !start || !end) return [];
    const to = clock(end) > clock(start) ? clock(end) : clock(end) + 1440;
    return [[utc(day, clock(start)), utc(day, to) - 1]];
  });
}

/** For each minute from day `first` on, the length of the free run that starts with it. */
function paint(entries: readonly Entry[], first: number, last: number): Int32Array {
  const line = new Int32Array((last - first + 1) * 1440).fill(1);
  for (const entry of entries) {
    const day = numberOf(entry.date);
    if (day <= first || day >= last) continue;
    for (const [from, to] of partsOf(entry)) line.fill(0, from - first * 1440, to + 1 - first * 1440);
  }
  for (let minute = line.length - 2; minute >= 0; minute -= 1) {
    if (line[minute] !== 0) line[minute] = (line[minute + 1] as number) + 1;
  }
  return line;
}

/** A roster before or after the swap; `base` is the first minute of `line`. */
interface Side {
  entries: ReadonlyMap<number, Entry>;
  line: Int32Array;
  base: number;
}

/** The worsened limits as texts, one per breach. */
function restByMinute(before: readonly Entry[], after: readonly Entry[], limits: RestLimits) {
  const textOf = (entry: Entry | undefined): string =>
    entry ? Object.values({ ...entry, date: '' }).join() : '';
  const maps = [before, after].map((list) => new Map(list.map((entry) => [numberOf(entry.date), entry])));
  const [first, second] = maps as [Map<number, Entry>, Map<number, Entry>];
  const days = [...new Set([...first.keys(), ...second.keys()])];
  const changed = days.filter((day) => textOf(first.get(day)) !== textOf(second.get(day)));
  if (changed.length === 0) return [];
  const [low, high] = [Math.min(...changed), Math.max(...changed)];
  const sideOf = (list: readonly Entry[], entries: Side['entries']): Side => {
    return { entries, line: paint(list, low - 26, high + 26), base: (low - 26) * 1440 };
  };
  const [was, is] = [sideOf(before, first), sideOf(after, second)];
  return [
    ...range(low - 3, high + 3).flatMap((day) => {
      const rest = dailyRest(is, day, limits.dailyRestHours * 60);
      const isWorse = rest < dailyRest(was, day, limits.dailyRestHours * 60);
      return isWorse ? [`daily_rest ${dayOf(day)} ${rest}`] : [];
    }),
    ...weeklyRest(was, is, range(low - 22, high + 5), limits.weeklyRestHours * 60),
    ...[...is.entries].flatMap(([day, entry]) => {
      const minutes = nightMinutes(entry);
      const isWorse = minutes > limits.nightHours * 60 && minutes > nightMinutes(was.entries.get(day));
      return isWorse ? [`night_work ${dayOf(day)} ${minutes}`] : [];
    }),
  ];
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Free minutes before a day's work, if fewer than `least`. */
function dailyRest({ entries, line, base }: Side, day: number, least: number): number {
  const entry = entries.get(day);
  const begin = entry && partsOf(entry)[0]?.[0];
  if (begin === undefined) return Infinity;
  let rest = 0;
  while (rest < least && line[begin - base - rest - 1] !== 0) rest += 1;
  return rest < least ? rest : Infinity;
}

function weeklyRest(was: Side, is: Side, days: readonly number[], length: number): string[] {
  if (length === 0) return [];
  const count = ({ line, base }: Side, day: number): number => {
    const end = utc(day + 14, 0) - base;
    let rests = 0;
    for (let minute = utc(day, 0) - base; minute < end;) {
      const isRest = (line[minute] as number) >= length;
      rests += isRest ? 1 : 0;
      minute += isRest ? length : 1;
    }
    return rests;
  };
  let worst: { day: number; rests: number } | null = null;
  for (const day of days) {
    const rests = count(is, day);
    if (rests < 2 && rests < count(was, day) && rests < (worst?.rests ?? 2)) worst = { day, rests };
  }
  return worst ? [`weekly_rest ${dayOf(worst.day)} ${worst.rests}`] : [];
}

/** The minutes of an entry with at least three hours at night. */
function nightMinutes(entry: Entry | undefined): number {
  if (!entry) return 0;
  const day = numberOf(entry.date);
  const nights = [day, day + 1].map((one) => [utc(one, 0), utc(one, 300)] as const);
  let [minutes, dark] = [0, 0];
  for (const [from, to] of partsOf(entry)) {
    minutes += to - from + 1;
    for (const [begin, end] of nights) dark += Math.max(0, Math.min(to + 1, end) - Math.max(from, begin));
  }
  return dark >= 180 ? minutes : 0;
}

const pairs = isLong ? 10_000 : 400;
let state = 20261123;
const random = (below: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
const at = (hour: number, minute: string): string => `${String(hour % 24).padStart(2, '0')}:${minute}`;

function shift(date: string, hours: number): Entry {
  if (hours >= 8 && random(12) === 0) {
    const [start, half] = [5 + random(4), Math.floor(hours / 2)];
    const again = start + half + 1 + random(3);
    const second = {
      isSplitShift: true,
      secondStartTime: at(again, '15'),
      secondEndTime: at(again + hours - half, '15'),
    };
    return dutyWith({ date, startTime: at(start, '00'), endTime: at(start + half, '00'), ...second });
  }
  const start = random(3) === 0 ? random(24) : pick([5, 6, 7, 8, 13, 14, 15, 20, 21, 22]);
  const minute = pick(['00', '00', '15', '30', '45']);
  return dutyWith({ date, startTime: at(start, minute), endTime: at(start + hours, minute) });
}

const without = (date: string, workLocation: WorkLocation): Entry =>
  dutyWith({ date, workLocation, startTime: null, endTime: null });

/** Random, roughly regular weeks. */
function weeks(first: number, count: number, hours: number): Entry[] {
  const free = random(7);
  const usual = shift('', hours);
  const regular = pick([20, 60, 95]);
  return Array.from({ length: count }, (_, index) => {
    const date = dayOf(first + index);
    const offset = (first + index + free) % 7;
    const isFree = offset === 0 || (offset === 1 && random(3) > 0);
    if (random(15) === 0)
      return random(2) === 0 ? [] : [without(date, pick(['ferie', 'malattia', 'libero']))];
    if (isFree) return random(10) === 0 ? [{ ...usual, date }] : [];
    return [random(100) < regular ? { ...usual, date } : shift(date, hours)];
  }).flat();
}

const drawLimits = (): RestLimits =>
  random(3) > 0
    ? defaultRestLimits
    : {
        ...defaultRestLimits,
        dailyRestHours: random(17),
        weeklyRestHours: random(73),
        nightHours: 4 + random(8),
      };

const textOf = (breach: RestBreach): string => {
  if (breach.rule === 'daily_rest') return `daily_rest ${breach.date} ${breach.minutes}`;
  if (breach.rule === 'weekly_rest') return `weekly_rest ${breach.from} ${breach.rests}`;
  if (breach.rule === 'night_work') return `night_work ${breach.date} ${breach.minutes}`;
  return '';
};

it(`judgeRest agrees in ${pairs} pairs of rosters`, () => {
  const found = new Map<string, number>();
  for (let pair = 0; pair < pairs; pair += 1) {
    const hours = pick([4, 6, 8, 8, 9, 12]);
    const middle = numberOf(pick(['2026-10-25', '2027-03-28', '2026-11-25', '2027-02-28'])) + random(9) - 4;
    const people = [0, 1].map(() => weeks(middle - 25, 50, hours)) as [Entry[], Entry[]];
    const given = people.map((entries) => {
      const near = entries.filter(({ date }) => Math.abs(numberOf(date) - middle) < 9);
      return pick(near.filter(({ startTime }) => startTime !== null));
    });
    const [one, otherGiven] = given;
    if (!one || !otherGiven) continue;
    const other = random(3) === 0 ? shift(otherGiven.date, pick([4, 8, 12])) : otherGiven;
    const limits = drawLimits();
    for (const [entries, gave, got] of [
      [people[0], one, other],
      [people[1], other, one],
    ] as const) {
      const after = entries.filter(({ date }) => date !== gave.date && date !== got.date).concat(got);
      const answer = judgeRest(entries, rosterAfter(entries, [gave], [got]), limits);
      const texts = answer.map(textOf).filter(Boolean).toSorted();
      expect(texts, JSON.stringify({ pair, gave, got, limits })).toEqual(
        restByMinute(entries, after, limits).toSorted(),
      );
      for (const { rule } of answer) found.set(rule, (found.get(rule) ?? 0) + 1);
    }
  }
  // the comparison is meaningful only if each rule was broken often
  const rules = ['daily_rest', 'weekly_rest', 'night_work'];
  expect(Object.fromEntries(rules.map((rule) => [rule, (found.get(rule) ?? 0) > pairs / 30]))).toEqual(
    Object.fromEntries(rules.map((rule) => [rule, true])),
  );
}, 900_000);
