import { clock, dayOf, numberOf, utc } from './romeByRule.ts';

// What `judgeRest` answers, reckoned again without it and without its calendar: minute by minute on a painted line.

/** An entry, as far as rest depends on it. */
export interface PlainEntry {
  date: string;
  workLocation: string;
  startTime: string | null;
  endTime: string | null;
  secondStartTime: string | null;
  secondEndTime: string | null;
}

export interface PlainLimits {
  dailyRestHours: number;
  weeklyRestHours: number;
  averageWeekHours: number;
  nightHours: number;
  daysInRow: number;
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
    for (const [from, to] of partsOf(entry)) {
      for (let minute = from; minute <= to; minute += 1) line[minute - first * 1440] = 0;
    }
  }
  for (let minute = line.length - 2; minute >= 0; minute -= 1) {
    if (line[minute] !== 0) line[minute] = (line[minute + 1] as number) + 1;
  }
  return line;
}

/** What becomes worse, as texts, one for each breach. */
export function restByMinute(
  before: readonly PlainEntry[],
  after: readonly PlainEntry[],
  limits: PlainLimits,
): string[] {
  const textOf = (entry: PlainEntry | undefined): string =>
    entry ? Object.values({ ...entry, date: '' }).join() : '';
  const [was, is] = [before, after].map((entries) => new Map(entries.map((entry) => [entry.date, entry])));
  const dates = [...new Set([...before, ...after].map(({ date }) => date))];
  const changed = dates.filter((date) => textOf(was?.get(date)) !== textOf(is?.get(date))).map(numberOf);
  if (changed.length === 0) return [];
  const [low, high] = [Math.min(...changed), Math.max(...changed)];
  const lines = [paint(before, low - 26, high + 26), paint(after, low - 26, high + 26)] as const;
  const base = (low - 26) * 1440;
  return [
    ...dailyRests(before, after, lines, base, { low, high }, limits.dailyRestHours * 60),
    ...weeklyRests(lines, base, { low, high }, limits.weeklyRestHours * 60),
    ...averages(before, after, { low, high }, limits.averageWeekHours * 60),
    ...nights(before, after, limits.nightHours * 60),
    ...rows(before, after, limits.daysInRow),
  ];
}

type Lines = readonly [Int32Array, Int32Array];

function dailyRests(
  before: readonly PlainEntry[],
  after: readonly PlainEntry[],
  lines: Lines,
  base: number,
  { low, high }: { low: number; high: number },
  least: number,
): string[] {
  const restOf = (entries: readonly PlainEntry[], line: Int32Array, date: string): number => {
    const entry = entries.find((candidate) => candidate.date === date);
    const begin = entry && partsOf(entry)[0]?.[0];
    if (begin === undefined) return Infinity;
    let rest = 0;
    while (rest < least && line[begin - base - rest - 1] !== 0) rest += 1;
    return rest < least ? rest : Infinity;
  };
  const found: string[] = [];
  for (let day = low - 3; day <= high + 3; day += 1) {
    const rest = restOf(after, lines[1], dayOf(day));
    if (rest < restOf(before, lines[0], dayOf(day))) found.push(`daily_rest ${dayOf(day)} ${rest}`);
  }
  return found;
}

function weeklyRests(
  lines: Lines,
  base: number,
  { low, high }: { low: number; high: number },
  length: number,
): string[] {
  if (length === 0) return [];
  const count = (line: Int32Array, day: number): number => {
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
  for (let day = low - 22; day <= high + 5; day += 1) {
    const rests = count(lines[1], day);
    if (rests < 2 && rests < count(lines[0], day) && rests < (worst?.rests ?? 2)) worst = { day, rests };
  }
  return worst ? [`weekly_rest ${dayOf(worst.day)} ${worst.rests}`] : [];
}

/** Hours as they are recorded: by the clock on the wall, whatever night it is. */
function averages(
  before: readonly PlainEntry[],
  after: readonly PlainEntry[],
  { low, high }: { low: number; high: number },
  most: number,
): string[] {
  const recorded = (entry: PlainEntry): number => {
    if (!works(entry)) return 0;
    let minutes = 0;
    for (const [start, end] of [
      [entry.startTime, entry.endTime],
      [entry.secondStartTime, entry.secondEndTime],
    ]) {
      if (!start || !end) continue;
      const stop = clock(end);
      for (let minute = clock(start); minute !== stop; minute = (minute + 1) % 1440) minutes += 1;
    }
    return minutes;
  };
  const sums = [before, after].map(
    (entries) => new Map(entries.map((entry) => [numberOf(entry.date), { entry, minutes: recorded(entry) }])),
  );
  const average = (which: 0 | 1, first: number): number => {
    let [minutes, days] = [0, 0];
    for (let day = first; day < first + 119; day += 1) {
      const found = sums[which]?.get(day);
      if (found && ['ferie', 'malattia'].includes(found.entry.workLocation)) continue;
      days += 1;
      minutes += found?.minutes ?? 0;
    }
    return days === 0 ? 0 : (minutes * 7) / days;
  };
  let worst: { day: number; minutes: number } | null = null;
  for (let day = low - 125; day <= high + 6; day += 1) {
    // 5 January 1970 was a Monday
    if ((day - 4) % 7 !== 0) continue;
    const now = average(1, day);
    if (now > most && now > average(0, day) && now > (worst?.minutes ?? 0)) worst = { day, minutes: now };
  }
  return worst ? [`average_week ${dayOf(worst.day)} ${Math.ceil(worst.minutes)}`] : [];
}

function nights(before: readonly PlainEntry[], after: readonly PlainEntry[], most: number): string[] {
  const nightMinutes = (entry: PlainEntry | undefined): number => {
    if (!entry || !works(entry)) return 0;
    const day = numberOf(entry.date);
    const [first, firstEnd] = [utc(day, 0), utc(day, 300)];
    const [second, secondEnd] = [utc(day + 1, 0), utc(day + 1, 300)];
    let [minutes, dark] = [0, 0];
    for (const [from, to] of partsOf(entry)) {
      for (let minute = from; minute <= to; minute += 1) {
        minutes += 1;
        if ((minute >= first && minute < firstEnd) || (minute >= second && minute < secondEnd)) dark += 1;
      }
    }
    return dark >= 180 ? minutes : 0;
  };
  return after.flatMap((entry) => {
    const minutes = nightMinutes(entry);
    if (minutes <= most) return [];
    const former = nightMinutes(before.find(({ date }) => date === entry.date));
    return minutes > former ? [`night_work ${entry.date} ${minutes}`] : [];
  });
}

function rows(before: readonly PlainEntry[], after: readonly PlainEntry[], most: number): string[] {
  const days = [before, after].map(
    (entries) => new Set(entries.filter(works).map(({ date }) => numberOf(date))),
  );
  const [was, is] = [days[0] ?? new Set<number>(), days[1] ?? new Set<number>()];
  const lengthAround = (set: Set<number>, day: number): number => {
    if (!set.has(day)) return 0;
    let [from, to] = [day, day];
    while (set.has(from - 1)) from -= 1;
    while (set.has(to + 1)) to += 1;
    return to - from + 1;
  };
  return [...is]
    .filter((day) => !is.has(day - 1))
    .toSorted((one, other) => one - other)
    .flatMap((first) => {
      const length = lengthAround(is, first);
      const row = Array.from({ length }, (_, index) => first + index);
      const former = Math.max(...row.map((day) => lengthAround(was, day)));
      return length > most && length > former ? [`days_in_row ${dayOf(first)} ${length}`] : [];
    });
}
