import type { Day } from '../calendar/day.ts';
import { readGrid } from './grid.ts';
import { readList } from './list.ts';
import { type Corrections, type Layout, type Table, withoutColumns } from './table.ts';

const unknown: Layout = {
  shape: 'grid',
  headerRow: null,
  nameColumns: [],
  firstDayColumn: null,
  month: null,
  rows: [],
  problem: 'no_shape',
  unreadColumns: [],
  unreadRows: [],
};

/**
 * Finds out how a table is laid out, and which cell speaks of which day of whom.
 * @param names of the sheet and of the file: they may name the month
 * @param today a year that is not written is the nearest one
 */
export function readLayout(
  whole: Table,
  names: readonly string[],
  corrections: Corrections,
  today: Day,
): Layout {
  const table = withoutColumns(whole, corrections.ignoredColumns ?? []);
  const grid = corrections.shape === 'list' ? null : readGrid(table, names, corrections, today);
  if (grid && corrections.shape === 'grid') return grid;
  const list = corrections.shape === 'grid' ? null : readList(table, names, corrections, today);
  if (!grid || !list) return grid ?? list ?? { ...unknown, shape: corrections.shape ?? 'grid' };
  const cellsOf = ({ rows }: Layout): number => rows.reduce((sum, { cells }) => sum + cells.length, 0);
  return cellsOf(list) > cellsOf(grid) ? list : grid;
}
