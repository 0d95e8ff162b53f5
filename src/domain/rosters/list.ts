import type { Day } from '../calendar/day.ts';
import { type Month, monthOf } from '../calendar/month.ts';
import { agrees, datedDay, dayOf, monthsIn, plainText, readDayMark } from './dayMarks.ts';
import { nameColumnsOf } from './nameColumns.ts';
import {
  cellAt,
  type Corrections,
  type DayCell,
  type Layout,
  type NamedRow,
  type Table,
  widthOf,
} from './table.ts';

const headsOf = {
  date: /^(data|date|giorno|day|dal giorno|data turno)$/,
  start: /^(inizio|dalle|dalle ore|ora inizio|orario inizio|inizio turno|entrata|start|da|ora di inizio)$/,
  end: /^(fine|alle|alle ore|ora fine|orario fine|fine turno|uscita|end|a|ora di fine)$/,
  secondStart: /^(inizio 2|dalle 2|entrata 2|2a entrata|secondo inizio|inizio ii)$/,
  secondEnd: /^(fine 2|alle 2|uscita 2|2a uscita|seconda fine|fine ii)$/,
  code: /^(turno|codice|orario|sigla|fascia|servizio|tipo|tipo turno|orario turno|turni)$/,
};
type Field = keyof typeof headsOf;
type Columns = Partial<Record<Field, number>>;

/** What a table says as a row a shift; null where there is no column of dates. */
export function readList(
  table: Table,
  names: readonly string[],
  given: Corrections,
  today: Day,
): Layout | null {
  const found = listColumns(table, given.headerRow, today);
  if (!found) return null;
  const { headerRow, columns } = found;
  const taken = Object.values(columns).map((column) => ({ column }));
  const span = { from: headerRow + 1, to: table.length };
  const nameColumns = given.nameColumns ?? nameColumnsOf(table, Math.max(headerRow, 0), taken, span);
  const titles = [table.slice(0, Math.max(headerRow, 0)).flat(), names];
  const named = titles
    .map((texts) => texts.flatMap((text) => monthsIn(text, today)))
    .find((months) => months.length > 0);
  const month = given.month ?? (new Set(named).size === 1 ? (named?.[0] ?? null) : null);
  const { rows, unreadRows } = listRows(table, found, nameColumns, {
    month,
    today,
    firstRow: given.firstPeopleRow ?? 0,
  });
  if (isMonthFirst(table, found)) openEitherWay(table, rows);
  const days = rows.flatMap(({ cells }) => cells.map(({ day }) => day)).filter((day) => day !== null);
  const needsMonth =
    rows.some(({ cells }) => cells.some(({ problem }) => problem === 'no_day')) && month === null;
  const first = days.toSorted()[0];
  return {
    shape: 'list',
    headerRow: headerRow < 0 ? null : headerRow,
    nameColumns,
    firstDayColumn: columns.date ?? null,
    month: given.month ?? (first === undefined ? month : monthOf(first)),
    rows,
    problem: nameColumns.length === 0 ? 'no_names' : needsMonth && days.length === 0 ? 'no_month' : null,
    unreadColumns: unreadHeads(table, headerRow, [...Object.values(columns), ...nameColumns]),
    unreadRows,
  };
}

function listColumns(
  table: Table,
  given: number | undefined,
  today: Day,
): { headerRow: number; columns: Columns } | null {
  for (let row = given ?? 0; row < Math.min(table.length, (given ?? 40) + 1); row += 1) {
    const columns: Columns = {};
    for (const field of Object.keys(headsOf) as Field[]) {
      const column = (table[row] ?? []).findIndex((text) =>
        headsOf[field].test(plainText(text).replace(/[.:]+$/, '')),
      );
      if (column >= 0) columns[field] = column;
    }
    const isWhole = columns.code !== undefined || (columns.start !== undefined && columns.end !== undefined);
    if (columns.date !== undefined && isWhole) return { headerRow: row, columns };
  }
  return withoutHeads(table, today);
}

/** A list that begins at once: the dates are where most cells are dates, the times in the next columns but the name's. */
function withoutHeads(table: Table, today: Day): { headerRow: number; columns: Columns } | null {
  const share = (column: number, fits: (text: string) => boolean): number =>
    table.filter((_, row) => fits(cellAt(table, row, column))).length / table.length;
  const columns = Array.from({ length: widthOf(table) }, (_, column) => column);
  const isDate = (text: string): boolean => {
    const mark = readDayMark(text);
    return mark !== null && datedDay(mark, today) !== null;
  };
  const date = columns.find((column) => share(column, isDate) >= 0.8);
  if (date === undefined) return null;
  const times = columns.filter((column) => share(column, (text) => /^\d{1,2}[:.]\d\d$/.test(text)) >= 0.6);
  const [start, end] = times;
  if (start !== undefined && end !== undefined) return { headerRow: -1, columns: { date, start, end } };
  const code = columns.find((column) => column > date && share(column, (text) => text !== '') >= 0.6);
  return code === undefined ? null : { headerRow: -1, columns: { date, code } };
}

function listRows(
  table: Table,
  { headerRow, columns }: { headerRow: number; columns: Columns },
  nameColumns: readonly number[],
  context: { month: Month | null; today: Day; firstRow: number },
): { rows: NamedRow[]; unreadRows: number[] } {
  const rows: NamedRow[] = [];
  const unreadRows: number[] = [];
  for (let row = headerRow + 1; row < table.length; row += 1) {
    if ((table[row] ?? []).every((text) => text.trim() === '')) continue;
    const name = nameColumns
      .map((column) => cellAt(table, row, column))
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
    const dated = columns.date === undefined ? '' : cellAt(table, row, columns.date);
    if (row < context.firstRow || name === '' || dated === '') unreadRows.push(row);
    else rows.push({ row, name, cells: [listCell(table, row, columns, context)] });
  }
  return { rows, unreadRows };
}

const numericDate = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/;

/** Whether dates of the column have the month first, as American programs write them: no 13th month, but a 13th day. */
function isMonthFirst(table: Table, { columns }: { columns: Columns }): boolean {
  const dates = table.flatMap((_, row) => {
    const [, one, other] = numericDate.exec(cellAt(table, row, columns.date ?? 0)) ?? [];
    return one === undefined ? [] : [[Number(one), Number(other)] as const];
  });
  return (
    dates.some(([one, other]) => one <= 12 && other > 12 && other <= 31) && dates.every(([one]) => one <= 12)
  );
}

/** Among such dates one that is a day either way may be either. */
function openEitherWay(table: Table, rows: readonly NamedRow[]): void {
  for (const { cells } of rows) {
    for (const cell of cells) {
      const [, one, other] = numericDate.exec(cellAt(table, cell.row, cell.column)) ?? [];
      if (cell.problem === null && one !== undefined && Number(one) !== Number(other))
        cell.problem = 'no_day';
    }
  }
}

function listCell(
  table: Table,
  row: number,
  columns: Columns,
  { month, today }: { month: Month | null; today: Day },
): DayCell {
  const text = (field: Field): string => {
    const column = columns[field];
    return column === undefined ? '' : cellAt(table, row, column);
  };
  const column = columns.date ?? 0;
  const mark = readDayMark(text('date'));
  const [year = 0, number = 0] = (month ?? '').split('-').map(Number);
  const day = mark && (mark.month === undefined ? dayOf(year, number, mark.date) : datedDay(mark, today));
  const parts = [
    [text('start'), text('end')],
    [text('secondStart'), text('secondEnd')],
  ].filter(([start, end]) => start !== '' || end !== '');
  const times = parts.map(([start, end]) => `${start}-${end}`).join(' ');
  const isAgreed = mark && day && agrees(day, mark);
  return {
    row,
    column,
    day: day ?? null,
    text: times === '' ? text('code') : times,
    problem: day === null ? 'no_day' : isAgreed ? null : 'weekday',
  };
}

function unreadHeads(table: Table, headerRow: number, read: readonly number[]): string[] {
  const heads = (table[headerRow] ?? []).filter(
    (text, column) => text.trim() !== '' && !read.includes(column),
  );
  return [...new Set(heads.map((text) => text.trim()))].slice(0, 12);
}
