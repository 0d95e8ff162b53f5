import { addDays, type Day, daysBetween, weekdayOf } from '../calendar/day.ts';
import { addMonths, type Month, monthOf } from '../calendar/month.ts';
import { agrees, datedDay, dayOf, type DayMark, readDayMark, weekdaysOfWord } from './dayMarks.ts';
import type { MappingProblem } from './mapping.ts';
import { monthsIn, spanIn } from './monthTexts.ts';
import { cellAt, type Table } from './table.ts';

/** A column whose head names a day. */
export interface HeadedColumn {
  column: number;
  mark: DayMark;
}

/** A column with its day; null if the month has no such day. */
export interface HeadDay {
  column: number;
  day: Day | null;
  /** The weekday in the head does not match, or the month has no such day. */
  problem?: 'weekday' | 'no_such_day' | undefined;
}

/**
 * The days in a row of heads, from left to right; empty if it is not one.
 * @param isSaid a person chose this row, so that few days are enough
 */
export function headedColumns(table: Table, row: number, isSaid = false): HeadedColumn[] {
  const marked = Array.from({ length: table[row]?.length ?? 0 }, (_, column) => ({
    column,
    mark: readDayMark(cellAt(table, row, column)),
  })).filter((head): head is HeadedColumn => head.mark !== null);
  const runs: HeadedColumn[][] = [];
  for (const head of marked) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && follows(before, head)) run.push(head);
    else runs.push([head]);
  }
  const longest = runs.toSorted((one, other) => distinct(other).length - distinct(one).length)[0];
  return longest && (isSaid || isHead(longest)) ? longest : [];
}

/** Drops further columns of the same day. */
const distinct = (heads: readonly HeadedColumn[]): HeadedColumn[] =>
  heads.filter((head, index) => index === 0 || head.mark.date !== heads[index - 1]?.mark.date);

const wraps = (one: DayMark, other: DayMark): boolean => one.date >= 26 && other.date <= 6;

function follows({ column, mark: one }: HeadedColumn, { column: next, mark: other }: HeadedColumn): boolean {
  if (next - column > 6) return false;
  if (one.date === other.date) return next === column + 1 && one.month === other.month;
  return (other.date > one.date && other.date - one.date <= 7) || wraps(one, other);
}

function isHead(heads: readonly HeadedColumn[]): boolean {
  const days = distinct(heads);
  const isExplicit = days.every(({ mark }) => mark.month !== undefined || mark.weekdays !== undefined);
  const steps = days.slice(1).filter(({ mark }, index) => {
    const before = days[index]?.mark.date ?? 0;
    return mark.date === before + 1 || mark.date < before;
  });
  return days.length >= (isExplicit ? 2 : 5) && steps.length >= (days.length - 1) * 0.6;
}

/** The adjacent row with weekdays for these heads, or null. */
export const weekdayRow = (table: Table, row: number, heads: readonly HeadedColumn[]): number | null =>
  [row + 1, row - 1].find((other) => isWeekdayRow(table, other, distinct(heads))) ?? null;

function isWeekdayRow(table: Table, row: number, heads: readonly HeadedColumn[]): boolean {
  const offsets = dayOffsets(heads);
  const named = heads.map(({ column }, index) => ({
    text: cellAt(table, row, column),
    weekdays: weekdaysOfWord(cellAt(table, row, column)),
    offset: offsets[index] ?? 0,
  }));
  if (named.some(({ weekdays, text }) => text !== '' && !weekdays)) return false;
  const known = named.filter(({ weekdays }) => weekdays);
  if (known.length < 3 || known.length < heads.length * 0.4) return false;
  const agreeing = [0, 1, 2, 3, 4, 5, 6].map(
    (first) => known.filter(({ weekdays, offset }) => weekdays?.includes(((first + offset) % 7) + 1)).length,
  );
  return Math.max(...agreeing) >= known.length * 0.85;
}

/** Days since the first head. Where numbers restart, the next month is assumed to follow. */
function dayOffsets(heads: readonly HeadedColumn[]): number[] {
  const offsets: number[] = [];
  for (const [index, { mark }] of heads.entries()) {
    const before = heads[index - 1]?.mark.date ?? mark.date;
    offsets.push((offsets.at(-1) ?? 0) + (mark.date >= before ? mark.date - before : mark.date));
  }
  return offsets;
}

export const withWeekdays = (
  table: Table,
  row: number | null,
  heads: readonly HeadedColumn[],
): HeadedColumn[] =>
  heads.map(({ column, mark }) => {
    const weekdays = row === null ? undefined : weekdaysOfWord(cellAt(table, row, column));
    return { column, mark: weekdays && !mark.weekdays ? { ...mark, weekdays } : mark };
  });

/** Consecutive weekdays from left to right without dates: a week whose dates are elsewhere. */
export function weekHeads(table: Table, row: number): HeadedColumn[] {
  const named = Array.from({ length: table[row]?.length ?? 0 }, (_, column) => ({
    column,
    weekdays: weekdaysOfWord(cellAt(table, row, column)),
  })).filter(({ weekdays }) => weekdays !== undefined);
  const [first] = named;
  const offsets = named.map(({ column }, index): number => {
    const before = named[index - 1];
    const text = cellAt(table, row, column);
    // two columns for one day
    const isSame = before?.column === column - 1 && text === cellAt(table, row, column - 1);
    return isSame && text.length > 1 ? 0 : 1;
  });
  const steps = offsets.map((_, index) => offsets.slice(1, index + 1).reduce((sum, step) => sum + step, 0));
  const starts = (first?.weekdays ?? []).filter((start) =>
    named.every(({ weekdays }, index) => weekdays?.includes(((start - 1 + (steps[index] ?? 0)) % 7) + 1)),
  );
  const [start] = starts;
  if (start === undefined || starts.length > 1 || (steps.at(-1) ?? 0) < 4) return [];
  return named.map(({ column }, index) => ({
    column,
    mark: { date: (steps[index] ?? 0) + 1, weekdays: [((start - 1 + (steps[index] ?? 0)) % 7) + 1] },
  }));
}

/** The first day of such a week, from the nearest text; null if none fits its weekdays. */
export function firstDayOfWeek(
  heads: readonly HeadedColumn[],
  texts: readonly string[],
  reference: Day,
): Day | null {
  const weekday = heads[0]?.mark.weekdays?.[0];
  const last = heads.at(-1)?.mark.date ?? 1;
  const found = texts.flatMap((text) => spanIn(text, reference) ?? []);
  const fitting = found.filter(
    ({ from, to }) =>
      weekdayOf(from) === weekday &&
      (to === null || (daysBetween(from, to) >= last - 1 && daysBetween(from, to) < 7)),
  );
  const days = [...new Set(fitting.map(({ from }) => from))];
  return days.length === 1 && fitting.length === found.length ? (days[0] ?? null) : null;
}

/** The columns' days, beginning with `first`. */
export const daysOfWeek = (heads: readonly HeadedColumn[], first: Day): HeadDay[] =>
  heads.map(({ column, mark }) => {
    const day = addDays(first, mark.date - 1);
    return { column, day, ...(agrees(day, mark) ? {} : { problem: 'weekday' as const }) };
  });

/** The columns' days if the first is in `month`, which advances where numbers restart. */
export function daysFrom(heads: readonly HeadedColumn[], month: Month, today: Day): HeadDay[] {
  let current = month;
  return heads.map(({ column, mark }, index) => {
    const before = heads[index - 1]?.mark;
    if (before && mark.date < before.date) current = addMonths(current, 1);
    const [year = 0, number = 0] = current.split('-').map(Number);
    const own = mark.month === undefined ? null : datedDay({ ...mark, year: mark.year ?? year }, today);
    const day = mark.month === undefined ? dayOf(year, number, mark.date) : own;
    if (day === null) return { column, day, problem: 'no_such_day' };
    const isWrong = !agrees(day, mark) || monthOf(day) !== current;
    return { column, day, ...(isWrong ? { problem: 'weekday' as const } : {}) };
  });
}

/** Whether the heads continue into another month. */
const turns = (heads: readonly HeadedColumn[]): boolean =>
  heads.some(({ mark }, index) => mark.date < (heads[index - 1]?.mark.date ?? 0));

/** The possible months of the first day, from the heads or from the texts above the table, nearest first. */
function possibleMonths(
  heads: readonly HeadedColumn[],
  texts: readonly (readonly string[])[],
  reference: Day,
  today: Day,
): Month[] {
  const own = heads[0] && datedDay(heads[0].mark, reference);
  if (own) return [monthOf(own)];
  const around = texts.flat();
  for (const source of texts) {
    const named = monthsIn(source, today, around).toSorted();
    const [first, second] = named;
    if (first === undefined) continue;
    if (!turns(heads)) return named;
    const hasWeekdays = heads.some(({ mark }) => mark.weekdays);
    if (!hasWeekdays && named.length === 2 && second === addMonths(first, 1)) return [first];
    // a month's name may mean the first days or most of them
    return [...new Set(named.flatMap((month) => [addMonths(month, -1), month]))];
  }
  return [];
}

/**
 * The month of the first day, or why it is unknown.
 * @param texts groups of texts that may name it: later ones only count if earlier ones name none
 * @param reference dates without a year are resolved to the one nearest to it
 */
export function monthOfHeads(
  heads: readonly HeadedColumn[],
  texts: readonly (readonly string[])[],
  reference: Day,
  today: Day,
): { month: Month | null; problem: MappingProblem | null } {
  const months = possibleMonths(heads, texts, reference, today);
  const hasWeekdays = heads.some(({ mark }) => mark.weekdays);
  // excludes months whose days do not match the weekdays
  const fitting = months.filter((month) => {
    const wrong = daysFrom(heads, month, today).filter(
      ({ problem }, index) =>
        problem === 'weekday' || (problem !== undefined && heads[index]?.mark.weekdays !== undefined),
    );
    return wrong.length <= (turns(heads) ? 0 : heads.length * 0.1);
  });
  if (fitting.length === 1 && fitting[0]) return { month: fitting[0], problem: null };
  const isRefuted = months.length > 0 && fitting.length === 0 && hasWeekdays;
  return { month: null, problem: isRefuted ? 'month_disagrees' : 'no_month' };
}
