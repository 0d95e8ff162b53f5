import { clock, dayOf, numberOf, utc } from './romeByRule.ts';

// What `judgeRest` answers of rest and nights, reckoned again without it and without its calendar: minute by minute on a painted line.

/** An entry, as far as rest depends on it. */
interface PlainEntry {
  date: string;
  workLocation: string;
  startTime: string | null;
  endTime: string | null;
  secondStartTime: string | null;
  secondEndTime: string | null;
}

interface PlainLimits {
  dailyRestHours: number;
  weeklyRestHours: number;
  nightHours: number;
}

const works = ({ workLocation }: PlainEntry): boolean =>
  workLocation === 'sede' || workLocation === 'smart_working';

/** From the first to the last minute of each part of an entry's work. */
function partsOf(entry: PlainEntry): [number, number][] {
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

/** For each minute from day `first` on, how many free ones follow without a break, itself included. */
function paint(entries: readonly PlainEntry[], first: number, last: number): Int32Array {
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

/** A roster before or after the swap; `base` is the first minute of its line. */
interface Side {
  entries: ReadonlyMap<number, PlainEntry>;
  line: Int32Array;
  base: number;
}

/** What becomes worse, as texts, one for each breach. */
export function restByMinute(
  before: readonly PlainEntry[],
  after: readonly PlainEntry[],
  limits: PlainLimits,
): string[] {
  const textOf = (entry: PlainEntry | undefined): string =>
    entry ? Object.values({ ...entry, date: '' }).join() : '';
  const maps = [before, after].map((list) => new Map(list.map((entry) => [numberOf(entry.date), entry])));
  const [first, second] = maps as [Map<number, PlainEntry>, Map<number, PlainEntry>];
  const days = [...new Set([...first.keys(), ...second.keys()])];
  const changed = days.filter((day) => textOf(first.get(day)) !== textOf(second.get(day)));
  if (changed.length === 0) return [];
  const [low, high] = [Math.min(...changed), Math.max(...changed)];
  const sideOf = (list: readonly PlainEntry[], entries: Side['entries']): Side => {
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

/** Free minutes before a day's work, if they are too few. */
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

/** All minutes of an entry of which three hours are at night. */
function nightMinutes(entry: PlainEntry | undefined): number {
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
