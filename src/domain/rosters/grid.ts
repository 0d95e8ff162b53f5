import type { Day } from '../calendar/day.ts';
import type { Month } from '../calendar/month.ts';
import {
  type DayColumn,
  daysFrom,
  type HeadedColumn,
  headedColumns,
  monthOfHeads,
  titlesOf,
  weekdayRow,
  withWeekdays,
} from './columnHeads.ts';
import { type Block, gridRows } from './gridRows.ts';
import { headsNames, nameColumnsOf } from './nameColumns.ts';
import { cellAt, type Corrections, type Layout, type Table, widthOf } from './table.ts';

interface Head {
  row: number;
  weekdays: number | null;
  columns: HeadedColumn[];
}

/** What a table says as a row a person, a column a day; null where no row names days. */
export function readGrid(
  table: Table,
  names: readonly string[],
  {
    month: givenMonth,
    headerRow,
    nameColumns: givenNames,
    firstDayColumn = 0,
    firstPeopleRow = 0,
  }: Corrections,
  today: Day,
): Layout | null {
  const heads = headsOf(table, headerRow, firstDayColumn);
  const [first] = heads;
  if (!first) return null;
  const found = monthOfHeads(
    first.columns,
    [titlesOf(table, first.row, first.columns), ...names.map((name) => [name])],
    today,
  );
  const month = givenMonth ?? found.month;
  const base = {
    shape: 'grid' as const,
    headerRow: first.row,
    firstDayColumn: first.columns[0]?.column ?? null,
    month,
    rows: [],
    unreadColumns: [],
    unreadRows: [],
  } satisfies Partial<Layout>;
  const spans = heads.map((head, index) => spanOf(head, heads[index + 1], table));
  const nameColumns =
    givenNames ?? nameColumnsOf(table, first.row, first.columns, spans[0] ?? { from: 0, to: 0 });
  if (month === null) return { ...base, nameColumns, problem: found.problem };
  if (nameColumns.length === 0) return { ...base, nameColumns, problem: 'no_names' };
  const blocks = heads.map((head, index) => {
    const own = head === first ? month : monthOfBlock(table, head, month, today);
    return blockOf(table, head, spans[index] ?? { from: 0, to: 0 }, daysFrom(head.columns, own, today));
  });
  const { rows, unreadRows } = gridRows(table, blocks, nameColumns, firstPeopleRow);
  return {
    ...base,
    nameColumns,
    rows,
    unreadRows,
    unreadColumns: unreadColumns(table, first, blocks, nameColumns),
    problem: null,
  };
}

function headsOf(table: Table, headerRow: number | undefined, firstColumn: number): Head[] {
  const all = table.flatMap((_, row) => {
    const plain = headedColumns(table, row, firstColumn);
    if (plain.length === 0) return [];
    const weekdays = weekdayRow(table, row, plain);
    return [{ row, weekdays, columns: withWeekdays(table, weekdays, plain) }];
  });
  const most = Math.max(0, ...all.map(({ columns }) => columns.length));
  const first =
    headerRow === undefined
      ? all.find(({ columns }) => columns.length >= most * 0.7)
      : all.find(({ row }) => row === headerRow);
  if (!first) return [];
  return all.filter((head) => head.row === first.row || (head.row > first.row && isSameKind(head, first)));
}

/** Whether a later row of numbers is another row of heads, and no row of totals. */
function isSameKind(head: Head, first: Head): boolean {
  const columns = new Set(first.columns.map(({ column }) => column));
  const shared = head.columns.filter(({ column }) => columns.has(column)).length;
  return head.columns[0]?.column === first.columns[0]?.column && shared >= head.columns.length * 0.7;
}

function spanOf(head: Head, next: Head | undefined, table: Table): { from: number; to: number } {
  const from = Math.max(head.row, head.weekdays ?? 0) + 1;
  const end = next ? Math.min(next.row, next.weekdays ?? next.row) : table.length;
  return { from, to: Math.max(from, end) };
}

/** A later block has the month of the lines right above it, else that of the first block. */
function monthOfBlock(table: Table, head: Head, month: Month, today: Day): Month {
  const above = table.slice(Math.max(0, head.row - 3), head.row);
  const titles = above.map((row) => [...new Set(row.filter((text) => text.trim() !== ''))]);
  const near = titles.filter((texts) => texts.length > 0 && texts.length <= 2).flat();
  return monthOfHeads(head.columns, [near, [month]], today).month ?? month;
}

function blockOf(table: Table, head: Head, span: { from: number; to: number }, columns: DayColumn[]): Block {
  const [first, last] = [head.columns[0]?.column ?? 0, head.columns.at(-1)?.column ?? 0];
  const headed = new Set(head.columns.map(({ column }) => column));
  const between = Array.from({ length: last + 2 - first }, (_, index) => first + index);
  const further = between.filter(
    (column) => !headed.has(column) && !hasHead(table, head, column) && column < widthOf(table),
  );
  const others = between.filter(
    (column) => !headed.has(column) && headsNames(cellAt(table, head.row, column)),
  );
  return { ...span, columns, further: new Set(further), others: new Set(others) };
}

const hasHead = (table: Table, { row, weekdays }: Head, column: number): boolean =>
  cellAt(table, row, column) !== '' || (weekdays !== null && cellAt(table, weekdays, column) !== '');

function unreadColumns(
  table: Table,
  head: Head,
  blocks: readonly Block[],
  nameColumns: readonly number[],
): string[] {
  const read = new Set([
    ...nameColumns,
    ...blocks.flatMap(({ columns, further }) => [...columns.map(({ column }) => column), ...further]),
  ]);
  const others = Array.from({ length: widthOf(table) }, (_, column) => column).filter(
    (column) => !read.has(column),
  );
  const filled = others.filter((column) =>
    blocks.some(({ from, to }) =>
      table.slice(from, to).some((_, index) => cellAt(table, from + index, column) !== ''),
    ),
  );
  const texts = filled.map(
    (column) => cellAt(table, head.row, column) || cellAt(table, head.row - 1, column),
  );
  return [...new Set(texts.filter((text) => text !== ''))].slice(0, 12);
}
