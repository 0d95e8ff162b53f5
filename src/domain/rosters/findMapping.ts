import type { Day } from '../calendar/day.ts';
import { nameAt } from './cells.ts';
import { readDayMark } from './dayMarks.ts';
import { findGrid } from './findGrid.ts';
import { findList, hasDates } from './findList.ts';
import { columnsAs, type Edits, isDayColumn, type Mapping } from './mapping.ts';
import { cellAt, columnsOf, isBlankRow, type Table, turned } from './table.ts';

/** Hidden rows and columns of a sheet, counted from 0. */
export interface Hidden {
  rows: readonly number[];
  columns: readonly number[];
}

const nothingHidden: Hidden = { rows: [], columns: [] };

/**
 * Maps every column and row of a table by its heads, if its cells agree; anything else is asked about, never guessed
 * from its position.
 * @param names of the sheet and the file, which may contain the month
 * @param edits a person's corrections, which take precedence
 * @param today years not written are the nearest to it
 */
export function findMapping(
  table: Table,
  names: readonly string[],
  edits: Edits,
  today: Day,
  hidden: Hidden = nothingHidden,
): Mapping {
  const find = (isTurned: boolean): Mapping => {
    const seen = isTurned ? turned(table) : table;
    const found = findStraight(seen, names, edits, today);
    const covered = isTurned ? { rows: hidden.columns, columns: hidden.rows } : hidden;
    return withHidden({ ...found, isTurned }, edits, covered);
  };
  if (edits.isTurned !== undefined) return find(edits.isTurned);
  const straight = find(false);
  if (straight.shape === 'grid' || edits.shape !== undefined || !isAcross(table, straight)) return straight;
  const across = find(true);
  return across.shape === 'grid' && columnsAs(across.columns, 'name').length > 0 ? across : straight;
}

function findStraight(
  table: Table,
  names: readonly string[],
  edits: Edits,
  today: Day,
): Omit<Mapping, 'isTurned'> {
  const grid = edits.shape === 'list' ? null : findGrid(table, names, edits, today);
  const list = edits.shape === 'grid' && grid ? null : findList(table, names, edits, today);
  if (!grid || !list) {
    const found = grid ?? list;
    if (!found) throw new Error('a table is one or the other');
    return found;
  }
  const isList =
    columnsAs(list.columns, 'day').length > 0 && hasDates(table.slice(Math.max(0, list.headRow)));
  return isList ? list : grid;
}

/** Whether days are rows and people columns: each day occurs once, and its other cells are shifts, not fields. */
function isAcross(table: Table, { headRow, columns }: Mapping): boolean {
  const below = table.slice(headRow + 1).filter((row) => !isBlankRow(row));
  const days = columnsOf(table).find((column) => {
    const texts = below.map((row) => row[column]?.trim() ?? '');
    return texts.length > 1 && texts.every((text) => readDayMark(text) !== null);
  });
  if (days === undefined || new Set(below.map((row) => row[days])).size < below.length) return false;
  const others = columnsOf(table).filter((column) => column !== days);
  const heads = others.map((column) => cellAt(table, headRow, column));
  const isOfPeople = others.every(
    (column, index) => columns[column] === 'asked' && /\p{L}{3,}/u.test(heads[index] ?? ''),
  );
  const cells = below.flatMap((row) => others.map((column) => row[column]?.trim() ?? ''));
  const areShifts = cells.every(
    (text) => text.length <= 3 || /\d ?[-–/] ?\d|^(riposo|ferie|malattia|libero)$/i.test(text),
  );
  return isOfPeople && areShifts && new Set(heads).size === heads.length;
}

/** Asks about hidden rows and columns that would be read. */
function withHidden(mapping: Mapping, edits: Edits, { rows, columns }: Hidden): Mapping {
  if (rows.length === 0 && columns.length === 0) return mapping;
  return {
    ...mapping,
    rows: mapping.rows.map((row, index) =>
      row === 'data' && rows.includes(index) && edits.rows?.[index] === undefined ? 'asked' : row,
    ),
    columns: mapping.columns.map((column, index) =>
      column !== 'ignore' && columns.includes(index) && edits.columns?.[index] === undefined
        ? 'asked'
        : column,
    ),
  };
}

/** The parts of a table that are not read: heads or first cells, and the number of filled cells. */
export interface Ignored {
  columns: { column: number; head: string; filled: number }[];
  rows: { row: number; text: string; filled: number }[];
}

/** @param table after transposing */
export function ignoredOf(table: Table, mapping: Mapping): Ignored {
  const { columns, rows, headRow, heads } = mapping;
  const data = rows.flatMap((row, index) => (row === 'data' ? [index] : []));
  const isIgnored = (column: number): boolean => columns[column] === 'ignore' || columns[column] === 'break';
  const filledIn = (column: number): number => data.filter((row) => cellAt(table, row, column) !== '').length;
  const read = columns.flatMap((meaning, column) =>
    isDayColumn(meaning) || !['ignore', 'break', 'name', 'surname'].includes(meaning) ? [column] : [],
  );
  return {
    columns: columnsOf(table)
      .filter(isIgnored)
      .map((column) => ({
        column,
        head: heads[column] ?? '',
        filled: filledIn(column),
      }))
      .filter(({ filled }) => filled > 0),
    rows: rows.flatMap((meaning, row) => {
      if (meaning !== 'ignore' || row <= headRow) return [];
      const filled = read.filter((column) => cellAt(table, row, column) !== '').length;
      const text =
        nameAt(table, mapping, row) || ((table[row] ?? []).find((cell) => cell.trim() !== '') ?? '');
      return filled > 0 ? [{ row, text, filled }] : [];
    }),
  };
}

/** Turns lines of text, each a day and its shift, into a list of two columns. */
export function withLinesSplit(table: Table): Table {
  const lines = table
    .filter((row) => !isBlankRow(row))
    .map((row) => row.filter((text) => text.trim() !== ''));
  const split = lines.map(([line = '', ...others]) => {
    const words = line.trim().split(/\s+/);
    const count = [3, 2, 1].find((some) => some < words.length && isDated(words.slice(0, some).join(' ')));
    return count === undefined || others.length > 0
      ? null
      : [words.slice(0, count).join(' '), words.slice(count).join(' ')];
  });
  if (lines.length === 0 || split.includes(null)) return table;
  return [['Giorno', 'Turno'], ...split.filter((row) => row !== null)];
}

const isDated = (text: string): boolean => readDayMark(text.replace(/:$/, '')) !== null;
