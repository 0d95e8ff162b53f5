import { describe, expect, test } from 'vitest';
import { readLayout } from './layout.ts';
import { readRoster, type ReadingInput, type Reading, rememberNames, withoutAccount } from './reading.ts';
import {
  mostNames,
  recallCorrections,
  rememberCorrections,
  type RememberedLayout,
  rememberedLayoutSchema,
  rememberedNameSchema,
  type RememberedName,
} from './remembered.ts';
import { type Corrections, pastedTable, type Table } from './table.ts';

const today = '2026-11-23';
const tableOf = (text: string): Table => pastedTable(text.trim().replace(/ *\| */g, '\t'));

/** Numbers of staff before the names, a plan of breaks below the heads, hours between the days. */
const fileOf = (month: string, rows: string, heads = 'Cod | Note | Chi | 1 | 2 | h | 3 | 4 | 5'): Table =>
  tableOf(`${month}\n${heads}\n | | Pausa Pranzo | 30 | 30 | | 30 | 30 | 30\n${rows}`);
const december = fileOf(
  'DICEMBRE 2026',
  'uno due | Turno fisso | Rossi M. | 6-14 | 6-14 | 16 | 14-22 | R | R\ntre | Turno vario | Squadra B | 6-14 | R | 8 | R | R | R',
);
const january = fileOf(
  'GENNAIO 2027',
  'uno due | Turno fisso | Rossi M. | 14-22 | R | 8 | 6-14 | 6-14 | R\ntre | Turno vario | Squadra B | 6-14 | R | 8 | R | R | R',
);
const said: Corrections = { nameColumns: [2], firstPeopleRow: 3, ignoredColumns: [5] };

const remembered = (corrections: Corrections, table = december): RememberedLayout =>
  rememberCorrections(table, {}, corrections, readLayout(table, [], corrections, today).headerRow);
const recalled = (table: Table, layout = remembered(said), corrections: Corrections = {}): Corrections =>
  recallCorrections(table, [], layout, corrections, today);

describe('rows and columns', () => {
  test('of a first file hold for the second one, as far as they were said', () => {
    expect(rememberedLayoutSchema.parse(remembered(said))).toEqual({
      nameColumns: [{ column: 2, head: 'chi' }],
      peopleBelow: 2,
      ignoredColumns: [{ column: 5, head: 'h' }],
    });
    expect(recalled(january)).toEqual(said);
    const { rows, unreadRows, month } = readLayout(january, [], recalled(january), today);
    expect(month).toBe('2027-01');
    expect(rows.map(({ name }) => name)).toEqual(['Rossi M.', 'Squadra B']);
    // what stands above the first person is told, not dropped in silence
    expect(unreadRows).toEqual([2]);
    expect(rows[0]?.cells.map(({ text, problem }) => problem ?? text)).toEqual([
      '14-22',
      'R',
      '6-14',
      '6-14',
      'R',
    ]);
  });

  test('are found again where the file has moved', () => {
    const moved = [['Azienda'], [''], ...january.map((row) => ['', ...row])];
    expect(recalled(moved)).toEqual({ nameColumns: [3], firstPeopleRow: 5, ignoredColumns: [6] });
  });

  test('a column with another head is another one; without a head it is in its place', () => {
    const heads = 'Cod | Note | Nominativo | 1 | 2 | 3 | 4 | 5 | 6';
    const other = fileOf('GENNAIO 2027', 'uno | Vario | Rossi M. | 6-14 | R | R | R | R | R', heads);
    expect(recalled(other)).toEqual({ firstPeopleRow: 3 });
    const bare = { ignoredColumns: [{ column: 5, head: '' }] };
    const unheaded = fileOf(
      'GENNAIO 2027',
      'u | V | Rossi M. | 6-14 | R | 8 | R | R | R',
      'Cod | Note | Chi | 1 | 2 | | 3 | 4 | 5',
    );
    expect(recalled(unheaded, bare)).toEqual({ ignoredColumns: [5] });
    expect(recalled(january, bare)).toEqual({});
  });

  test('what is said of this file counts more, and is remembered over what was', () => {
    expect(recalled(january, remembered(said), { nameColumns: [0] })).toMatchObject({ nameColumns: [0] });
    expect(rememberCorrections(january, remembered(said), { nameColumns: [0] }, 1)).toEqual({
      ...remembered(said),
      nameColumns: [{ column: 0, head: 'cod' }],
    });
    expect(rememberCorrections(january, remembered(said), { ignoredColumns: [] }, 1).ignoredColumns).toEqual(
      [],
    );
  });

  test('a day that is left out is this month’s alone', () => {
    const { ignoredColumns } = rememberCorrections(december, {}, { ignoredColumns: [5, 7] }, 1);
    expect(ignoredColumns).toEqual([{ column: 5, head: 'h' }]);
  });

  test('a file in which they lead nowhere is read as if it were the first', () => {
    const list = tableOf('Data | Nome | Inizio | Fine\n01/12/2026 | Rossi M. | 06:00 | 14:00');
    expect(
      recalled(list, { shape: 'grid', headerRow: 7, nameColumns: [{ column: 1, head: 'nome' }] }),
    ).toEqual({});
    expect(recalled(list, { peopleBelow: 9 })).toEqual({});
  });

  test('the shape, the row of heads and the first column of days', () => {
    const places = { shape: 'grid', headerRow: 1, firstDayColumn: 3 } as const;
    expect(remembered(places)).toEqual(places);
    expect(recalled(january, places)).toEqual(places);
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
      corrections: recalled(table),
      colleagues: [mario, marco],
      facts: { variant: 'standard', usual: [], remembered: { R: { kind: 'off' } }, answers: {} },
      who: {},
      today,
      ...given,
    });
  const who = { 'Rossi M.': marco.id, 'Squadra B': null };
  const known = (): RememberedName[] => rememberNames(read(december, { who }), who, []);

  test('the second month’s file needs no correction by hand', () => {
    const first = read(december, { corrections: said });
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
    // what held is remembered on
    expect(rememberNames(second, {}, known())).toEqual(known());
  });

  test('case, accents and blanks do not tell two names apart', () => {
    const shouted = january.map((row) => row.map((text) => (text === 'Rossi M.' ? 'ROSSÌ  M.' : text)));
    expect(read(shouted, { known: known() }).names[0]).toMatchObject({ userId: marco.id, isSettled: true });
  });

  test('once somebody else has such a name it is asked again', () => {
    const colleagues = [mario, marco, matteo];
    const { names, roster } = read(january, { known: known(), colleagues });
    expect(names[0]).toMatchObject({ userId: null, isSettled: false });
    expect(roster).toBeNull();
    const team = { id: matteo.id, name: 'Squadra B' };
    expect(read(january, { known: known(), colleagues: [mario, marco, team] }).names[1]).toMatchObject({
      userId: team.id,
    });
  });

  test('what is said now counts more', () => {
    const now = { 'Rossi M.': mario.id };
    const reading = read(january, { known: known(), who: now });
    expect(reading.names[0]).toMatchObject({ userId: mario.id, isSettled: true });
    expect(rememberNames(reading, now, known())[0]).toMatchObject({ name: 'rossi m.', userId: mario.id });
  });

  test('who waits for an account waits on', () => {
    const waits = rememberNames(
      read(december, { who: { 'Squadra B': withoutAccount } }),
      { 'Squadra B': withoutAccount },
      [],
    );
    expect(waits).toEqual([{ name: 'squadra b', userId: null, withoutAccount: true, others: [] }]);
    expect(read(january, { known: waits }).roster?.unclaimed?.map(({ name }) => name)).toEqual(['Squadra B']);
  });

  test('names beyond doubt are not remembered, and of the others so many', () => {
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
