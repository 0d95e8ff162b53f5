import { expect, test } from 'vitest';
import {
  cells,
  ignoredRows,
  loaded,
  problems,
  readText,
  rossi,
  week,
} from '../../../tests/support/pastedRosters.ts';
import type { Day } from '../calendar/day.ts';
import { dayChoices, editColumn } from './editMapping.ts';

test.each([
  ['a title', `DICEMBRE 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}`],
  ['dates', `Nome | 01/12 | 02/12 | 03/12 | 04/12 | 05/12\nRossi Mario | ${cells}`],
  ['dates with a year', `Nome | 1/12/26 | 2/12/26 | 3/12/26 | 4/12/26 | 5/12/26\nROSSI M. | ${cells}`],
  [
    'dates of a spreadsheet',
    `Nome | 2026-12-01 | 2026-12-02 | 2026-12-03 | 2026-12-04 | 2026-12-05\nROSSI M. | ${cells}`,
  ],
  ['short months', `Nome | 1-dic | 2-dic | 3-dic | 4-dic | 5-dic\nRossi Mario | ${cells}`],
  ['weekdays before', `dic 2026\nNome | mar 1 | mer 2 | gio 3 | ven 4 | sab 5\nRossi Mario | ${cells}`],
  ['weekdays after', `12/2026\nNome | 1 mar | 2 mer | 3 gio | 4 ven | 5 sab\nRossi Mario | ${cells}`],
  ['weekdays above', `Dicembre '26\n | M | M | G | V | S\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}`],
])('days of a grid are recognised by %s', (_, text) => {
  expect(loaded(readText(text))).toEqual({ 'Mario Rossi': rossi(1, week) });
});

test('columns for working days only keep their days', () => {
  const text =
    'Dicembre 2026\nNome | 3 G | 4 V | 7 L | 8 M | 9 M\nRossi Mario | 6-14 | 6-14 | 6-14 | 14-22 | 14-22';
  expect(loaded(readText(text))['Mario Rossi']?.map((day) => day.slice(8))).toEqual([
    '03 06:00-14:00',
    '04 06:00-14:00',
    '07 06:00-14:00',
    '08 14:00-22:00',
    '09 14:00-22:00',
  ]);
});

test('days continue past the end of a year', () => {
  const text = `Dicembre 2026\nNome | 29 M | 30 M | 31 G | 1 V | 2 S\nRossi Mario | ${cells}`;
  const days: Day[] = ['2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'];
  expect(loaded(readText(text))['Mario Rossi']).toEqual(days.map((day, index) => `${day} ${week[index]}`));
});

test.each([
  ['no month is named', `Nome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}`, 'no_month'],
  [
    'a title names two',
    `novembre 2026, dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}`,
    'no_month',
  ],
  [
    'the month changes and no weekday decides',
    `dicembre 2026\nNome | 29 | 30 | 31 | 1 | 2\nRossi Mario | ${cells}`,
    'no_month',
  ],
  [
    'the title is still last month’s',
    `novembre 2026\nNome | 1 M | 2 M | 3 G | 4 V | 5 S\nRossi Mario | ${cells}`,
    'month_disagrees',
  ],
])('nothing is loaded if %s; a chosen month applies', (_, text, problem) => {
  expect(readText(text)).toMatchObject({ mapping: { problem }, roster: null });
  const chosen = readText(text, { edits: { month: '2026-12' } });
  expect(Object.keys(loaded(chosen))).toEqual(['Mario Rossi']);
});

test('without a title, the month comes from the sheet’s name, then the file’s', () => {
  const text = `Nome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}`;
  expect(readText(text, { names: ['gennaio 2027', 'turni dicembre 2026'] }).mapping.month).toBe('2027-01');
  expect(readText(text, { names: ['Foglio1', 'turni dicembre 2026'] }).mapping.month).toBe('2026-12');
});

test('a head with another weekday makes its column unclear', () => {
  const heads = Array.from(
    { length: 12 },
    (_, index) => `${index + 1} ${['M', 'M', 'G', 'V', 'S', 'D', 'L'][index % 7]}`,
  );
  const text = `dicembre 2026\nNome | ${heads.join(' | ').replace('5 S', '5 L')}\nRossi Mario | ${heads.map(() => '6-14').join(' | ')}`;
  const reading = readText(text);
  expect(
    problems(reading)[0]
      ?.map((problem, index) => (problem === null ? null : index + 1))
      .filter(Boolean),
  ).toEqual([5]);
  expect(reading.people[0]?.cells[4]).toMatchObject({ problem: 'weekday', meaning: null });
});

test('a day missing in the month is unclear if its cells are filled', () => {
  const text =
    'novembre 2026\nNome | 27 | 28 | 29 | 30 | 31\nRossi Mario | 6-14 | 6-14 | 6-14 | 6-14 | 6-14\nRicci Sara | 6-14 | 6-14 | 6-14 | 6-14 |';
  const reading = readText(text);
  expect(problems(reading)).toEqual([
    [null, null, null, null, 'no_such_day'],
    [null, null, null, null],
  ]);
});

test('a second line of one person is asked about together with the first', () => {
  const text =
    'dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | 6 | 6-10 | | 14 | 14\n | 14 | 14-18 | 0 | 22 | -\nRicci Sara | 6-14 | | | |';
  const reading = readText(text);
  expect(reading.people[0]?.cells.map((cell) => cell.text)).toEqual([
    '6 + 14',
    '6-10 + 14-18',
    '',
    '14 + 22',
    '14',
  ]);
  expect(loaded(reading)['Mario Rossi']).toEqual(['2026-12-02 06:00-10:00', '2026-12-03 no']);
});

test('lines below an empty line or a total belong to nobody and are reported', () => {
  const text = (line: string) =>
    `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | 6-14 | | | |\n${line}\n | 14-22 | | | |`;
  for (const line of ['', 'Totale | 1 | 0 | 0 | 0 | 0']) {
    const reading = readText(text(line));
    expect(problems(reading)).toEqual([[null, null, null, null, null]]);
    expect(ignoredRows(reading)).toContain(4);
  }
});

test('numbers with gaps are not heads, unless they have weekdays', () => {
  expect(readText(`dicembre 2026\nNome | 1 | 3 | 5 | 7 | 9\nRossi Mario | ${cells}`).mapping.problem).toBe(
    'no_days',
  );
  // the end of a year is not a gap
  const text = (heads: string) => `dicembre 2026\nNome | ${heads}\nRossi Mario | 6-14 | 6-14 | 6-14`;
  expect(readText(text('30 M | 31 G | 1 V')).mapping).toMatchObject({ shape: 'grid', problem: null });
  expect(readText(text('30 | 31 | 1')).mapping.problem).toBe('no_days');
});

test('weekdays without a month ask for the month and exclude none', () => {
  const text = `Nome | 1 M | 2 M | 3 G | 4 V | 5 S\nRossi Mario | ${cells}`;
  expect(readText(text).mapping.problem).toBe('no_month');
});

test('in a list with a known month an unreadable date is unclear, and no month is asked for', () => {
  const list = (...dates: string[]) =>
    [
      'dicembre 2026',
      'Nome | Data | Inizio | Fine',
      ...dates.map((date) => `Rossi Mario | ${date} | 6 | 14`),
    ].join('\n');
  const reading = readText(list('3', '4', 'boh'));
  expect(reading.mapping).toMatchObject({ shape: 'list', month: '2026-12', problem: null });
  expect(problems(reading)).toEqual([[null, null, 'no_day']]);
  expect(readText(list('3', '4').slice(14)).mapping).toMatchObject({ month: null, problem: 'no_month' });
  // the column is asked about if most cells are not dates
  expect(readText(list('3', 'x', 'y')).mapping.columns[1]).toBe('asked');
});

test('a name in two columns has no extra blank if one is empty', () => {
  const text = `dicembre 2026\nCognome | Nome | 1 | 2 | 3 | 4 | 5\n | Rossi | ${cells}\nBianchi |  | ${cells}\nRicci | Sara | ${cells}`;
  expect(readText(text).names.map(({ name }) => name)).toEqual(['Rossi', 'Bianchi', 'Ricci Sara']);
});

test('hours below a person’s shifts, and totals below the last person, are not a second row', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}\n | 8 | 8 | | | 8`;
  expect(loaded(readText(text))).toEqual({ 'Mario Rossi': rossi(1, week) });
});

test('a second column of a day is asked about; one choice applies to all', () => {
  const text =
    'dicembre 2026\nNome | 1 | | 2 | | 3 | | 4 | | 5 |\nRossi Mario | 6 | 14 | 6 | 14 | R | | 6 | 14 | R | R';
  const asked = readText(text);
  expect(
    asked.mapping.columns
      .map((column, index) => (column === 'asked' ? index : -1))
      .filter((index) => index > 0),
  ).toEqual([2, 4, 8]);
  expect(asked.roster).toBeNull();
  const day = dayChoices(asked.mapping, 2).find(({ part }) => part === 'end');
  const edits = editColumn(asked.mapping, {}, 2, day ?? 'ignore');
  expect(readText(text, { edits }).people[0]?.cells.map((cell) => cell.text)).toEqual([
    '6-14',
    '6-14',
    'R',
    '6-14',
    'R',
  ]);
  const left = editColumn(asked.mapping, {}, 2, 'ignore');
  expect(readText(text, { edits: left }).people[0]?.cells.map((cell) => cell.text)).toEqual([
    '6',
    '6',
    'R',
    '6',
    'R',
  ]);
});

test('another name column among the days is asked about, unless it is a copy', () => {
  const text = (other: string, head = 'Nome') =>
    `DICEMBRE 2026\nNome | 1 | 2 | 3 | 4 | 5 | ${head} | 6 | 7 | 8\nRossi Mario | 6-14 | R | R | R | R | ${other} | 6-14 | |`;
  const columnOf = (table: string) => readText(table).mapping.columns[6];
  expect(columnOf(text('Bianchi Lucia'))).toBe('asked');
  expect(columnOf(text('cambio con Sara', 'Note'))).toBe('ignore');
  expect(columnOf(text('ferie', 'Note'))).toBe('asked');
  expect(columnOf(text('ROSSI  MARIO'))).toBe('ignore');
  expect(columnOf(text('40', 'Tot'))).toBe('ignore');
  expect(columnOf(text('40', 'Tariffa'))).toBe('asked');
});

test('in a list with the month first, ambiguous dates are unclear', () => {
  const list = (...dates: string[]) =>
    readText(
      ['Nome | Data | Inizio | Fine', ...dates.map((date) => `Rossi Mario | ${date} | 6 | 14`)].join('\n'),
    );
  expect(problems(list('12/1/2026', '12/12/2026', '12/13/2026'))).toEqual([['no_day', null, 'no_day']]);
  expect(problems(list('12/11/2026', '13/12/2026'))).toEqual([[null, null]]);
});

test('a legend after its own title is read', () => {
  const text = `DICEMBRE 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | M | M | P | P | P\n\nLegenda: M = Mattina 7-15 P = 15-23`;
  const proposals = readText(text).legend.map((item) => [
    item.text,
    item.proposal?.kind === 'work' && item.proposal.duty.startTime,
  ]);
  expect(proposals).toEqual(
    expect.arrayContaining([
      ['M', '07:00'],
      ['P', '15:00'],
    ]),
  );
});
