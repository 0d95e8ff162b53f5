import type { Day } from '../calendar/day.ts';
import { type CellProblem, columnsAs, type Mapping } from './mapping.ts';
import { cellAt, type Table } from './table.ts';

/** A table's text for one person and day. */
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

/** Separates the texts of two lines or columns for the same day: a split shift, or unclear. */
export const further = ' + ';

/** The name in a row's name columns, or the post at which the people in its cells work. */
export function nameAt(table: Table, { columns }: Pick<Mapping, 'columns'>, row: number): string {
  const texts = columnsAs(columns, 'name', 'surname').map((column) => cellAt(table, row, column));
  return texts
    .filter((text) => text !== '')
    .join(' ')
    .replace(/\s+/g, ' ');
}

/** '06:00-14:00'; either or both cells may contain a letter instead. */
export function rangeText(start: string, end: string): string[] {
  if (start === '' && end === '') return [];
  const isTime = (text: string): boolean => /\d/.test(text);
  if (start === end && !isTime(start)) return [start];
  if (!isTime(start) && end === '') return [start];
  return [`${start}-${end}`];
}
