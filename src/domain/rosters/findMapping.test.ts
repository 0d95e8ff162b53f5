import { expect, test } from 'vitest';
import { addDays, type Day } from '../calendar/day.ts';
import { dayChoices, editColumn } from './editMapping.ts';
import { ignoredOf } from './findMapping.ts';
import type { Meaning } from './legend.ts';
import { type Reading, type ReadingInput, readRoster } from './reading.ts';
import { pastedTable } from './table.ts';

const colleagues = ['Mario Rossi', 'Lucia Bianchi', 'Niccolò D’Angelo', 'Sara Ricci'].map((name, index) => ({
  id: String(index),
  name,
}));

/** A table as it is pasted, cells at the bars; blank cells mean a day without work. */
const read = (text: string, given: Partial<ReadingInput> = {}): Reading =>
  readRoster({
    table: pastedTable(text.trim().replace(/ *\| */g, '\t')),
    names: [],
    edits: {},
    colleagues,
    facts: { variant: 'standard', usual: [], remembered: {}, answers: { '': { kind: 'off' } } },
    who: {},
    today: '2026-11-23',
    ...given,
  });

/** 'D 6-14' by person: what would be loaded. */
const loaded = ({ roster }: Reading): Record<string, string[]> =>
  Object.fromEntries(
    roster?.people.map(({ userId, days }) => [
      colleagues[Number(userId)]?.name,
      days.map(({ day, duty }) => `${day} ${duty ? `${duty.startTime}-${duty.endTime}` : 'no'}`),
    ]) ?? [],
  );
const ignoredRows = ({ table, mapping }: Reading): number[] =>
  ignoredOf(table, mapping).rows.map(({ row }) => row);
const problems = ({ people }: Reading): (string | null)[][] =>
  people.map(({ cells }) => cells.map(({ problem }) => problem));

const rossi = (from: number, times: string[]): string[] =>
  times.map((time, index) => `2026-12-${String(from + index).padStart(2, '0')} ${time}`);
const week = ['06:00-14:00', '14:00-22:00', 'no', 'no', '06:00-14:00'];
const cells = '6-14 | 14-22 | | | 6-14';

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
])('days of a grid are known by %s', (_, text) => {
  expect(loaded(read(text))).toEqual({ 'Mario Rossi': rossi(1, week) });
});

test('columns of working days alone keep their days', () => {
  const text =
    'Dicembre 2026\nNome | 3 G | 4 V | 7 L | 8 M | 9 M\nRossi Mario | 6-14 | 6-14 | 6-14 | 14-22 | 14-22';
  expect(loaded(read(text))['Mario Rossi']?.map((day) => day.slice(8))).toEqual([
    '03 06:00-14:00',
    '04 06:00-14:00',
    '07 06:00-14:00',
    '08 14:00-22:00',
    '09 14:00-22:00',
  ]);
});

test('days go on over the end of a year', () => {
  const text = `Dicembre 2026\nNome | 29 M | 30 M | 31 G | 1 V | 2 S\nRossi Mario | ${cells}`;
  const days: Day[] = ['2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'];
  expect(loaded(read(text))['Mario Rossi']).toEqual(days.map((day, index) => `${day} ${week[index]}`));
});

test.each([
  ['no month is named', `Nome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}`, 'no_month'],
  [
    'a title names two',
    `novembre 2026, dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}`,
    'no_month',
  ],
  [
    'days turn and no weekday says at which',
    `dicembre 2026\nNome | 29 | 30 | 31 | 1 | 2\nRossi Mario | ${cells}`,
    'no_month',
  ],
  [
    'the title of the month before is left',
    `novembre 2026\nNome | 1 M | 2 M | 3 G | 4 V | 5 S\nRossi Mario | ${cells}`,
    'month_disagrees',
  ],
])('nothing is loaded where %s; the month that is chosen counts', (_, text, problem) => {
  expect(read(text)).toMatchObject({ mapping: { problem }, roster: null });
  const chosen = read(text, { edits: { month: '2026-12' } });
  expect(Object.keys(loaded(chosen))).toEqual(['Mario Rossi']);
});

test('the sheet’s name counts where no title names a month, the file’s after it', () => {
  const text = `Nome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}`;
  expect(read(text, { names: ['gennaio 2027', 'turni dicembre 2026'] }).mapping.month).toBe('2027-01');
  expect(read(text, { names: ['Foglio1', 'turni dicembre 2026'] }).mapping.month).toBe('2026-12');
});

test('a head with another weekday leaves its column open', () => {
  const heads = Array.from(
    { length: 12 },
    (_, index) => `${index + 1} ${['M', 'M', 'G', 'V', 'S', 'D', 'L'][index % 7]}`,
  );
  const text = `dicembre 2026\nNome | ${heads.join(' | ').replace('5 S', '5 L')}\nRossi Mario | ${heads.map(() => '6-14').join(' | ')}`;
  const reading = read(text);
  expect(
    problems(reading)[0]
      ?.map((problem, index) => (problem === null ? null : index + 1))
      .filter(Boolean),
  ).toEqual([5]);
  expect(reading.people[0]?.cells[4]).toMatchObject({ problem: 'weekday', meaning: null });
});

test('a day that the month has not is open where something stands there', () => {
  const text =
    'novembre 2026\nNome | 27 | 28 | 29 | 30 | 31\nRossi Mario | 6-14 | 6-14 | 6-14 | 6-14 | 6-14\nRicci Sara | 6-14 | 6-14 | 6-14 | 6-14 |';
  const reading = read(text);
  expect(problems(reading)).toEqual([
    [null, null, null, null, 'no_such_day'],
    [null, null, null, null],
  ]);
});

test('a second line of the same person is asked with what stands above it', () => {
  const text =
    'dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | 6 | 6-10 | | 14 | 14\n | 14 | 14-18 | 0 | 22 | -\nRicci Sara | 6-14 | | | |';
  const reading = read(text);
  expect(reading.people[0]?.cells.map((cell) => cell.text)).toEqual([
    '6 + 14',
    '6-10 + 14-18',
    '',
    '14 + 22',
    '14',
  ]);
  expect(loaded(reading)['Mario Rossi']).toEqual(['2026-12-02 06:00-10:00', '2026-12-03 no']);
});

test('what stands below a line that is empty, or a total, is nobody’s, and told', () => {
  const text = (line: string) =>
    `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | 6-14 | | | |\n${line}\n | 14-22 | | | |`;
  for (const line of ['', 'Totale | 1 | 0 | 0 | 0 | 0']) {
    const reading = read(text(line));
    expect(problems(reading)).toEqual([[null, null, null, null, null]]);
    expect(ignoredRows(reading)).toContain(4);
  }
});

test('numbers that leave days out are no heads, unless they name weekdays', () => {
  expect(read(`dicembre 2026\nNome | 1 | 3 | 5 | 7 | 9\nRossi Mario | ${cells}`).mapping.problem).toBe(
    'no_days',
  );
  // the year's end among them is a step like any other
  const text = (heads: string) => `dicembre 2026\nNome | ${heads}\nRossi Mario | 6-14 | 6-14 | 6-14`;
  expect(read(text('30 M | 31 G | 1 V')).mapping).toMatchObject({ shape: 'grid', problem: null });
  expect(read(text('30 | 31 | 1')).mapping.problem).toBe('no_days');
});

test('weekdays without a month ask for the month; they refute none', () => {
  const text = `Nome | 1 M | 2 M | 3 G | 4 V | 5 S\nRossi Mario | ${cells}`;
  expect(read(text).mapping.problem).toBe('no_month');
});

test('in a list whose month is known a date that cannot be read is open, and asks for no month', () => {
  const list = (...dates: string[]) =>
    [
      'dicembre 2026',
      'Nome | Data | Inizio | Fine',
      ...dates.map((date) => `Rossi Mario | ${date} | 6 | 14`),
    ].join('\n');
  const reading = read(list('3', '4', 'boh'));
  expect(reading.mapping).toMatchObject({ shape: 'list', month: '2026-12', problem: null });
  expect(problems(reading)).toEqual([[null, null, 'no_day']]);
  expect(read(list('3', '4').slice(14)).mapping).toMatchObject({ month: null, problem: 'no_month' });
  // where most cells are no dates the column is asked
  expect(read(list('3', 'x', 'y')).mapping.columns[1]).toBe('asked');
});

test('a name in two columns is read without blanks where one of them is empty', () => {
  const text = `dicembre 2026\nCognome | Nome | 1 | 2 | 3 | 4 | 5\n | Rossi | ${cells}\nBianchi |  | ${cells}\nRicci | Sara | ${cells}`;
  expect(read(text).names.map(({ name }) => name)).toEqual(['Rossi', 'Bianchi', 'Ricci Sara']);
});

test('hours counted under a person’s shifts, and totals below the last one, are no second row', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}\n | 8 | 8 | | | 8`;
  expect(loaded(read(text))).toEqual({ 'Mario Rossi': rossi(1, week) });
});

test('a second column of a day is asked; what is said of one holds for all', () => {
  const text =
    'dicembre 2026\nNome | 1 | | 2 | | 3 | | 4 | | 5 |\nRossi Mario | 6 | 14 | 6 | 14 | R | | 6 | 14 | R | R';
  const asked = read(text);
  expect(
    asked.mapping.columns
      .map((column, index) => (column === 'asked' ? index : -1))
      .filter((index) => index > 0),
  ).toEqual([2, 4, 8]);
  expect(asked.roster).toBeNull();
  const day = dayChoices(asked.mapping, 2).find(({ part }) => part === 'end');
  const edits = editColumn(asked.mapping, {}, 2, day ?? 'ignore');
  expect(read(text, { edits }).people[0]?.cells.map((cell) => cell.text)).toEqual([
    '6-14',
    '6-14',
    'R',
    '6-14',
    'R',
  ]);
  const left = editColumn(asked.mapping, {}, 2, 'ignore');
  expect(read(text, { edits: left }).people[0]?.cells.map((cell) => cell.text)).toEqual([
    '6',
    '6',
    'R',
    '6',
    'R',
  ]);
});

test('another column of names among the days is asked, unless it says the same again', () => {
  const text = (other: string, head = 'Nome') =>
    `DICEMBRE 2026\nNome | 1 | 2 | 3 | 4 | 5 | ${head} | 6 | 7 | 8\nRossi Mario | 6-14 | R | R | R | R | ${other} | 6-14 | |`;
  const columnOf = (table: string) => read(table).mapping.columns[6];
  expect(columnOf(text('Bianchi Lucia'))).toBe('asked');
  expect(columnOf(text('cambio con Sara', 'Note'))).toBe('ignore');
  expect(columnOf(text('ferie', 'Note'))).toBe('asked');
  expect(columnOf(text('ROSSI  MARIO'))).toBe('ignore');
  expect(columnOf(text('40', 'Tot'))).toBe('ignore');
  expect(columnOf(text('40', 'Tariffa'))).toBe('asked');
});

test('in a list with the month before the day a date that may be either is open', () => {
  const list = (...dates: string[]) =>
    read(
      ['Nome | Data | Inizio | Fine', ...dates.map((date) => `Rossi Mario | ${date} | 6 | 14`)].join('\n'),
    );
  expect(problems(list('12/1/2026', '12/12/2026', '12/13/2026'))).toEqual([['no_day', null, 'no_day']]);
  expect(problems(list('12/11/2026', '13/12/2026'))).toEqual([[null, null]]);
});

test('a legend behind its own title is read', () => {
  const text = `DICEMBRE 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | M | M | P | P | P\n\nLegenda: M = Mattina 7-15 P = 15-23`;
  const proposals = read(text).legend.map((item) => [
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

test('a total between the weeks is no day', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | Tot | 3 | 4 | 5 | Tot\nRossi Mario | 6-14 | 14-22 | 16 | | | 6-14 | 8`;
  const reading = read(text);
  expect(loaded(reading)).toEqual({ 'Mario Rossi': rossi(1, week) });
  expect(ignoredOf(reading.table, reading.mapping).columns.map(({ head }) => head)).toEqual(['Tot', 'Tot']);
});

test('a second table below has the days of its own heads', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}\n\nNome | 6 | 7 | 8 | 9 | 10\nRossi Mario | ${cells}\n\ngennaio 2027\nNome | 1 | 2 | 3 | 4 | 5\nRicci Sara | ${cells}`;
  expect(loaded(read(text))).toEqual({
    'Mario Rossi': [...rossi(1, week), ...rossi(6, week)],
    'Sara Ricci': week.map((time, index) => `2027-01-0${index + 1} ${time}`),
  });
});

test('a person who stands there twice with different days is open on those', () => {
  const text =
    'dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | 6-14 | 6-14 | | | \nRossi Mario | 14-22 | 06:00–14:00 | 6-14 | |';
  expect(problems(read(text))).toEqual([['two_entries', null, null, null, null]]);
});

test('who fits two colleagues, and who has no account, stays out until the person says who it is', () => {
  const two = [...colleagues, { id: '4', name: 'Marta Rossi' }];
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nROSSI M. | ${cells}\nVerdi Carlo | ${cells}`;
  const reading = read(text, { colleagues: two });
  expect(reading.names).toMatchObject([
    { certainty: 'open', candidates: ['0', '4'] },
    { certainty: 'open', candidates: [] },
  ]);
  expect(reading.roster).toBeNull();
  const said = read(text, { colleagues: two, who: { 'ROSSI M.': '0', 'Verdi Carlo': null } });
  expect(loaded(said)).toEqual({ 'Mario Rossi': rossi(1, week) });
});

test('a name with a slip is proposed and loaded once it is confirmed', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nDangleo Nicolo | ${cells}`;
  expect(read(text)).toMatchObject({ names: [{ certainty: 'likely', userId: '2' }], roster: null });
  expect(Object.keys(loaded(read(text, { who: { 'Dangleo Nicolo': '2' } })))).toEqual(['Niccolò D’Angelo']);
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
  const reading = read(text);
  expect(reading.mapping.shape).toBe('list');
  expect(loaded(reading)['Mario Rossi']).toEqual(rossi(1, ['06:00-14:00', '14:00-22:00']));
});

test('rows of a list without a readable date or with another weekday are open', () => {
  const text =
    'Nome | Data | Inizio | Fine\nRossi Mario | 01/12/2026 | 6 | 14\nRossi Mario | 12/31/2026 | 6 | 14\nRossi Mario | lun 2/12/2026 | 6 | 14\n | 03/12/2026 | 6 | 14\nRossi Mario | 13/12/2026 | 6 | 14';
  const reading = read(text);
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
  expect(read(text).roster?.title).toBe(title);
});

test('dates that jump into another month are open', () => {
  const text = `Nome | 1/12 | 2/12 | 3/1 | 4/12 | 5/12\nRossi Mario | ${cells}`;
  expect(read(text).roster).toBeNull();
  const chosen = read(text, { edits: { month: '2026-12' } });
  expect(problems(chosen)[0]).toEqual(['weekday', null, null, null, null]);
});

test('a person may say where heads and names are', () => {
  const text = `dicembre 2026\n8 | 1 | 2 | 3 | 4 | 5 | 6\nx | 1 | 2 | 3 | 4 | 5 | Ricci Sara\ny | ${cells} | Rossi Mario`;
  const columns = { 0: 'ignore', 6: 'name' } as const;
  expect(loaded(read(text, { edits: { headRow: 2, columns } }))).toEqual({ 'Mario Rossi': rossi(1, week) });
});

test('what is no roster is said to be none', () => {
  expect(read('ciao | come | va\n1 | 2 | 3').mapping.problem).toBe('no_days');
  expect(read('').mapping.problem).toBe('no_days');
});

test('pasted cells keep their lines and quotes', () => {
  expect(pastedTable('a\t"1\nLUN"\t"di ""lui"""\r\nb\t\tc\r\n')).toEqual([
    ['a', '1\nLUN', 'di "lui"'],
    ['b', '', 'c'],
  ]);
});

const off: Meaning = { kind: 'off' };
test('what is remembered of the letters is asked no more, unless the file says otherwise', () => {
  const morning: Meaning = {
    kind: 'work',
    duty: { workLocation: 'sede', startTime: '06:00', endTime: '14:00' },
  };
  const facts = { variant: 'standard', usual: [], remembered: { M: morning, '': off }, answers: {} } as const;
  const text = 'dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | M | m | | M |';
  const asked = (more: string): string[] =>
    read(text + more, { facts })
      .legend.filter(({ meaning }) => meaning === null)
      .map((item) => item.text);
  expect(asked('')).toEqual(['m']);
  expect(asked('\n\nM = Mattina 7-15')).toEqual(['M', 'm']);
});

test('two rows of the same person are told as two, in the order of the file', () => {
  const twice =
    'dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | 6-14 | | | |\nRossi Mario | 14-22 | | | |';
  expect(read(twice).people[0]?.cells[0]).toMatchObject({ text: '6-14 | 14-22', problem: 'two_entries' });
});

test('a row with something before its days is nobody’s, and so is one under a person without shifts', () => {
  const rows = (row: string, own = cells) =>
    read(`dicembre 2026\nNome | n | 1 | 2 | 3 | 4 | 5\nRossi Mario | 1 | ${own}\n${row}`);
  expect(ignoredRows(rows(' | 2 | 14-22 | | | |'))).toEqual([3]);
  expect(problems(rows(' | 2 | 14-22 | | | |'))).toEqual([[null, null, null, null, null]]);
  // what stands under a person without shifts is told, not dropped
  expect(ignoredRows(rows(' | | 8 | | | |', ' | | | |'))).toEqual([3]);
});

test('the period of a roster is that of its days, whoever they are of', () => {
  const text =
    'Nome | Data | Turno\nRossi Mario | 9/12/2026 | 6-14\nRicci Sara | 2/12/2026 | 6-14\nRossi Mario | 5/12/2026 | 6-14';
  expect(read(text).roster?.days).toEqual({ from: '2026-12-02', to: '2026-12-09' });
});

test('a name that was said to be a colleague is no other name’s', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nRossi Mario | ${cells}\nSquadra B | ${cells}`;
  const said = read(text, { who: { 'Squadra B': '0' } });
  expect(said.names).toMatchObject([
    { name: 'Rossi Mario', certainty: 'open', userId: null, isSettled: false },
    { name: 'Squadra B', userId: '0', isSettled: true },
  ]);
});

test('a table without heads is asked, column by column', () => {
  const rows = 'Rossi Mario | 2026-12-01 | 06:00 | 14:00\nRossi Mario | 2026-12-02 | 14:00 | 22:00';
  expect(read(rows)).toMatchObject({
    mapping: { columns: ['asked', 'asked', 'asked', 'asked'] },
    roster: null,
  });
  const columns = { 0: 'name', 1: 'day', 2: 'start', 3: 'end' } as const;
  expect(loaded(read(rows, { edits: { columns } }))).toEqual({ 'Mario Rossi': rossi(1, week.slice(0, 2)) });
});

test('a later row of heads begins in the same column and has most of the same', () => {
  const text = (heads: string) =>
    `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5 | 6 | 7\nRossi Mario | ${cells} | |\n${heads}\nRicci Sara | 6-14 | 6-14 | 6-14 | 6-14 | 6-14 | |`;
  const daysOfSara = (heads: string) => loaded(read(text(heads)))['Sara Ricci']?.[0]?.slice(8, 10);
  expect(daysOfSara('Nome | 8 | 9 | 10 | 11 | 12 | 13 | 14')).toBe('08');
  // one that begins elsewhere is a row of numbers
  expect(daysOfSara(' |  | 9 | 10 | 11 | 12 | 13 | 14')).toBe('01');
});

test('where a row of heads was said, it is that one', () => {
  const text = `dicembre 2026\nNome | 1 | 2 | 3 | 4 | 5\nx | 8 | 9 | 10 | 11 | 12\nRossi Mario | ${cells}`;
  expect(read(text).mapping.headRow).toBe(1);
  expect(read(text, { edits: { headRow: 2 } }).mapping.headRow).toBe(2);
  expect(loaded(read(text, { edits: { headRow: 2 } }))['Mario Rossi']?.[0]).toContain('-08 ');
  expect(read(text, { edits: { headRow: 0 } }).mapping.problem).toBe('no_days');
});
