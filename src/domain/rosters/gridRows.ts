import type { DayColumn } from './columnHeads.ts';
import { plainText } from './dayMarks.ts';
import { cellAt, type DayCell, type NamedRow, type Table } from './table.ts';

/** A row of heads with what stands below it, up to the next one. */
export interface Block {
  /** The rows of people, the last one excluded. */
  from: number;
  to: number;
  columns: DayColumn[];
  /** Columns without a day of their own among those with one, by column; what stands there belongs to the day before. */
  further: ReadonlySet<number>;
  /** Columns among the days that say they have names. */
  others: ReadonlySet<number>;
}

const totals =
  /^(tot|totale|totali|somma|presenti|presenze|copertura|fabbisogno|legenda|nota|note|firma|data|ore|numero|n\.?)\b/;

/** Whether a text in a name's column is the name of nobody: a total, a legend, a signature. */
const isNobody = (text: string): boolean =>
  text.includes('=') || totals.test(plainText(text)) || !/\p{L}/u.test(text);

/**
 * The rows of people in all blocks, and those with cells that belong to nobody.
 * @param firstRow where the first person stands; what is above belongs to nobody
 */
export function gridRows(
  table: Table,
  blocks: readonly Block[],
  nameColumns: readonly number[],
  firstRow: number,
): { rows: NamedRow[]; unreadRows: number[] } {
  const rows: NamedRow[] = [];
  const unreadRows: number[] = [];
  for (const block of blocks) {
    let above: NamedRow | null = null;
    for (let row = block.from; row < block.to; row += 1) {
      const cells = cellsOf(table, row, block);
      const isBlank = cells.every(({ text }) => text === '');
      const name = nameColumns
        .map((column) => cellAt(table, row, column))
        .filter((text) => text !== '')
        .join(' ')
        .replace(/\s+/g, ' ');
      if (row < firstRow) {
        if (!isBlank) unreadRows.push(row);
      } else if (name !== '' && !isNobody(name)) {
        above = isBlank ? null : { row, name, cells: withOthers(table, row, name, block, cells) };
        if (above) rows.push(above);
      } else if (isBlank || name !== '') {
        above = null;
      } else if (above && isUnlabelled(table, row, block)) {
        if (!isCount(cells, above)) above.cells = joined(above.cells, cells);
      } else {
        above = null;
        unreadRows.push(row);
      }
    }
  }
  return { rows, unreadRows };
}

/** Whether nothing stands before the days: then the row goes on with the person above it. */
const isUnlabelled = (table: Table, row: number, { columns }: Block): boolean =>
  (table[row] ?? []).slice(0, columns[0]?.column ?? 0).every((text) => text.trim() === '');

/** Whether a row of bare numbers under somebody's shifts counts them or their hours. */
function isCount(cells: readonly DayCell[], above: NamedRow): boolean {
  const isNumber = (text: string): boolean => /^\d+([.,]\d+)?$/.test(text);
  const own = above.cells.filter(({ text }) => text !== '');
  return own.every(({ text }) => !isNumber(text)) && cells.every(({ text }) => text === '' || isNumber(text));
}

function joined(cells: readonly DayCell[], below: readonly DayCell[]): DayCell[] {
  const texts = new Map(below.map(({ column, text }) => [column, text]));
  return cells.map((cell) => {
    const text = texts.get(cell.column) ?? '';
    return text === '' ? cell : { ...cell, text: `${cell.text} / ${text}`, problem: 'second_row' };
  });
}

/** Days on the other side of another name are open: they may be that person's, of a table beside this one. */
function withOthers(table: Table, row: number, name: string, block: Block, cells: DayCell[]): DayCell[] {
  const { columns, further, others } = block;
  const days = new Set(columns.map(({ column }) => column));
  const [first, last] = [columns[0]?.column ?? 0, columns.at(-1)?.column ?? 0];
  const isOther = (column: number): boolean => {
    const text = plainText(cellAt(table, row, column));
    if (text === plainText(name)) return false;
    return others.has(column) || (/\p{L}{3,}/u.test(text) && !/\d/.test(text));
  };
  const other = Array.from({ length: last + 1 - first }, (_, index) => first + index).find(
    (column) => !days.has(column) && !further.has(column) && isOther(column),
  );
  return other === undefined
    ? cells
    : cells.map((cell) => (cell.column > other ? { ...cell, problem: 'other_person' } : cell));
}

function cellsOf(table: Table, row: number, { columns, further }: Block): DayCell[] {
  const cells: DayCell[] = [];
  for (const { column, day, disagrees } of columns) {
    const text = cellAt(table, row, column);
    const before = cells.at(-1);
    if (before && before.day !== null && before.day === day) {
      if (text !== '' && text !== before.text) cells[cells.length - 1] = withSecond(before, text);
      continue;
    }
    const problem = disagrees ? 'weekday' : day === null ? 'no_such_day' : null;
    if (day !== null || text !== '') cells.push({ row, column, day, text, problem });
  }
  for (const column of further) {
    const text = cellAt(table, row, column);
    const index = cells.findLastIndex((cell) => cell.column < column);
    const before = cells[index];
    if (text !== '' && before) cells[index] = withSecond(before, text);
  }
  return cells;
}

const withSecond = (cell: DayCell, text: string): DayCell => ({
  ...cell,
  text: `${cell.text} | ${text}`,
  problem: 'second_column',
});
