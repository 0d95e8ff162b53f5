import { type DayCell, further, type NamedRow, nameAt, rangeText } from './cells.ts';
import { saysNothing } from './gridRows.ts';
import { listEntries } from './listEntries.ts';
import { type Block, columnsAs, type DayColumn, isAsked, type Mapping } from './mapping.ts';
import { legendKey } from './meaning.ts';
import { cellAt, type Table } from './table.ts';

/** The entries of a (transposed) table by its mapping; empty while a question is open. */
export function readEntries(table: Table, mapping: Mapping): NamedRow[] {
  if (isAsked(mapping)) return [];
  if (mapping.shape === 'list') return listEntries(table, mapping);
  const rows = mapping.blocks.flatMap((block) => blockEntries(table, mapping, block));
  return columnsAs(mapping.columns, 'code').length > 0 ? rows.flatMap(peopleOf) : rows;
}

function blockEntries(table: Table, mapping: Mapping, block: Block): NamedRow[] {
  const named: NamedRow[] = [];
  const [code] = columnsAs(mapping.columns, 'code');
  for (let row = block.from; row < block.to; row += 1) {
    if (mapping.rows[row] !== 'data') continue;
    const name = code === undefined ? nameAt(table, mapping, row) : cellAt(table, row, code);
    const cells = cellsOf(table, row, block);
    const above = named.at(-1);
    if (name !== '') named.push({ row, name, cells });
    else if (above) above.cells = joined(above.cells, cells);
  }
  return named;
}

function cellsOf(table: Table, row: number, { days }: Block): DayCell[] {
  const cells: DayCell[] = [];
  const groups = Map.groupBy([...days], ([column, { day }]) => day ?? `column ${column}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const [column, { day, problem }] = first;
    const text = dayText(group.map(([at, meaning]) => ({ meaning, text: cellAt(table, row, at) })));
    if (day !== null || text !== '')
      cells.push({ row, column, day, text, problem: problem ?? (day ? null : 'no_day') });
  }
  return cells;
}

/** '06:00-14:00' from start and end columns, followed by the texts of the day's other columns. */
function dayText(parts: readonly { meaning: DayColumn; text: string }[]): string {
  const textOf = (part: DayColumn['part']): string =>
    parts.find(({ meaning }) => meaning.part === part)?.text ?? '';
  const times = [
    [textOf('start'), textOf('end')],
    [textOf('start2'), textOf('end2')],
  ].flatMap(([start = '', end = '']) => rangeText(start, end));
  const whole = parts.flatMap(({ meaning, text }) =>
    meaning.part === undefined && text !== '' ? [text] : [],
  );
  return [...new Set([...whole, ...times])].join(further);
}

function joined(cells: readonly DayCell[], below: readonly DayCell[]): DayCell[] {
  const texts = new Map(below.map(({ column, text }) => [column, text]));
  return cells.map((cell) => {
    const text = texts.get(cell.column) ?? '';
    if (saysNothing(text)) return cell;
    return { ...cell, text: cell.text === '' ? text : `${cell.text}${further}${text}` };
  });
}

/** Turns a row for a post, with people in its cells, into rows for the people. */
function peopleOf({ row, name: text, cells }: NamedRow): NamedRow[] {
  return cells.flatMap((cell) =>
    cell.text
      .split(/\s*(?:[\n,;/+&]|\s+e\s+)\s*/)
      .filter((name) => name !== '')
      .map((name) => ({ row, name: legendKey(name), cells: [{ ...cell, text }] })),
  );
}
