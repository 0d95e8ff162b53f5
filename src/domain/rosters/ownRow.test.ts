import { expect, test } from 'vitest';
import { layouts, rosters } from '../../../tests/support/rosterTables.ts';
import { addDays } from '../calendar/day.ts';
import type { Legend } from './meaning.ts';
import { allRows, readOwnRow } from './ownRow.ts';
import { pastedTable } from './table.ts';

const today = '2026-11-23';
const me = { id: 'me', name: 'Mario Rossi' };
const morning = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

type Input = Parameters<typeof readOwnRow>[0];
const read = (table: Input['table'], given: Partial<Input> = {}, answers: Legend = {}) =>
  readOwnRow({
    table,
    names: ['dicembre 2026'],
    edits: {},
    me,
    said: undefined,
    facts: { variant: 'standard', usual: [], remembered: {}, answers },
    today,
    ...given,
  });

const heads = ['', '1', '2', '3', '4', '5', '6'];
const row = ['ROSSI MARIO', '6-14', 'Ferie', 'Malattia', 'Riposo', 'M', '14-22'];
const own = [
  { ...morning, date: '2026-12-01' },
  { workLocation: 'ferie', date: '2026-12-02' },
  { workLocation: 'malattia', date: '2026-12-03' },
  { workLocation: 'libero', date: '2026-12-04' },
  { workLocation: 'sede', startTime: '14:00', endTime: '22:00', date: '2026-12-06' },
];

const [[, written]] = rosters;

test.each(layouts)('from a whole roster, %s, everybody gets only their own row', (_, write) => {
  const { table, sheet, legend } = write(written);
  const rest: Legend = Object.fromEntries(
    Object.entries(legend).map(([text, meaning]) => [
      text,
      meaning.kind === 'off' ? ({ kind: 'off', absence: 'libero' } as const) : meaning,
    ]),
  );
  for (const { colleague, shifts } of written.people.slice(0, 5)) {
    const asked = read(table, { names: [sheet], me: colleague }, rest);
    const name = asked.name ?? asked.names[0];
    const { drafts } = read(table, { names: [sheet], me: colleague, said: name }, rest);
    const working = drafts.filter(({ workLocation }) => workLocation === 'sede');
    const told = new Map(working.map(({ date, ...duty }) => [date, duty]));
    for (const [day, duty] of told) expect(duty, `${colleague.name} ${day}`).toMatchObject(shifts.get(day)!);
    expect(told.size).toBe(shifts.size);
  }
});

test('the own row includes rest, holidays and illness; ambiguous letters are asked about', () => {
  const { drafts, reading, name } = read([heads, row]);
  expect(name).toBe('ROSSI MARIO');
  expect(drafts).toEqual(own);
  expect(reading.legend.filter(({ meaning }) => meaning === null)).toMatchObject([
    { text: 'M', proposal: null, doubt: 'mattina o malattia?' },
  ]);
  const answered = read([heads, row], {}, { M: { kind: 'off', absence: 'malattia' } });
  expect(answered.drafts[4]).toEqual({ workLocation: 'malattia', date: '2026-12-05' });
});

test('a letter explained in the file is proposed, but still asked about', () => {
  const { reading } = read([heads, row, [], ['M = Mattina 6-14'], ['Malattia = malattia']]);
  expect(reading.legend.find(({ text }) => text === 'M')).toMatchObject({
    meaning: null,
    proposal: { kind: 'work', duty: morning },
  });
});

test.each(['maternità', 'congedo', 'smonto notte', 'permesso'])(
  'reasons without a kind in the calendar are asked about: %s',
  (text) => {
    const { reading, drafts } = read(
      [heads, ['ROSSI MARIO', text, '6-14', '', '', '', '']],
      {},
      { '': { kind: 'skip' } },
    );
    expect(reading.legend.find((item) => item.text === text)?.meaning).toBeNull();
    expect(drafts).toEqual([{ ...morning, date: '2026-12-02' }]);
  },
);

test('a grid without names is the person’s own, as is a list', () => {
  expect(read([heads.slice(1), row.slice(1)]).drafts).toEqual(own);
  expect(read([heads.slice(1), row.slice(1), [], ['M = Mattina 6-14']], {}, {}).drafts).toEqual(own);
  const list = [
    ['Data', 'Giorno', 'Turno'],
    ['1/12/2026', 'martedì', '6-14'],
    ['2/12/2026', 'mercoledì', 'Ferie'],
  ];
  expect(read(list).drafts).toEqual(own.slice(0, 2));
});

test('a single row without heads asks for its first day', () => {
  const bare = pastedTable(row.join('\t'));
  expect(read(bare)).toMatchObject({ needsFirstDay: true, drafts: [] });
  const edits = { firstDay: '2026-12-01' };
  expect(read(bare, { edits })).toMatchObject({ needsFirstDay: false, drafts: own });
  expect(read([row.slice(1)], { edits }).drafts).toEqual(own);
  expect(read([['Rossi', 'Mario', ...row.slice(1)]], { edits }).drafts).toEqual(own);
  // past the end of a month
  const days = read([row.slice(1)], { edits: { firstDay: '2026-12-29' } }).drafts.map(({ date }) => date);
  expect(days).toEqual([0, 1, 2, 3, 5].map((index) => addDays('2026-12-29', index)));
});

test.each([
  ['another’s only row', [['BIANCHI LUCIA', ...row.slice(1)]]],
  [
    'initials that a colleague may share',
    [
      ['ROSSI M.', ...row.slice(1)],
      ['BIANCHI L.', ...row.slice(1)],
    ],
  ],
  ['two rows of that name', [row, ['Bianchi Lucia', ...row.slice(1)], ['Mario Rossi', ...row.slice(1)]]],
])('%s is not used unless the person chooses it', (_, rows) => {
  const asked = read([heads, ...rows]);
  expect(asked.name).toBeNull();
  expect(asked.drafts).toEqual([]);
  expect(read([heads, ...rows], { said: asked.names[0] }).drafts).toEqual(own);
});

test('the only row may have initials', () => {
  expect(read([heads, ['ROSSI M.', ...row.slice(1)]]).drafts).toEqual(own);
});

test('if all rows are the person’s, contradictory days are left out', () => {
  const other = ['uno', '6-14', '6-14', '', '', '', ''];
  const { drafts, reading } = read([heads, row, other], { said: allRows }, { '': { kind: 'skip' } });
  expect(drafts).toEqual(own.filter(({ date }) => date !== '2026-12-02'));
  expect(reading.people[0]?.cells.filter(({ problem }) => problem === 'two_entries')).toHaveLength(1);
});

test('a grid without names ends at an empty line or a legend', () => {
  const days = heads.slice(1);
  const two = [days, row.slice(1), ['6-14', '', '', '', '', '']];
  expect(read(two).names).toEqual(['Mario Rossi']);
  expect(read([...two, ['M = Mattina 6-14'], ['6-14', '6-14']]).reading.people[0]?.cells.length).toBe(6);
  expect(read([...two, [], ['6-14', '6-14']]).reading.people[0]?.cells.length).toBe(6);
});

test('two rows, or a single cell, are not a single row', () => {
  const edits = { firstDay: '2026-12-01' };
  expect(
    read(
      [
        ['6-14', 'R'],
        ['6-14', 'R'],
      ],
      { edits },
    ),
  ).toMatchObject({ needsFirstDay: false, drafts: [] });
  expect(read([['6-14']])).toMatchObject({ needsFirstDay: false, drafts: [] });
  expect(read([['', ''], ['', '6-14'], []])).toMatchObject({ needsFirstDay: true });
});
