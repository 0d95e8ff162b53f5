import { addDays, type Day, daysBetween, type Week } from '../calendar/day.ts';
import { formatMonth, monthOf } from '../calendar/month.ts';
import type { DayCell, NamedRow } from './cells.ts';
import { readEntries } from './entries.ts';
import { findMapping, type Hidden, withLinesSplit } from './findMapping.ts';
import { type LegendItem, readLegend } from './legend.ts';
import type { CellProblem, Edits, Mapping } from './mapping.ts';
import { isSameMeaning, type LegendFacts, legendKey, type Meaning } from './meaning.ts';
import { type Colleague, keyOfName } from './names.ts';
import { type ReadName, readNames, withoutAccount } from './readNames.ts';
import type { RememberedName } from './remembered.ts';
import { mostNameCharacters, mostRosterDays, type Roster, type RosterDay } from './schema.ts';
import { type Table, turned } from './table.ts';

export interface ReadingInput {
  table: Table;
  hidden?: Hidden | undefined;
  /** The names of sheet and file, which may contain the month. */
  names: readonly string[];
  edits: Edits;
  /** The days to read, if the file has more than a roster may have. */
  period?: Week | null | undefined;
  colleagues: readonly Colleague[];
  facts: LegendFacts;
  /** The loader's assignments of names: a colleague or `withoutAccount`; null: left out. */
  who: Readonly<Record<string, string | null>>;
  /** Assignments from earlier files. */
  known?: readonly RememberedName[];
  today: Day;
}

/** A person's day in the table; `meaning` is null while unclear. */
export interface ReadCell extends Omit<DayCell, 'problem'> {
  meaning: Meaning | null;
  problem: CellProblem | 'unknown_text' | null;
}

export interface ReadPerson {
  /** Null without an account. */
  userId: string | null;
  name: string;
  /** By day; cells without a readable day last. */
  cells: ReadCell[];
}

export interface Reading {
  mapping: Mapping;
  /** Transposed if the mapping says so. */
  table: Table;
  /** The span of the whole file; null if it has no days, or none readable yet. */
  span: Week | null;
  /** The file has more days than a roster may have, so a period must be chosen. */
  needsPeriod: boolean;
  names: ReadName[];
  legend: LegendItem[];
  people: ReadPerson[];
  /** What can be loaded now, without unclear cells and people; null if nothing. */
  roster: Pick<Roster, 'title' | 'days' | 'people' | 'unclaimed'> | null;
}

/** Reads a table as a roster: each cell has one meaning or is unclear; none is guessed. */
export function readRoster({ table: file, ...rest }: ReadingInput): Reading {
  const table = withLinesSplit(file);
  const { names, edits, hidden, today, period = null } = rest;
  const mapping = findMapping(table, names, edits, today, hidden);
  const seen = mapping.isTurned ? turned(table) : table;
  const all = readEntries(seen, mapping);
  const span = spanOf(all);
  const needsPeriod = span !== null && period === null && daysBetween(span.from, span.to) >= mostRosterDays;
  const read = needsPeriod
    ? []
    : all.map((row) => within(row, period)).filter(({ cells }) => cells.length > 0);
  return { mapping, table: seen, span, needsPeriod, ...readPeople(read, { ...rest, table }) };
}

function spanOf(rows: readonly NamedRow[]): Week | null {
  const days = rows
    .flatMap(({ cells }) => cells.flatMap(({ day, problem }) => (problem === null && day ? [day] : [])))
    .toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}

const within = (row: NamedRow, period: Week | null): NamedRow => ({
  ...row,
  cells: row.cells.filter(
    ({ day }) => period === null || (day !== null && day >= period.from && day <= period.to),
  ),
});

function readPeople(
  named: readonly NamedRow[],
  { table, colleagues, facts, who, known = [] }: ReadingInput,
): Pick<Reading, 'names' | 'legend' | 'people' | 'roster'> {
  const found = readNames(named, colleagues, who, known);
  const userOf = new Map(
    found.flatMap(({ name, userId }) => (userId === null ? [] : [[name, userId] as const])),
  );
  const rows = named.flatMap(({ name, cells }) => {
    const userId = userOf.get(name);
    return userId === undefined ? [] : [{ userId, name, cells }];
  });
  const legend = readLegend(countTexts(rows.flatMap(({ cells }) => cells)), table, facts);
  const meanings = new Map(legend.map(({ text, meaning }) => [text, meaning]));
  const groupOf = ({ userId, name }: { userId: string; name: string }): string =>
    userId === withoutAccount ? keyOfName(name) : userId;
  const people = [...Map.groupBy(rows, groupOf).values()].map((own) => ({
    userId: own[0]?.userId === withoutAccount ? null : (own[0]?.userId ?? null),
    name: own[0]?.name ?? '',
    cells: readCells(
      own.flatMap(({ cells }) => cells),
      meanings,
    ),
  }));
  const settled = new Set(found.filter(({ isSettled }) => isSettled).map(({ userId }) => userId));
  return {
    names: found,
    legend,
    people,
    roster: rosterOf(people.filter(({ userId }) => userId === null || settled.has(userId))),
  };
}

function countTexts(cells: readonly DayCell[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text, problem } of cells) {
    const key = legendKey(text);
    if (problem === null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function readCells(cells: readonly DayCell[], meanings: ReadonlyMap<string, Meaning | null>): ReadCell[] {
  const read = cells.map((cell): ReadCell => {
    const meaning = cell.problem === null ? (meanings.get(legendKey(cell.text)) ?? null) : null;
    return { ...cell, meaning, problem: cell.problem ?? (meaning === null ? 'unknown_text' : null) };
  });
  const byDay = Map.groupBy(read, ({ day }) => day);
  return [...byDay]
    .flatMap(([day, same]) => (day === null ? same : [oneOf(same)]))
    .toSorted((one, other) => ((one.day ?? '9') < (other.day ?? '9') ? -1 : 1));
}

/** Merges a day's cells from several places: unclear unless equal. */
function oneOf(cells: ReadCell[]): ReadCell {
  const filled = cells.filter(({ text }) => text !== '');
  const [first, ...others] = filled.length > 0 ? filled : cells;
  if (!first) throw new Error('no cell of this day');
  const isOne = others.every(
    ({ meaning, text }) =>
      text === first.text ||
      (meaning !== null && first.meaning !== null && isSameMeaning(meaning, first.meaning)),
  );
  if (isOne) return first;
  const text = [first, ...others].map((cell) => cell.text).join(' | ');
  return { ...first, text, meaning: null, problem: 'two_entries' };
}

function rosterOf(people: readonly ReadPerson[]): Reading['roster'] {
  const told = people.map(({ userId, name, cells }) => ({
    userId,
    name: name.replace(/\s+/g, ' ').trim().slice(0, mostNameCharacters),
    days: cells.flatMap(rosterDay),
  }));
  const filled = told.filter(({ days }) => days.length > 0);
  const days = filled.flatMap((person) => person.days.map(({ day }) => day)).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return null;
  return {
    title: titleOf(from, to),
    days: { from, to },
    people: filled.flatMap(({ userId, ...person }) => (userId === null ? [] : [{ userId, ...person }])),
    unclaimed: filled.flatMap(({ userId, ...person }) => (userId === null ? [person] : [])),
  };
}

function rosterDay({ day, meaning }: ReadCell): RosterDay[] {
  if (day === null || meaning === null || meaning.kind === 'skip') return [];
  return [{ day, duty: meaning.kind === 'work' ? meaning.duty : null }];
}

/** 'dicembre 2026', 'dicembre 2026 (7–20)', 'dicembre 2026 – gennaio 2027': for use after 'Il tabellone di'. */
function titleOf(from: Day, to: Day): string {
  const month = formatMonth(monthOf(from));
  if (monthOf(from) !== monthOf(to)) return `${month} – ${formatMonth(monthOf(to))}`;
  return addDays(from, 20) <= to ? month : `${month} (${Number(from.slice(8))}–${Number(to.slice(8))})`;
}
