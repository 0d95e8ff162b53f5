import { expect, test } from 'vitest';
import {
  cells,
  colleagues,
  ignoredRows,
  loaded,
  problems,
  readText,
  rossi,
  week,
} from '../../../tests/support/pastedRosters.ts';
import { addDays } from '../calendar/day.ts';
import { ignoredOf } from './findMapping.ts';
import type { Meaning } from './meaning.ts';
import { sampleFile } from './sheets.ts';
import { pastedTable } from './table.ts';

test('a total between weeks is not a day', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | Tot | 3 | 4 | 5 | Tot\nRossi Mario | 6-14 | 14-22 | 16 | | | 6-14 | 8`;
  const reading = readText(text);
  expect(loaded(reading)).toEqual({ 'Mario Rossi': rossi(1, week) });
  expect(ignoredOf(reading.table, reading.mapping).columns.map(({ head }) => head)).toEqual(['Tot', 'Tot']);
});

test('a second table below uses its own heads', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}\n\nNome | 6 | 7 | 8 | 9 | 10\nRossi Mario | ${cells}\n\ngennaio 2027\nNome | 1 | 2 | 3 | 4 | 5\nRicci Sara | ${cells}`;
  expect(loaded(readText(text))).toEqual({
    'Mario Rossi': [...rossi(1, week), ...rossi(6, week)],
    'Sara Ricci': week.map((time, index) => `2027-01-0${index + 1} ${time}`),
  });
});

test('a person listed twice with different days is unclear on those', () => {
  const text =
    'dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | 6-14 | 6-14 | | | \nRossi Mario | 14-22 | 06:00–14:00 | 6-14 | |';
  expect(problems(readText(text))).toEqual([['two_entries', null, null, null, null]]);
});

test('ambiguous names, and people without an account, are left out until resolved', () => {
  const two = [...colleagues, { id: '4', name: 'Marta Rossi' }];
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nROSSI M. | ${cells}\nVerdi Carlo | ${cells}`;
  const reading = readText(text, { colleagues: two });
  expect(reading.names).toMatchObject([
    { certainty: 'open', candidates: ['0', '4'] },
    { certainty: 'open', candidates: [] },
  ]);
  expect(reading.roster).toBeNull();
  const said = readText(text, { colleagues: two, who: { 'ROSSI M.': '0', 'Verdi Carlo': null } });
  expect(loaded(said)).toEqual({ 'Mario Rossi': rossi(1, week) });
});

test('a misspelled name is proposed, and loaded once confirmed', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nDangleo Nicolo | ${cells}`;
  expect(readText(text)).toMatchObject({ names: [{ certainty: 'likely', userId: '2' }], roster: null });
  expect(Object.keys(loaded(readText(text, { who: { 'Dangleo Nicolo': '2' } })))).toEqual([
    'Niccolò D’Angelo',
  ]);
});

test.each([
  [
    'start and end',
    'Data | Cognome e nome | Inizio | Fine\n01/12/2026 | Rossi Mario | 06:00 | 14:00\n02/12/2026 | Rossi Mario | 14:00:00 | 22:00:00',
  ],
  [
    'one column of times',
    'Cognome | Nome | Giorno | Orario\nRossi | Mario | mar 1/12 | 6-14\nRossi | Mario | 2-dic | 14-22',
  ],
])('a list with %s is read row by row', (_, text) => {
  const reading = readText(text);
  expect(reading.mapping.shape).toBe('list');
  expect(loaded(reading)['Mario Rossi']).toEqual(rossi(1, ['06:00-14:00', '14:00-22:00']));
});

test('rows of a list without a readable date or with another weekday are unclear', () => {
  const text =
    'Nome | Data | Inizio | Fine\nRossi Mario | 01/12/2026 | 6 | 14\nRossi Mario | 12/31/2026 | 6 | 14\nRossi Mario | lun 2/12/2026 | 6 | 14\n | 03/12/2026 | 6 | 14\nRossi Mario | 13/12/2026 | 6 | 14';
  const reading = readText(text);
  expect(problems(reading)).toEqual([[null, 'weekday', null, 'no_day']]);
  expect(ignoredRows(reading)).toEqual([4]);
});

test.each([
  [1, 5, 'dicembre 2026 (1–5)'],
  [12, 20, 'dicembre 2026 (12–20)'],
  [1, 20, 'dicembre 2026 (1–20)'],
  [1, 21, 'dicembre 2026'],
  [1, 28, 'dicembre 2026'],
  [27, 35, 'dicembre 2026 – gennaio 2027'],
])('days %i to %i of December are the roster of %s', (from, to, title) => {
  const days = Array.from({ length: to - from + 1 }, (_, index) => addDays('2026-12-01', from - 1 + index));
  const text = `Nome | ${days.join(' | ')}\nRossi Mario | ${days.map(() => '6-14').join(' | ')}`;
  expect(readText(text).roster?.title).toBe(title);
});

test('dates that jump to another month are unclear', () => {
  const text = `Nome | 1/12 | 2/12 | 3/1 | 4/12 | 5/12\nRossi Mario | ${cells}`;
  expect(readText(text).roster).toBeNull();
  const chosen = readText(text, { edits: { month: '2026-12' } });
  expect(problems(chosen)[0]).toEqual(['weekday', null, null, null, null]);
});

test('a person can choose the rows and columns of heads and names', () => {
  const text = `dicembre 2026\n8 | 1 | 2 | 3 | 4 | 5 | 6\nx | 1 | 2 | 3 | 4 | 5 | Ricci Sara\ny | ${cells} | Rossi Mario`;
  const columns = { 0: 'ignore', 6: 'name' } as const;
  expect(loaded(readText(text, { edits: { headRow: 2, columns } }))).toEqual({
    'Mario Rossi': rossi(1, week),
  });
});

test('a table that is not a roster is reported', () => {
  expect(readText('ciao | come | va\n1 | 2 | 3').mapping.problem).toBe('no_days');
  expect(readText('').mapping.problem).toBe('no_days');
});

test('pasted cells keep their lines and quotes', () => {
  expect(pastedTable('a\t"1\nLUN"\t"di ""lui"""\r\nb\t\tc\r\n')).toEqual([
    ['a', '1\nLUN', 'di "lui"'],
    ['b', '', 'c'],
  ]);
});

const off: Meaning = { kind: 'off' };
test('remembered letters are not asked again, unless the file contradicts them', () => {
  const morning: Meaning = {
    kind: 'work',
    duty: { workLocation: 'sede', startTime: '06:00', endTime: '14:00' },
  };
  const facts = { variant: 'standard', usual: [], remembered: { M: morning, '': off }, answers: {} } as const;
  const text = 'dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | M | m | | M |';
  const asked = (more: string): string[] =>
    readText(text + more, { facts })
      .legend.filter(({ meaning }) => meaning === null)
      .map((item) => item.text);
  expect(asked('')).toEqual(['m']);
  expect(asked('\n\nM = Mattina 7-15')).toEqual(['M', 'm']);
});

test('two rows of one person are listed as two, in file order', () => {
  const twice =
    'dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | 6-14 | | | |\nRossi Mario | 14-22 | | | |';
  expect(readText(twice).people[0]?.cells[0]).toMatchObject({ text: '6-14 | 14-22', problem: 'two_entries' });
});

test('rows with text before the days, or under a person without shifts, belong to nobody', () => {
  const rows = (row: string, own = cells) =>
    readText(`dicembre 2026\nNome | n | 1 | 2 | 3 | 4 | 5\nRossi Mario | 1 | ${own}\n${row}`);
  expect(ignoredRows(rows(' | 2 | 14-22 | | | |'))).toEqual([3]);
  expect(problems(rows(' | 2 | 14-22 | | | |'))).toEqual([[null, null, null, null, null]]);
  // the row under a person without shifts is reported, not dropped
  expect(ignoredRows(rows(' | | 8 | | | |', ' | | | |'))).toEqual([3]);
});

test('the period of a roster covers the days of all its people', () => {
  const text =
    'Nome | Data | Turno\nRossi Mario | 9/12/2026 | 6-14\nRicci Sara | 2/12/2026 | 6-14\nRossi Mario | 5/12/2026 | 6-14';
  expect(readText(text).roster?.days).toEqual({ from: '2026-12-02', to: '2026-12-09' });
});

test('a colleague assigned to one name is not matched to another', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}\nSquadra B | ${cells}`;
  const said = readText(text, { who: { 'Squadra B': '0' } });
  expect(said.names).toMatchObject([
    { name: 'Rossi Mario', certainty: 'open', userId: null, isSettled: false },
    { name: 'Squadra B', userId: '0', isSettled: true },
  ]);
});

test('a table without heads is asked about, column by column', () => {
  const rows = 'Rossi Mario | 2026-12-01 | 06:00 | 14:00\nRossi Mario | 2026-12-02 | 14:00 | 22:00';
  expect(readText(rows)).toMatchObject({
    mapping: { columns: ['asked', 'asked', 'asked', 'asked'] },
    roster: null,
  });
  const columns = { 0: 'name', 1: 'day', 2: 'start', 3: 'end' } as const;
  expect(loaded(readText(rows, { edits: { columns } }))).toEqual({
    'Mario Rossi': rossi(1, week.slice(0, 2)),
  });
});

test('a later row of heads starts in the same column and has mostly the same columns', () => {
  const text = (heads: string) =>
    `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5 | 6 | 7\nRossi Mario | ${cells} | |\n${heads}\nRicci Sara | 6-14 | 6-14 | 6-14 | 6-14 | 6-14 | |`;
  const daysOfSara = (heads: string) => loaded(readText(text(heads)))['Sara Ricci']?.[0]?.slice(8, 10);
  expect(daysOfSara('Nome | 8 | 9 | 10 | 11 | 12 | 13 | 14')).toBe('08');
  // one that starts elsewhere is a row of numbers
  expect(daysOfSara(' |  | 9 | 10 | 11 | 12 | 13 | 14')).toBe('01');
});

test('a chosen row of heads is used', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nx | 8 | 9 | 10 | 11 | 12\nRossi Mario | ${cells}`;
  expect(readText(text).mapping.headRow).toBe(1);
  expect(readText(text, { edits: { headRow: 2 } }).mapping.headRow).toBe(2);
  expect(loaded(readText(text, { edits: { headRow: 2 } }))['Mario Rossi']?.[0]).toContain('-08 ');
  expect(readText(text, { edits: { headRow: 0 } }).mapping.problem).toBe('no_days');
});

test('the sample file is read without questions', () => {
  const table = sampleFile('2026-11-23').slice(1).replaceAll('\r\n', '\n').replaceAll(';', '|');
  const { mapping, legend } = readText(table);
  expect(mapping).toMatchObject({ month: '2026-12', problem: null });
  expect([...mapping.columns, ...mapping.rows]).not.toContain('asked');
  expect(legend.filter(({ meaning }) => meaning === null)).toEqual([]);
});
