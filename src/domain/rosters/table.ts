import type { Day } from '../calendar/day.ts';
import type { Month } from '../calendar/month.ts';

/** The cells of a sheet as text, row by row; rows may be of different lengths. */
export type Table = readonly (readonly string[])[];

/** A row a person and a column a day, or a row a shift. */
export const shapes = ['grid', 'list'] as const;
export type Shape = (typeof shapes)[number];

/** What a person said of a table, where it is not as it was recognised. Rows and columns count from 0. */
export interface Corrections {
  shape?: Shape | undefined;
  /** Of the first day. */
  month?: Month | undefined;
  headerRow?: number | undefined;
  nameColumns?: readonly number[] | undefined;
  firstDayColumn?: number | undefined;
  /** Rows above it are nobody's. */
  firstPeopleRow?: number | undefined;
  /** Read as if they were empty. */
  ignoredColumns?: readonly number[] | undefined;
  /** Of a row that was copied without its heads. */
  firstDay?: Day | undefined;
}

/**
 * Why a cell cannot be taken as it stands: its head names another weekday or a day that the month has not, a second
 * row or column speaks of the same day, another name stands between it and its row's, or there is no readable day.
 */
export type CellProblem =
  | 'weekday'
  | 'no_such_day'
  | 'second_row'
  | 'second_column'
  | 'other_person'
  | 'two_entries'
  | 'no_day';

/** What a table says of one day of one person. */
export interface DayCell {
  row: number;
  column: number;
  day: Day | null;
  text: string;
  problem: CellProblem | null;
}

export interface NamedRow {
  row: number;
  name: string;
  cells: DayCell[];
}

/** What has to be settled before any cell can be read. */
export type LayoutProblem = 'no_shape' | 'no_month' | 'month_disagrees' | 'no_names';

export interface Layout {
  shape: Shape;
  headerRow: number | null;
  nameColumns: readonly number[];
  firstDayColumn: number | null;
  /** Of the first day; null where it must be asked. */
  month: Month | null;
  rows: NamedRow[];
  problem: LayoutProblem | null;
  /** Heads of columns with cells that are not read. */
  unreadColumns: string[];
  /** Rows with cells that are nobody's, by their numbers from 0. */
  unreadRows: number[];
}

export const cellAt = (table: Table, row: number, column: number): string =>
  table[row]?.[column]?.trim() ?? '';

/** The table with nothing in these columns. */
export const withoutColumns = (table: Table, columns: readonly number[]): Table =>
  columns.length === 0
    ? table
    : table.map((row) => row.map((text, column) => (columns.includes(column) ? '' : text)));

export const widthOf = (table: Table): number => table.reduce((most, row) => Math.max(most, row.length), 0);

/** Text with tabs between cells, as spreadsheets copy it; a quoted cell may have lines and tabs of its own. */
export function pastedTable(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|\r|$)/y;
  while (cells.lastIndex < text.length) {
    const found = cells.exec(text);
    if (!found) return text.split(/\r?\n/).map((line) => line.split('\t'));
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] !== '\t' && cells.lastIndex < text.length) rows.push([]);
  }
  return rows;
}
