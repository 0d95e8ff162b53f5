import type { Day } from '../calendar/day.ts';
import type { Month } from '../calendar/month.ts';

/** What a column of a list may be taken for, and what one of a grid that is no day. `asked`: nobody has said yet. */
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
 * Why a cell cannot be taken as it stands: its head names another weekday, the month has no such day, there is no
 * readable day, a person has two rows with different cells, or a span of days leaves open what its times are of.
 */
export type CellProblem = 'weekday' | 'no_such_day' | 'no_day' | 'two_entries' | 'unclear_span';

/** A column of a grid that is a day, or one of those of a day in which people come and go. */
export interface DayColumn {
  /** Null where the month has no such day. */
  day: Day | null;
  part?: 'start' | 'end' | 'start2' | 'end2' | undefined;
  problem?: CellProblem | undefined;
}

export type ColumnMeaning = Field | DayColumn;
export type RowMeaning = 'head' | 'data' | 'ignore' | 'asked';

/** A row a person and a column a day, or a row a shift. A grid with a column of codes has names in its cells. */
export const shapes = ['grid', 'list'] as const;
export type Shape = (typeof shapes)[number];

/** What keeps every cell of a table from being read, beside columns and rows that are asked. */
export type MappingProblem =
  | 'no_days'
  | 'no_names'
  | 'no_month'
  | 'no_first_day'
  | 'month_disagrees'
  | 'month_past'
  | 'month_far';

/** A row of heads in a grid, and the rows below it up to the next one. */
export interface Block {
  from: number;
  /** Excluded. */
  to: number;
  days: ReadonlyMap<number, DayColumn>;
}

/** What every column and row of a table is taken for. Rows and columns count from 0, after turning. */
export interface Mapping {
  /** People across and days down: rows and columns have changed places. */
  isTurned: boolean;
  shape: Shape;
  /** -1 where there is none. */
  headRow: number;
  /** Of the first day, or of the dates that name none. */
  month: Month | null;
  /** Near which dates without a year are. */
  reference: Day;
  columns: readonly ColumnMeaning[];
  /** The text that heads each column; empty where there is none. */
  heads: readonly string[];
  rows: readonly RowMeaning[];
  /** Of a grid; a list has none. */
  blocks: readonly Block[];
  problem: MappingProblem | null;
}

/** Fields of a mapping that a person has put right. Those of columns and rows stand at their numbers. */
export interface Edits {
  isTurned?: boolean | undefined;
  shape?: Shape | undefined;
  headRow?: number | undefined;
  month?: Month | undefined;
  /** Of weekdays without a date, or of a row that was copied without its heads. */
  firstDay?: Day | undefined;
  columns?: Readonly<Record<number, ColumnMeaning>> | undefined;
  rows?: Readonly<Record<number, RowMeaning>> | undefined;
}

export const isDayColumn = (meaning: ColumnMeaning | undefined): meaning is DayColumn =>
  typeof meaning === 'object';

/** Columns with one of these meanings, from left to right. */
export const columnsAs = (columns: readonly ColumnMeaning[], ...wanted: readonly Field[]): number[] =>
  columns.flatMap((meaning, column) => (wanted.includes(meaning as Field) ? [column] : []));

/** Whether nothing of a table is read before somebody has answered. */
export const isAsked = ({ problem, columns, rows }: Mapping): boolean =>
  problem !== null || columns.includes('asked') || rows.includes('asked');
