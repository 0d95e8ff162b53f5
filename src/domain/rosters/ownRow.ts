import { addDays, type Day } from '../calendar/day.ts';
import type { ShiftDraft } from '../shifts/rules.ts';
import { readLayout } from './layout.ts';
import { type Colleague, isWholeName, matchName } from './names.ts';
import { type ReadCell, type Reading, type ReadingInput, readRoster } from './reading.ts';
import { cellAt, type Corrections, type Table, widthOf } from './table.ts';

interface OwnInput extends Omit<ReadingInput, 'colleagues' | 'who'> {
  me: Colleague;
  /** Which row is theirs, by its name, or `allRows`. Undefined as long as nothing was said. */
  said: string | undefined;
}

/** Every row is the person's own. No name is empty. */
export const allRows = '';

export interface OwnReading {
  reading: Reading;
  /** The names of the table, those that may be this person's first. */
  names: string[];
  /** Of the own row; null where it must be asked. */
  name: string | null;
  /** A row without heads: of which day its first cell is must be asked. */
  needsFirstDay: boolean;
  /** What the own row says of the days that are clear. */
  drafts: ShiftDraft[];
}

/**
 * Reads a person's own row: from a roster of many, of which nothing else is kept, from a table of their own, with or
 * without their name, or from a single row that was copied without its heads.
 */
export function readOwnRow({ table: given, me, said, corrections: asked, ...input }: OwnInput): OwnReading {
  const bare = bareRow(given);
  const isBare = bare !== null && readLayout(given, input.names, {}, input.today).problem === 'no_shape';
  const headed = isBare && asked.firstDay ? withHeads(bare, asked, me) : { table: given, corrections: asked };
  const { table, corrections } = withNames(headed, input, me);
  const layout = readLayout(table, input.names, corrections, input.today);
  const names = [...new Set(layout.rows.map(({ name }) => name))];
  const fitting = names.filter((name) => matchName(name, [me]).candidates.length > 0);
  const name = said === allRows || (said !== undefined && names.includes(said)) ? said : ownName(names, me);
  const isOwn = (one: string): boolean => name === allRows || one === name;
  const reading = readRoster({
    ...input,
    table,
    corrections,
    facts: { ...input.facts, isOwn: true },
    colleagues: [me],
    who: Object.fromEntries(names.map((one) => [one, isOwn(one) ? me.id : null])),
  });
  return {
    reading,
    names: [...fitting, ...names.filter((one) => !fitting.includes(one))],
    name,
    needsFirstDay: isBare && !asked.firstDay,
    drafts: reading.people.flatMap(({ cells }) => cells.flatMap(draftOf)),
  };
}

/** A whole name that no other row has, or the only row if it may be theirs; initials may be a colleague's. */
function ownName(names: readonly string[], me: Colleague): string | null {
  const [first, ...others] = names.filter((name) => isWholeName(name, me));
  if (first !== undefined) return others.length === 0 ? first : null;
  const [only, second] = names;
  const isOnly = only !== undefined && second === undefined;
  return isOnly && matchName(only, [me]).certainty === 'sure' ? only : null;
}

/** The only row of a table that has one, where it may be days. */
function bareRow(table: Table): readonly string[] | null {
  const filled = table.filter((row) => row.some((text) => text.trim() !== ''));
  const [row, second] = filled;
  return row && !second && row.length > 1 ? row : null;
}

interface Prepared {
  table: Table;
  corrections: Corrections;
}

/** A row with a line of days above it, the first of them at the column that was said or after the name. */
function withHeads(row: readonly string[], corrections: Corrections, me: Colleague): Prepared {
  const firstDay = corrections.firstDay as Day;
  const isTwo = isWholeName(row.slice(0, 2).join(' '), me);
  const named = isTwo ? 2 : matchName(row[0] ?? '', [me]).candidates.length;
  const from = corrections.firstDayColumn ?? named;
  const heads = row.map((_, column) => (column < from ? '' : addDays(firstDay, column - from)));
  return {
    table: [heads, [...row.slice(0, from).map(() => ''), ...row.slice(from)]],
    corrections: { shape: 'grid' },
  };
}

/** A table without names with the person's own in a column of its own, which no column of days touches. */
function withNames(
  { table, corrections }: Prepared,
  input: Pick<OwnInput, 'names' | 'today'>,
  me: Colleague,
) {
  const { problem, shape, headerRow } = readLayout(table, input.names, corrections, input.today);
  if (problem !== 'no_names') return { table, corrections };
  const column = widthOf(table) + 1;
  const from = (headerRow ?? -1) + 1;
  const end = shape === 'grid' ? table.findIndex((row, index) => index > from && isEnd(row)) : -1;
  const isNamed = (row: number): boolean => row >= from && (end === -1 || row < end);
  const named = table.map((row, index) => {
    const isBlank = row.every((text) => text.trim() === '');
    if (isBlank || !isNamed(index)) return row;
    return [...Array.from({ length: column }, (_, at) => cellAt([row], 0, at)), me.name];
  });
  return { table: named, corrections: { ...corrections, nameColumns: [column] } };
}

/** Below the rows of days stands nothing, or what letters mean. */
const isEnd = (row: readonly string[]): boolean =>
  row.every((text) => text.trim() === '') || row.some((text) => text.includes('='));

function draftOf({ day, meaning }: ReadCell): ShiftDraft[] {
  if (day === null || meaning === null) return [];
  if (meaning.kind === 'work') return [{ ...meaning.duty, date: day }];
  return meaning.kind === 'off' && meaning.absence ? [{ workLocation: meaning.absence, date: day }] : [];
}
