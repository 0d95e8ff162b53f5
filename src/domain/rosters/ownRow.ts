import { addDays } from '../calendar/day.ts';
import type { ShiftDraft } from '../shifts/rules.ts';
import { readEntries } from './entries.ts';
import { findMapping, withLinesSplit } from './findMapping.ts';
import type { Edits, Mapping } from './mapping.ts';
import { type Colleague, isWholeName, matchName } from './names.ts';
import { type ReadCell, type Reading, type ReadingInput, readRoster } from './reading.ts';
import { cellAt, isBlankRow, type Table, turned, widthOf } from './table.ts';

interface OwnInput extends Omit<ReadingInput, 'colleagues' | 'who'> {
  me: Colleague;
  /** The name of the person's row, or `allRows`; undefined until chosen. */
  said: string | undefined;
}

/** All rows are the person's. Not a possible name, since names are not empty. */
export const allRows = '';

export interface OwnReading {
  reading: Reading;
  /** The names in the table, possible matches first. */
  names: string[];
  /** The name of the own row; null if it must be asked. */
  name: string | null;
  /** A row without heads, whose first day must be asked. */
  needsFirstDay: boolean;
  /** The clear days of the own row. */
  drafts: ShiftDraft[];
}

/**
 * Reads a person's own row: from a roster of many people, discarding the others, from their own table, with or without
 * their name, or from a single row copied without heads.
 */
export function readOwnRow({ table: file, me, said, edits: asked, ...input }: OwnInput): OwnReading {
  const given = withLinesSplit(file);
  const find = ({ table, edits }: Prepared) =>
    findMapping(table, input.names, edits, input.today, input.hidden);
  const bare = bareRow(given);
  const isBare = bare !== null && find({ table: given, edits: {} }).problem === 'no_days';
  const headed = isBare && asked.firstDay ? withHeads(bare, asked, me) : { table: given, edits: asked };
  const prepared = withNames(headed, find(headed), me);
  const { table, edits } = prepared;
  const mapping = find(prepared);
  const rows = readEntries(mapping.isTurned ? turned(table) : table, mapping);
  const names = [...new Set(rows.map(({ name }) => name))];
  const fitting = names.filter((name) => matchName(name, [me]).candidates.length > 0);
  const name = said === allRows || (said !== undefined && names.includes(said)) ? said : ownName(names, me);
  const isOwn = (one: string): boolean => name === allRows || one === name;
  const reading = readRoster({
    ...input,
    table,
    edits,
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

/** The person's whole name if unique, or the only row if it may be theirs; initials may be a colleague's. */
function ownName(names: readonly string[], me: Colleague): string | null {
  const [first, ...others] = names.filter((name) => isWholeName(name, me));
  if (first !== undefined) return others.length === 0 ? first : null;
  const [only, second] = names;
  const isOnly = only !== undefined && second === undefined;
  return isOnly && matchName(only, [me]).certainty === 'sure' ? only : null;
}

/** The only row of a table, if it may be days. */
function bareRow(table: Table): readonly string[] | null {
  const filled = table.filter((row) => !isBlankRow(row));
  const [row, second] = filled;
  return row && !second && row.length > 1 ? row : null;
}

interface Prepared {
  table: Table;
  edits: Edits;
}

/** Adds a line of days above a row, beginning after the name. */
function withHeads(row: readonly string[], { firstDay = '', columns }: Edits, me: Colleague): Prepared {
  const isTwo = isWholeName(row.slice(0, 2).join(' '), me);
  const from = isTwo ? 2 : matchName(row[0] ?? '', [me]).candidates.length;
  const heads = row.map((_, column) => (column < from ? '' : addDays(firstDay, column - from)));
  return {
    table: [heads, [...row.slice(0, from).map(() => ''), ...row.slice(from)]],
    edits: { shape: 'grid', headRow: 0, isTurned: false, columns },
  };
}

/** Adds the person's name to a table without names, in a new column next to no day column. */
function withNames({ table: given, edits }: Prepared, mapping: Mapping, me: Colleague): Prepared {
  const { problem, shape, headRow, isTurned } = mapping;
  if (problem !== 'no_names') return { table: given, edits };
  const table = isTurned ? turned(given) : given;
  const column = widthOf(table) + 1;
  const from = headRow + 1;
  const end = shape === 'grid' ? table.findIndex((row, index) => index > from && isEnd(row)) : -1;
  const isNamed = (row: number): boolean => row >= from && (end === -1 || row < end);
  const named = table.map((row, index) =>
    isBlankRow(row) || !isNamed(index)
      ? row
      : [...Array.from({ length: column }, (_, at) => cellAt([row], 0, at)), me.name],
  );
  return {
    table: isTurned ? turned(named) : named,
    edits: { ...edits, isTurned, columns: { ...edits.columns, [column]: 'name' } },
  };
}

/** Whether the rows of days end here: an empty line or a legend. */
const isEnd = (row: readonly string[]): boolean => isBlankRow(row) || row.some((text) => text.includes('='));

function draftOf({ day, meaning }: ReadCell): ShiftDraft[] {
  if (day === null || meaning === null) return [];
  if (meaning.kind === 'work') return [{ ...meaning.duty, date: day }];
  return meaning.kind === 'off' && meaning.absence ? [{ workLocation: meaning.absence, date: day }] : [];
}
