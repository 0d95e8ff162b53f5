import { addDays, type Day } from '../calendar/day.ts';
import { type DayCell, further, type NamedRow, nameAt, rangeText } from './cells.ts';
import { agrees, weekdaysOfWord } from './dayMarks.ts';
import { areWeekdays } from './headWords.ts';
import { type ListDays, readListDay, spanOfDays } from './listDays.ts';
import { type CellProblem, columnsAs, type Field, type Mapping } from './mapping.ts';
import { cellAt, type Table } from './table.ts';

/** Reads one shift per row: rows of the same person and day are parts of a split shift. */
export function listEntries(table: Table, mapping: Mapping): NamedRow[] {
  const rows = mapping.rows.flatMap((row, index) => (row === 'data' ? [index] : []));
  const reader = readerOf(table, mapping, rows);
  const read = rows.map((row): NamedRow => ({ row, name: nameAt(table, mapping, row), cells: reader(row) }));
  return [...Map.groupBy(read, ({ name }) => name).values()].map(([first, ...others]) => {
    if (!first) throw new Error('a group has a row');
    return { ...first, cells: withSplitShifts([first, ...others].flatMap(({ cells }) => cells)) };
  });
}

function withSplitShifts(cells: readonly DayCell[]): DayCell[] {
  const byDay = Map.groupBy(cells, ({ row, day, problem }) =>
    day === null || problem ? `row ${row} ${day}` : day,
  );
  return [...byDay.values()].flatMap((same) => {
    const [first] = same;
    const texts = [...new Set(same.map(({ text }) => text))].toSorted();
    return first ? [{ ...first, text: texts.join(further) }] : [];
  });
}

type RowReader = (row: number) => DayCell[];

function readerOf(table: Table, mapping: Mapping, rows: readonly number[]): RowReader {
  const { columns, month, reference } = mapping;
  const [date] = columnsAs(columns, 'day');
  const [until] = columnsAs(columns, 'until');
  const weekdays = columns.flatMap((meaning, column) => {
    const texts = rows.map((row) => cellAt(table, row, column)).filter((text) => text !== '');
    return meaning === 'ignore' && areWeekdays(texts) ? [column] : [];
  });
  const daysAt = (row: number): { from: ListDays; to: ListDays | null } => {
    const [start] = columnsAs(columns, 'start');
    const from = readListDay(cellAt(table, row, date ?? start ?? -1), month, reference);
    const text = until === undefined ? '' : cellAt(table, row, until);
    return { from, to: text === '' ? null : readListDay(text, month, reference) };
  };
  const hasSpans = rows.some((row) => {
    const { from, to } = daysAt(row);
    const [first, last] = [from.days?.[0], to?.days?.[0]];
    if (first === undefined || last === undefined) return false;
    return last > addDays(first, 1) || (last > first && !isOvernight(textOf(table, row, columns)));
  });
  const swapped = isMonthFirst(table, rows, date);
  return (row) => {
    const { from, to } = daysAt(row);
    const text = textOf(table, row, columns);
    const { days, problem } = to === null ? from : spanOf(from, to, text, hasSpans);
    const isEither = swapped && isAmbiguous(cellAt(table, row, date ?? -1));
    const cell = (day: Day | null, found: CellProblem | null): DayCell => {
      const words = weekdays.map((column) => weekdaysOfWord(cellAt(table, row, column)));
      const disagrees =
        day !== null && words.some((word) => word && !agrees(day, { date: 1, weekdays: word }));
      return {
        row,
        column: date ?? 0,
        day,
        text,
        problem: found ?? (disagrees && days?.length === 1 ? 'weekday' : null),
      };
    };
    if (days === null) return [cell(null, problem ?? 'no_day')];
    return days.map((day) => cell(day, problem ?? (isEither ? 'no_day' : null)));
  };
}

/** A night shift ends on the next day; in a file with spans of days, it may be two nights. */
function spanOf(from: ListDays, to: ListDays, text: string, hasSpans: boolean): ListDays {
  const span = spanOfDays(from, to);
  if (!span.days || span.days.length === 1 || !isOvernight(text)) return span;
  if (span.days.length === 2 && !hasSpans) return { ...span, days: span.days.slice(0, 1) };
  return { ...span, problem: span.problem ?? 'unclear_span' };
}

function isOvernight(text: string): boolean {
  const [, start, end] = /(\d{1,2}(?:[:.]\d\d)?) ?- ?(\d{1,2}(?:[:.]\d\d)?)$/.exec(text) ?? [];
  const minutes = (time = ''): number =>
    Number(time.split(/[:.]/)[0]) * 60 + Number(time.split(/[:.]/)[1] ?? 0);
  return start !== undefined && minutes(end) <= minutes(start);
}

/** 'Mattina 06:00-14:00', 'Ferie': code and times as one cell. */
function textOf(table: Table, row: number, columns: Mapping['columns']): string {
  const at = (...wanted: Field[]): string =>
    columnsAs(columns, ...wanted)
      .map((column) => cellAt(table, row, column))
      .filter((text) => text !== '')
      .join(' ');
  const time = (field: Field): string => at(field).replace(/^.*\d[/-]\d+[ T](?=\d{1,2}:)/, '');
  const times = [...rangeText(time('start'), time('end')), ...rangeText(time('start2'), time('end2'))];
  return [at('code'), times.join(' ')].filter((text) => text !== '').join(' ');
}

const numericDate = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/;

/** Whether dates have the month first, as in American programs: never a first number above 12, but a second. */
function isMonthFirst(table: Table, rows: readonly number[], column: number | undefined): boolean {
  const dates = rows.flatMap((row) => {
    const [, one, other] = numericDate.exec(cellAt(table, row, column ?? -1)) ?? [];
    return one === undefined ? [] : [[Number(one), Number(other)] as const];
  });
  return (
    dates.some(([one, other]) => one <= 12 && other > 12 && other <= 31) && dates.every(([one]) => one <= 12)
  );
}

/** A date that is valid with either order. */
function isAmbiguous(text: string): boolean {
  const [, one, other] = numericDate.exec(text) ?? [];
  return one !== undefined && Number(one) !== Number(other);
}
