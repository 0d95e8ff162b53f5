import type { Day } from '../calendar/day.ts';
import type { Month } from '../calendar/month.ts';

/** The meanings of a list column, or of a non-day grid column. `asked`: not answered yet. */
export const fields = [
  'name',
  'surname',
  'day',
  'until',
  'start',
  'end',
  'start2',
  'end2',
  'code',
  'break',
  'ignore',
  'asked',
] as const;
export type Field = (typeof fields)[number];

/**
 * Why a cell is unclear: the weekday in its head differs, the month has no such day, the day is unreadable, a person's
 * two rows differ, or it is unclear to which days of a span the times belong.
 */
export type CellProblem = 'weekday' | 'no_such_day' | 'no_day' | 'two_entries' | 'unclear_span';

/** A grid column for a day, or for a part of one (start, end). */
export interface DayColumn {
  /** Null if the month has no such day. */
  day: Day | null;
  part?: 'start' | 'end' | 'start2' | 'end2' | undefined;
  problem?: CellProblem | undefined;
}

export type ColumnMeaning = Field | DayColumn;
export type RowMeaning = 'head' | 'data' | 'ignore' | 'asked';

/** One row per person and one column per day, or one row per shift. A grid with a column of posts has names in its cells. */
export const shapes = ['grid', 'list'] as const;
export type Shape = (typeof shapes)[number];

/** Why no cell of a table can be read, besides unclear columns and rows. */
export type MappingProblem =
  | 'no_days'
  | 'no_names'
  | 'no_month'
  | 'no_first_day'
  | 'month_disagrees'
  | 'month_past'
  | 'month_far';

/** A grid's row of heads and the rows below it, up to the next one. */
export interface Block {
  from: number;
  /** Exclusive. */
  to: number;
  days: ReadonlyMap<number, DayColumn>;
}

/** The meaning of every column and row of a table. Rows and columns count from 0, after transposing. */
export interface Mapping {
  /** Transposed, since days were rows and people columns. */
  isTurned: boolean;
  shape: Shape;
  /** -1 if there is none. */
  headRow: number;
  /** The month of the first day, or of dates without one. */
  month: Month | null;
  /** Dates without a year are resolved to the one nearest to it. */
  reference: Day;
  columns: readonly ColumnMeaning[];
  /** The head of each column, or empty. */
  heads: readonly string[];
  rows: readonly RowMeaning[];
  /** Grids only; empty for lists. */
  blocks: readonly Block[];
  problem: MappingProblem | null;
}

/** A person's corrections of a mapping; columns and rows by index. */
export interface Edits {
  isTurned?: boolean | undefined;
  shape?: Shape | undefined;
  headRow?: number | undefined;
  month?: Month | undefined;
  /** For weekdays without dates, or a row copied without heads. */
  firstDay?: Day | undefined;
  columns?: Readonly<Record<number, ColumnMeaning>> | undefined;
  rows?: Readonly<Record<number, RowMeaning>> | undefined;
}

export const isDayColumn = (meaning: ColumnMeaning | undefined): meaning is DayColumn =>
  typeof meaning === 'object';

/** Columns with one of these meanings, from left to right. */
export const columnsAs = (columns: readonly ColumnMeaning[], ...wanted: readonly Field[]): number[] =>
  columns.flatMap((meaning, column) => (wanted.includes(meaning as Field) ? [column] : []));

/** Whether a table cannot be read before questions are answered. */
export const isAsked = ({ problem, columns, rows }: Mapping): boolean =>
  problem !== null || columns.includes('asked') || rows.includes('asked');
