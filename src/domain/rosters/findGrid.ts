import { addDays, type Day } from '../calendar/day.ts';
import { plainText } from './dayMarks.ts';
import { dayColumns, type DatedHeads, datedHeads, gridHeads, type Head, headOfColumn } from './gridHeads.ts';
import { gridRows, isNobody } from './gridRows.ts';
import { areNames, fieldOfColumn, fieldOfHead, shareOf } from './headWords.ts';
import {
  type Block,
  type ColumnMeaning,
  columnsAs,
  type Edits,
  isDayColumn,
  type Mapping,
  type MappingProblem,
} from './mapping.ts';
import { cellAt, columnsOf, type Table } from './table.ts';

type Found = Omit<Mapping, 'isTurned'>;

/** Maps a table as a grid, one row per person and one column per day; null if no row has days. */
export function findGrid(table: Table, names: readonly string[], edits: Edits, today: Day): Found | null {
  const heads = gridHeads(table, edits.headRow);
  const dated = datedHeads(table, heads, names, edits, today);
  const [first] = heads;
  if (!first || !dated) return null;
  const laid = heads.map((head, index) => dayColumns(table, head, dated.days[index] ?? []));
  const blocks = heads.map((head, index) => ({
    from: (head.rows.at(-1) ?? head.row) + 1,
    to: heads[index + 1]?.rows[0] ?? table.length,
    days: withEdits(laid[index]?.days ?? new Map(), edits, index === 0),
  }));
  const named = nameColumns(table, first, blocks, edits);
  const rows = gridRows(table, heads, blocks, named, edits);
  const read = rows.flatMap((row, index) => (row === 'data' ? [index] : []));
  const beside = new Set(laid.flatMap((block) => block.beside));
  const columns = columnsOf(table).map((column): ColumnMeaning => {
    const edited = edits.columns?.[column];
    const day = blocks[0]?.days.get(column);
    if (edited !== undefined) return edited;
    if (day) return day;
    const own = named[column];
    if (own !== undefined) return own;
    const texts = read
      .filter((row) => !isDayIn(blocks, row, column))
      .map((row) => cellAt(table, row, column));
    const filled = texts.filter((text) => text !== '');
    if (beside.has(column)) return isRepeated(table, read, column, column - 1) ? 'ignore' : askedIf(filled);
    return otherColumn(headOfColumn(table, first, column), filled, () =>
      columnsAs(named, 'name').some((other) => isRepeated(table, read, column, other)),
    );
  });
  return {
    shape: 'grid',
    headRow: first.row,
    month: dated.month,
    reference: dated.reference,
    columns,
    heads: columnsOf(table).map((column) =>
      isDayColumn(columns[column]) ? cellAt(table, first.row, column) : headOfColumn(table, first, column),
    ),
    rows,
    blocks,
    problem: problemOf(dated, heads, columns, edits, today),
  };
}

const askedIf = (filled: readonly string[]): ColumnMeaning => (filled.length > 0 ? 'asked' : 'ignore');

const isDayIn = (blocks: readonly Block[], row: number, column: number): boolean =>
  blocks.some(({ from, to, days }) => row >= from && row < to && days.has(column));

/** Applies choices for day columns to the first heads; a column chosen as no day is none in any block. */
function withEdits(days: Block['days'], { columns = {} }: Edits, isFirst: boolean): Block['days'] {
  const changed = new Map(days);
  for (const [column, meaning] of Object.entries(columns)) {
    if (!isDayColumn(meaning)) changed.delete(Number(column));
    else if (isFirst) changed.set(Number(column), meaning);
  }
  return changed;
}

/** Whether a column's filled cells equal those of another. */
const isRepeated = (table: Table, rows: readonly number[], column: number, other: number): boolean =>
  rows.every((row) => {
    const text = plainText(cellAt(table, row, column));
    return text === '' || text === plainText(cellAt(table, row, other));
  });

/** The meaning of a column that has neither days nor names. */
function otherColumn(head: string, filled: readonly string[], isNames: () => boolean): ColumnMeaning {
  if (filled.length === 0 || isNames()) return 'ignore';
  const isPlainNumber = filled.every((text) => /^\d+([.,]\d+)?$/.test(text));
  const isLegend = filled.every((text) => text.includes('='));
  if (head === '') return isPlainNumber || isLegend ? 'ignore' : 'asked';
  return fieldOfColumn(head, filled) === 'ignore' ? 'ignore' : 'asked';
}

/** The columns of names, or of posts, by their heads; without a head the only one that looks like names. */
function nameColumns(table: Table, head: Head, blocks: readonly Block[], edits: Edits): ColumnMeaning[] {
  const found: ColumnMeaning[] = [];
  for (const [column, meaning] of Object.entries(edits.columns ?? {})) {
    if (['name', 'surname', 'code'].includes(meaning as string)) found[Number(column)] = meaning;
  }
  if (found.length > 0) return found;
  const days = blocks[0]?.days ?? new Map();
  const free = columnsOf(table).filter(
    (column) => !days.has(column) && !(edits.columns && Object.hasOwn(edits.columns, column)),
  );
  // totals and a legend may follow below the people
  const below = table
    .slice(blocks[0]?.from, blocks[0]?.to)
    .filter((row) => [...days.keys()].some((column) => (row[column]?.trim() ?? '') !== ''));
  const textsOf = (column: number): string[] =>
    below.map((row) => row[column]?.trim() ?? '').filter((text) => text !== '' && !isNobody(text));
  const headed = free.map((column) => ({ column, field: fieldOfHead(headOfColumn(table, head, column)) }));
  // a second name column among the days may belong to another table
  for (const field of ['surname', 'name'] as const) {
    const isOne = (texts: readonly string[]): boolean => texts.length === 0 || areNames(texts);
    const column = headed.find((one) => one.field === field && isOne(textsOf(one.column)))?.column;
    if (column !== undefined) found[column] = field;
  }
  if (found.length > 0) return found;
  const code = headed.find(({ column, field }) => field === 'code' || saysShifts(textsOf(column)))?.column;
  if (code !== undefined && shareOf([...days.keys()].flatMap(textsOf), isPerson) > 0.6) {
    found[code] = 'code';
    return found;
  }
  const likely = free.filter(
    (column) => headOfColumn(table, head, column) === '' && areNames(textsOf(column)),
  );
  const [only, ...others] = likely;
  const isOne = only !== undefined && others.every((other) => !differs(textsOf(only), textsOf(other)));
  if (isOne) found[only] = 'name';
  return found;
}

/** Whether the second column is not a copy of the first. */
const differs = (texts: readonly string[], others: readonly string[]): boolean =>
  new Set(others).size > 1 && others.some((text) => !texts.includes(text));

const saysShifts = (texts: readonly string[]): boolean =>
  texts.length > 0 &&
  shareOf(texts, (text) => /\d{1,2} ?[-–/] ?\d|mattin|pomerig|nott|sera/.test(plainText(text))) > 0.6;

/** Whether a cell looks like a person's name rather than a shift. */
const isPerson = (text: string): boolean =>
  /\p{L}{3,}/u.test(text) &&
  !/\d|^(riposo|ferie|malattia|libero|mattin[oa]|pomeriggio|notte|sera|smonto)$/i.test(text);

function problemOf(
  { problem, days, month }: DatedHeads,
  heads: readonly Head[],
  columns: readonly ColumnMeaning[],
  edits: Edits,
  today: Day,
): MappingProblem | null {
  if (problem !== null || month === null) return problem;
  if (columnsAs(columns, 'name', 'surname', 'code', 'asked').length === 0) return 'no_names';
  const isWritten = heads[0]?.columns[0]?.mark.year !== undefined;
  if (edits.month !== undefined || edits.firstDay !== undefined || isWritten) return null;
  return monthDoubt(
    days.flat().flatMap(({ day }) => day ?? []),
    today,
  );
}

/** Days entirely in the past, or a year ahead, probably belong to another year. */
export function monthDoubt(days: readonly Day[], today: Day): MappingProblem | null {
  const sorted = days.toSorted();
  const [from, to] = [sorted[0], sorted.at(-1)];
  if (from === undefined || to === undefined) return null;
  if (to < today) return 'month_past';
  return from > addDays(today, 366) ? 'month_far' : null;
}
