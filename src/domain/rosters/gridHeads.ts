import type { Day } from '../calendar/day.ts';
import type { Month } from '../calendar/month.ts';
import {
  daysFrom,
  daysOfWeek,
  firstDayOfWeek,
  type HeadDay,
  type HeadedColumn,
  headedColumns,
  monthOfHeads,
  weekdayRow,
  weekHeads,
  withWeekdays,
} from './dayHeads.ts';
import { fieldOfHead, plainHead } from './headWords.ts';
import type { DayColumn, Edits, MappingProblem } from './mapping.ts';
import { referenceDay } from './monthTexts.ts';
import { cellAt, columnsOf, type Table } from './table.ts';

/** The rows that head a block of days: numbers or weekdays, adjacent weekdays, and start and end. */
export interface Head {
  row: number;
  /** All its rows; the first and last bound it. */
  rows: readonly number[];
  parts: number | null;
  columns: readonly HeadedColumn[];
  /** Only weekdays: their dates are elsewhere. */
  isWeek: boolean;
}

/** The heads of a grid, from top to bottom; empty if there are none. */
export function gridHeads(table: Table, said: number | undefined): Head[] {
  const dated = table.flatMap((_, row) => {
    const plain = headedColumns(table, row, row === said);
    if (plain.length === 0) return [];
    const weekdays = weekdayRow(table, row, plain);
    return [headOf(table, row, weekdays, withWeekdays(table, weekdays, plain))];
  });
  const all =
    dated.length > 0
      ? dated
      : table.flatMap((_, row) => {
          const columns = weekHeads(table, row);
          return columns.length > 0 ? [{ ...headOf(table, row, null, columns), isWeek: true }] : [];
        });
  const most = Math.max(0, ...all.map(({ columns }) => columns.length));
  const first = all.find(({ row, columns }) =>
    said === undefined ? columns.length >= most * 0.7 : row === said,
  );
  if (!first) return [];
  return all.filter((head) => head === first || (head.row > first.row && isSameKind(head, first)));
}

function headOf(table: Table, row: number, weekdays: number | null, columns: readonly HeadedColumn[]): Head {
  const below = Math.max(row, weekdays ?? row) + 1;
  const parts = columns.some(({ column }) => isPart(cellAt(table, below, column))) ? below : null;
  const rows = [row, weekdays, parts].filter((one) => one !== null).toSorted((one, other) => one - other);
  return { row, rows, parts, columns, isWeek: false };
}

const isPart = (text: string): boolean => ['start', 'end', 'start2', 'end2'].includes(fieldOfHead(text));

/** Whether a later row of numbers is another row of heads, not a row of totals. */
function isSameKind(head: Head, first: Head): boolean {
  const columns = new Set(first.columns.map(({ column }) => column));
  const shared = head.columns.filter(({ column }) => columns.has(column)).length;
  return head.columns[0]?.column === first.columns[0]?.column && shared >= head.columns.length * 0.7;
}

/** Texts that may name the month or week: above and beside the first heads, then the names of sheet and file. */
export function textsAround(table: Table, head: Head, names: readonly string[]): string[][] {
  const days = new Set(head.columns.map(({ column }) => column));
  const beside = columnsOf(table).map((column) => (days.has(column) ? '' : cellAt(table, head.row, column)));
  const above = table.slice(0, head.row).flat();
  const titles = [...new Set([...above, ...beside].map((text) => text.trim()))].filter((text) => text !== '');
  return [titles, ...names.map((name) => [name])];
}

/** The lines directly above a later row of heads. */
const textsAbove = (table: Table, { row }: Head): string[] =>
  table
    .slice(Math.max(0, row - 3), row)
    .map((cells) => [...new Set(cells.map((text) => text.trim()).filter((text) => text !== ''))])
    .filter((texts) => texts.length <= 2)
    .flat();

export interface DatedHeads {
  days: HeadDay[][];
  month: Month | null;
  reference: Day;
  problem: MappingProblem | null;
}

/** The days of the columns below each row of heads. */
export function datedHeads(
  table: Table,
  heads: readonly Head[],
  names: readonly string[],
  { month: said, firstDay }: Edits,
  today: Day,
): DatedHeads | null {
  const [first] = heads;
  if (!first) return null;
  const texts = textsAround(table, first, names);
  const reference = referenceDay(texts.flat(), today);
  if (first.isWeek) {
    const days = heads.map((head, index) => {
      const around = index === 0 ? texts.flat() : textsAbove(table, head);
      const from = (index === 0 ? firstDay : undefined) ?? firstDayOfWeek(head.columns, around, reference);
      return from === null ? undated(head) : daysOfWeek(head.columns, from);
    });
    const start = days[0]?.[0]?.day ?? null;
    return {
      days,
      month: start && start.slice(0, 7),
      reference,
      problem: start === null ? 'no_first_day' : null,
    };
  }
  const found = monthOfHeads(first.columns, texts, reference, today);
  const month = said ?? found.month;
  if (month === null) return { days: heads.map(undated), month, reference, problem: found.problem };
  const days = heads.map((head) => {
    const around = head === first ? [] : [textsAbove(table, head), [month]];
    const own = head === first ? month : monthOfHeads(head.columns, around, reference, today).month;
    return daysFrom(head.columns, own ?? month, today);
  });
  return { days, month, reference, problem: null };
}

const undated = ({ columns }: Head): HeadDay[] => columns.map(({ column }) => ({ column, day: null }));

export interface DayColumns {
  days: Map<number, DayColumn>;
  /** Columns without their own head to the right of a day's. */
  beside: number[];
}

/** The day of each column, or its part (start, end). */
export function dayColumns(table: Table, head: Head, days: readonly HeadDay[]): DayColumns {
  const result: DayColumns = { days: new Map(), beside: [] };
  for (const [first, ...others] of groupsOf(table, head, days)) {
    if (!first) continue;
    const columns = [first.column, ...others.map(({ column }) => column)];
    const parts = partsOf(table, head, columns);
    for (const [index, column] of columns.entries()) {
      const part = parts?.[index];
      if (index > 0 && !part) result.beside.push(column);
      else {
        const { day, problem } = first;
        result.days.set(column, { day, ...(part && { part }), ...(problem && { problem }) });
      }
    }
  }
  return result;
}

/** Columns of the same day: with the same head, or without one to its right. */
function groupsOf(table: Table, head: Head, days: readonly HeadDay[]): HeadDay[][] {
  const groups: HeadDay[][] = [];
  for (const [index, day] of days.entries()) {
    const mark = head.columns[index]?.mark.date;
    const isSame = index > 0 && mark === head.columns[index - 1]?.mark.date;
    const group = isSame ? groups.at(-1) : undefined;
    const end = days[index + 1]?.column ?? day.column + (groups[0]?.length ?? 1);
    const own = [day];
    for (let column = day.column + 1; column < end && !hasHead(table, head, column); column += 1) {
      own.push({ ...day, column });
    }
    if (group) group.push(...own);
    else groups.push(own);
  }
  return groups;
}

const hasHead = (table: Table, { rows, parts }: Head, column: number): boolean =>
  rows.some((row) => row !== parts && cellAt(table, row, column) !== '');

type Part = NonNullable<DayColumn['part']>;

function partsOf(table: Table, { parts }: Head, columns: readonly number[]): Part[] | null {
  if (parts === null || columns.length < 2) return null;
  const seen = { start: 0, end: 0 };
  const found = columns.flatMap((column): Part[] => {
    const field = fieldOfHead(cellAt(table, parts, column));
    if (field !== 'start' && field !== 'end') return [];
    seen[field] += 1;
    return seen[field] === 1 ? [field] : [`${field}2`];
  });
  const isPaired = seen.start === seen.end && seen.start <= 2;
  return isPaired && found.length === columns.length ? found : null;
}

/** The head of a non-day column: in the rows of heads, or in the row above if that is meaningful. */
export function headOfColumn(table: Table, { rows }: Head, column: number): string {
  const own = rows.map((row) => cellAt(table, row, column)).filter((text) => text !== '');
  const known = own.find((text) => !['asked', 'day'].includes(fieldOfHead(text)));
  const above = cellAt(table, (rows[0] ?? 0) - 1, column);
  if (known !== undefined) return known;
  if (fieldOfHead(above) !== 'asked') return above;
  // many grids have the month or year, or a word for the days, in the corner
  return (
    own.find(
      (text) => fieldOfHead(text) !== 'day' && !/\b(20\d\d|settimana|turni)\b/.test(plainHead(text)),
    ) ?? ''
  );
}
