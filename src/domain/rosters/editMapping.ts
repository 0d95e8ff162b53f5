import { type Day, daysOf } from '../calendar/day.ts';
import {
  type ColumnMeaning,
  type DayColumn,
  type Edits,
  type Field,
  isDayColumn,
  type Mapping,
  type RowMeaning,
} from './mapping.ts';

/** The choices for a column of a list, or a non-day column of a grid. */
export const listFields: readonly Field[] = [
  'name',
  'surname',
  'day',
  'start',
  'end',
  'start2',
  'end2',
  'code',
  'until',
  'break',
  'ignore',
];
export const gridFields: readonly Field[] = ['name', 'surname', 'code', 'ignore'];

/** The possible days of a grid column: its own, its neighbours', and those in between. */
export function dayChoices({ columns, blocks }: Mapping, column: number): DayColumn[] {
  const own = blocks[0]?.days.get(column)?.day ?? null;
  const dayBefore = columns.slice(0, column).findLast(isDayColumn)?.day ?? null;
  const dayAfter = columns.slice(column + 1).find(isDayColumn)?.day ?? null;
  const [from, to] = [dayBefore ?? own ?? dayAfter, dayAfter ?? own ?? dayBefore];
  const days = from === null || to === null || from > to ? [] : daysOf({ from, to });
  return days
    .slice(0, mostChoices)
    .flatMap((day): DayColumn[] => [{ day }, { day, part: 'start' }, { day, part: 'end' }]);
}

/** The most days between two columns that are offered as choices. */
const mostChoices = 7;

/** Applies a choice to all unclear columns with the same head. An end column makes the one before it the start column. */
export function editColumn(mapping: Mapping, edits: Edits, column: number, as: ColumnMeaning): Edits {
  const { columns, heads } = mapping;
  const isAlike = (other: number): boolean =>
    other === column ||
    (columns[column] === 'asked' && columns[other] === 'asked' && heads[other] === heads[column]);
  const alike = columns.flatMap((_, other) => (isAlike(other) ? [other] : []));
  const changes = alike.flatMap((other): [number, ColumnMeaning][] => {
    if (!isDayColumn(as)) return [[other, as]];
    const before = columns[other - 1];
    const beforeDay = isDayColumn(before) ? before.day : null;
    if (other !== column && as.part !== 'end') return [];
    const day: Day | null = other === column ? as.day : beforeDay;
    const isPair = as.part === 'end' && beforeDay === day && day !== null;
    return isPair
      ? [
          [other - 1, { day, part: 'start' }],
          [other, { day, part: 'end' }],
        ]
      : other === column
        ? [[other, as]]
        : [];
  });
  return { ...edits, columns: { ...edits.columns, ...Object.fromEntries(changes) } };
}

/** Choosing another head row discards earlier choices. */
export function editRow(edits: Edits, row: number, as: RowMeaning): Edits {
  if (as === 'head') return { ...edits, headRow: row, columns: {}, rows: {} };
  return { ...edits, rows: { ...edits.rows, [row]: as } };
}

/** Transposes the table and maps it anew. */
export const turnMapping = ({ isTurned }: Mapping): Edits => ({ isTurned: !isTurned });
