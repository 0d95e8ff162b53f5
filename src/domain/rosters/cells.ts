import type { Day } from '../calendar/day.ts';
import { type CellProblem, columnsAs, type Mapping } from './mapping.ts';
import { cellAt, type Table } from './table.ts';

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

/** Between what two lines or columns say of the same day: a split shift, or a text that is asked. */
export const further = ' + ';

/** The name in a row's columns of names, or what is done there by the people in its cells. */
export function nameAt(table: Table, { columns }: Pick<Mapping, 'columns'>, row: number): string {
  const texts = columnsAs(columns, 'name', 'surname').map((column) => cellAt(table, row, column));
  return texts
    .filter((text) => text !== '')
    .join(' ')
    .replace(/\s+/g, ' ');
}

/** '06:00-14:00'; a letter may stand in either cell, or in both. */
export function rangeText(start: string, end: string): string[] {
  if (start === '' && end === '') return [];
  const isTime = (text: string): boolean => /\d/.test(text);
  if (start === end && !isTime(start)) return [start];
  if (!isTime(start) && end === '') return [start];
  return [`${start}-${end}`];
}
