import type { Day } from '../calendar/day.ts';
import { readDayMark } from './dayMarks.ts';
import { monthDoubt } from './findGrid.ts';
import { areDates, fieldOfColumn, fieldOfHead, plainHead } from './headWords.ts';
import { readListDay } from './listDays.ts';
import {
  type ColumnMeaning,
  columnsAs,
  type Edits,
  type Field,
  type Mapping,
  type MappingProblem,
  type RowMeaning,
} from './mapping.ts';
import { monthsIn, referenceDay } from './monthTexts.ts';
import { cellAt, columnsOf, isBlankRow, type Table } from './table.ts';

type Found = Omit<Mapping, 'isTurned'>;

/** The head row is searched within this many rows. */
const mostTitles = 40;

/** Maps a table as a list, one row per shift. Columns unclear by head and cells are asked about. */
export function findList(table: Table, names: readonly string[], edits: Edits, today: Day): Found {
  const headRow = edits.headRow ?? listHeadRow(table);
  const columns = listColumns(table, headRow, edits);
  const rows = listRows(table, headRow, columns, edits);
  const heads = columnsOf(table).map((column) => cellAt(table, headRow, column));
  const texts = [table.slice(0, Math.max(headRow, 0)).flat(), names].flat();
  const named = monthsIn(texts, today);
  const month = edits.month ?? (named.length === 1 ? (named[0] ?? null) : null);
  const reference = referenceDay(texts, today);
  const found = { shape: 'list' as const, headRow, month, reference, columns, heads, rows, blocks: [] };
  return { ...found, problem: problemOf(table, found, edits, today) };
}

function problemOf(
  table: Table,
  { columns, rows, month, reference }: Omit<Found, 'problem'>,
  edits: Edits,
  today: Day,
): MappingProblem | null {
  const [dates] = columnsAs(columns, 'day', 'start');
  if (columnsAs(columns, 'day').length === 0 && !areDates(table.map((row) => row[dates ?? -1] ?? '')))
    return 'no_days';
  if (dates === undefined) return 'no_days';
  if (columnsAs(columns, 'name', 'surname', 'asked').length === 0) return 'no_names';
  const texts = rows.flatMap((row, index) => (row === 'data' ? [cellAt(table, index, dates)] : []));
  const bare = texts.filter((text) => readDayMark(text) !== null && readDayMark(text)?.month === undefined);
  if (bare.length === 0 || edits.month !== undefined) return null;
  if (month === null) return bare.length === texts.length ? 'no_month' : null;
  return monthDoubt(
    texts.flatMap((text) => readListDay(text, month, reference).days ?? []),
    today,
  );
}

/** The row with the most known heads; otherwise the last one before a column of dates; -1 if none. */
function listHeadRow(table: Table): number {
  const known = table.slice(0, mostTitles).map((row) => {
    const fields = row.map(fieldOfHead).filter((field) => field !== 'asked' && field !== 'ignore');
    return new Set(fields).size;
  });
  const most = Math.max(0, ...known);
  if (most >= 2) return known.indexOf(most);
  const first = table.findIndex((row) => row.some((text) => readDayMark(text)?.month !== undefined));
  const before = table.slice(0, first).findLastIndex((row) => row.filter((text) => text !== '').length > 1);
  return first === -1 ? known.findIndex((count) => count > 0) : before;
}

function listColumns(table: Table, headRow: number, edits: Edits): ColumnMeaning[] {
  const below = table.slice(headRow + 1);
  const found = columnsOf(table).map((column): Field => {
    const texts = below.map((row) => row[column]?.trim() ?? '').filter((text) => text !== '');
    return fieldOfColumn(cellAt(table, headRow, column), texts);
  });
  const heads = found.map((_, column) => plainHead(cellAt(table, headRow, column)));
  const single = withoutTypes(found, heads);
  return single.map((field, column): ColumnMeaning => {
    const edited = edits.columns?.[column];
    if (edited !== undefined) return edited;
    if (field === 'ignore' || field === 'break' || field === 'asked') return field;
    const isSaid = Object.values(edits.columns ?? {}).includes(field) && field !== 'code';
    const isDoubled = single.some(
      (other, index) =>
        index !== column &&
        edits.columns?.[index] === undefined &&
        other === field &&
        (field !== 'code' || heads[index] === heads[column]),
    );
    return isSaid || isDoubled ? 'asked' : field;
  });
}

/** If there is a column for the kind of day, ignores the one for the shift type. */
function withoutTypes(found: readonly Field[], heads: readonly string[]): Field[] {
  const isKindTold = heads.some((head) => /^tipo (di )?giornata$/.test(head));
  return found.map((field, column) =>
    isKindTold && /^tipo (di )?turno$/.test(heads[column] ?? '') ? 'ignore' : field,
  );
}

function listRows(
  table: Table,
  headRow: number,
  columns: readonly ColumnMeaning[],
  { rows: said = {} }: Edits,
): RowMeaning[] {
  const dates = columnsAs(columns, 'day', 'start');
  const names = columnsAs(columns, 'name', 'surname');
  const isFilled = (row: number, some: readonly number[]): boolean =>
    some.length === 0 || some.some((column) => cellAt(table, row, column) !== '');
  return table.map((cells, row): RowMeaning => {
    if (row === headRow) return 'head';
    const given = said[row];
    if (given !== undefined) return given;
    if (row < headRow || isBlankRow(cells) || isHeadAgain(table, row, headRow)) return 'ignore';
    return isFilled(row, dates.slice(0, 1)) && isFilled(row, names) ? 'data' : 'ignore';
  });
}

/** Whether a row repeats the head row, as at the top of a printed page. */
const isHeadAgain = (table: Table, row: number, headRow: number): boolean =>
  headRow >= 0 &&
  columnsOf(table).every((column) => cellAt(table, row, column) === cellAt(table, headRow, column));

/** Whether a table has a column of dates below a head. */
export const hasDates = (table: Table): boolean =>
  columnsOf(table).some((column) =>
    areDates(
      table
        .slice(1)
        .map((row) => row[column]?.trim() ?? '')
        .filter((text) => text !== ''),
    ),
  );
