import { describe, expect, test } from 'vitest';
import { findMapping } from './findMapping.ts';
import type { Edits } from './mapping.ts';
import { readRoster, type ReadingInput, type Reading } from './reading.ts';
import { rememberNames, withoutAccount } from './readNames.ts';
import {
  mostNames,
  recallEdits,
  rememberEdits,
  type RememberedLayout,
  rememberedLayoutSchema,
  rememberedNameSchema,
  type RememberedName,
} from './remembered.ts';
import { pastedTable, type Table } from './table.ts';

const today = '2026-11-23';
const tableOf = (text: string): Table => pastedTable(text.trim().replace(/ *\| */g, '\t'));

/** A file with staff numbers before the names, and hours between the days. */
const fileOf = (month: string, rows: string, heads = 'Cod | Umore | Chi | 1 | 2 | h | 3 | 4 | 5'): Table =>
  tableOf(`${month}\n${heads}\n${rows}`);
const december = fileOf(
  'DICEMBRE 2026',
  'uno due | Turno fisso | Rossi M. | 6-14 | 6-14 | 16 | 14-22 | R | R\ntre | Turno vario | Squadra B | 6-14 | R | 8 | R | R | R',
);
const january = fileOf(
  'GENNAIO 2027',
  'uno due | Turno fisso | Rossi M. | 14-22 | R | 8 | 6-14 | 6-14 | R\ntre | Turno vario | Squadra B | 6-14 | R | 8 | R | R | R',
);
const said: Edits = { columns: { 0: 'ignore', 1: 'ignore', 2: 'name', 5: 'ignore' } };

const find = (table: Table) => (edits: Edits) => findMapping(table, [], edits, today);
const remembered = (edits: Edits, table = december, before: RememberedLayout = {}): RememberedLayout =>
  rememberEdits(before, edits, find(table)(edits));
const recalled = (table: Table, layout = remembered(said), edits: Edits = {}): Edits =>
  recallEdits(layout, edits, find(table));

describe('columns', () => {
  test('of a first file apply to a second one with the same heads, without questions', () => {
    expect(rememberedLayoutSchema.parse(remembered(said))).toEqual({
      columns: [
        { head: 'cod', as: 'ignore' },
        { head: 'umore', as: 'ignore' },
        { head: 'chi', as: 'name' },
        { head: 'h', as: 'ignore' },
      ],
    });
    expect(find(january)({}).columns.filter((column) => column === 'asked')).toHaveLength(4);
    expect(recalled(january)).toMatchObject(said);
    expect(find(january)(recalled(january))).toMatchObject({ month: '2027-01', problem: null });
    expect(find(january)(recalled(january)).columns).not.toContain('asked');
  });

  test('are found again after moving', () => {
    const moved = [['Azienda'], [''], ...january.map((row) => ['', ...row])];
    expect(recalled(moved).columns).toEqual({ 1: 'ignore', 2: 'ignore', 3: 'name', 6: 'ignore' });
  });

  test('columns with another head or none are not recognised', () => {
    const rows = 'uno | Vario | Rossi M. | 6-14 | R | 8 | R | R | R';
    const other = fileOf('GENNAIO 2027', rows, 'Cod | Umore | Chi è | 1 | 2 | | 3 | 4 | 5');
    expect(recalled(other).columns).toEqual({ 0: 'ignore', 1: 'ignore' });
    expect(remembered({ columns: { 5: 'ignore' } }, other)).toEqual({});
  });

  test('two with the same head are distinguished by order', () => {
    const rows = 'uno | due | Rossi M. | 6-14 | R | R | R | R';
    const doubled = fileOf('GENNAIO 2027', rows, 'Chi | Chi | Umore | 1 | 2 | 3 | 4 | 5');
    const layout = remembered({ columns: { 0: 'ignore', 1: 'name' } }, doubled);
    expect(layout.columns?.map(({ head }) => head)).toEqual(['chi', 'chi 2']);
    expect(recalled(doubled, layout).columns).toEqual({ 0: 'ignore', 1: 'name' });
  });

  test('choices for this file take precedence and replace remembered ones', () => {
    expect(recalled(january, remembered(said), { columns: { 0: 'name' } }).columns).toMatchObject({
      0: 'name',
    });
    const { columns } = remembered({ columns: { 0: 'name' } }, january, remembered(said));
    expect(columns?.filter(({ head }) => head === 'cod')).toEqual([{ head: 'cod', as: 'name' }]);
    expect(columns).toHaveLength(4);
  });

  test('days are not remembered', () => {
    expect(remembered({ columns: { 3: { day: '2026-12-02' } } })).toEqual({});
  });

  test('a table is transposed again and read the same way', () => {
    expect(remembered({ isTurned: true, shape: 'list' })).toEqual({ isTurned: true, shape: 'list' });
    expect(recalled(january, { isTurned: false })).toMatchObject({ isTurned: false });
  });
});

const mario = { id: '00000000-0000-4000-8000-000000000001', name: 'Mario Rossi' };
const marco = { id: '00000000-0000-4000-8000-000000000002', name: 'Marco Rossi' };
const matteo = { id: '00000000-0000-4000-8000-000000000003', name: 'Matteo Rossi' };

describe('names', () => {
  const read = (table: Table, given: Partial<ReadingInput> = {}): Reading =>
    readRoster({
      table,
      names: [],
      edits: recalled(table),
      colleagues: [mario, marco],
      facts: { variant: 'standard', usual: [], remembered: { R: { kind: 'off' } }, answers: {} },
      who: {},
      today,
      ...given,
    });
  const who = { 'Rossi M.': marco.id, 'Squadra B': null };
  const known = (): RememberedName[] => rememberNames(read(december, { who }), who, []);

  test('the second month’s file needs no corrections', () => {
    const first = read(december, { edits: said });
    expect(first.names.map(({ isSettled }) => isSettled)).toEqual([false, false]);
    expect(known()).toEqual([
      { name: 'rossi m.', userId: marco.id, withoutAccount: false, others: [mario.id, marco.id] },
      { name: 'squadra b', userId: null, withoutAccount: false, others: [] },
    ]);
    for (const one of known()) expect(rememberedNameSchema.parse(one)).toEqual(one);
    const second = read(january, { known: known() });
    expect(second.names.map(({ isSettled }) => isSettled)).toEqual([true, true]);
    expect(second.roster?.unclaimed).toEqual([]);
    expect(second.roster?.people).toMatchObject([
      {
        userId: marco.id,
        name: 'Rossi M.',
        days: [{ day: '2027-01-01', duty: { startTime: '14:00' } }, {}, {}, {}, {}],
      },
    ]);
    // still valid ones stay remembered
    expect(rememberNames(second, {}, known())).toEqual(known());
  });

  test('names are compared without case, accents and blanks', () => {
    const shouted = january.map((row) => row.map((text) => (text === 'Rossi M.' ? 'ROSSÌ  M.' : text)));
    expect(read(shouted, { known: known() }).names[0]).toMatchObject({ userId: marco.id, isSettled: true });
  });

  test('a name that somebody else now matches is asked about again', () => {
    const colleagues = [mario, marco, matteo];
    const { names, roster } = read(january, { known: known(), colleagues });
    expect(names[0]).toMatchObject({ userId: null, isSettled: false });
    expect(roster).toBeNull();
    const team = { id: matteo.id, name: 'Squadra B' };
    expect(read(january, { known: known(), colleagues: [mario, marco, team] }).names[1]).toMatchObject({
      userId: team.id,
    });
  });

  test('new choices take precedence', () => {
    const now = { 'Rossi M.': mario.id };
    const reading = read(january, { known: known(), who: now });
    expect(reading.names[0]).toMatchObject({ userId: mario.id, isSettled: true });
    expect(rememberNames(reading, now, known())[0]).toMatchObject({ name: 'rossi m.', userId: mario.id });
  });

  test('people without an account stay so', () => {
    const waits = rememberNames(
      read(december, { who: { 'Squadra B': withoutAccount } }),
      { 'Squadra B': withoutAccount },
      [],
    );
    expect(waits).toEqual([{ name: 'squadra b', userId: null, withoutAccount: true, others: [] }]);
    expect(read(january, { known: waits }).roster?.unclaimed?.map(({ name }) => name)).toEqual(['Squadra B']);
  });

  test('unambiguous names are not remembered, and only so many others', () => {
    const sure = read(december, { colleagues: [{ ...mario, name: 'M. Rossi' }] });
    expect(sure.names[0]).toMatchObject({ userId: mario.id, isSettled: true });
    expect(rememberNames(sure, {}, [])).toEqual([]);
    const many = Array.from({ length: mostNames + 5 }, (_, index) => `Persona ${index}`);
    const reading = {
      names: many.map((name) => ({
        name,
        userId: null,
        certainty: 'open' as const,
        candidates: [],
        isSettled: true,
      })),
    };
    expect(rememberNames(reading, Object.fromEntries(many.map((name) => [name, null])), [])).toHaveLength(
      mostNames,
    );
  });
});
