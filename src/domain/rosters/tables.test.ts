import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { addDays } from '../calendar/day.ts';
import { ignoredOf } from './findMapping.ts';
import type { Edits } from './mapping.ts';
import { readOwnRow } from './ownRow.ts';
import { type Reading, type ReadingInput, readRoster } from './reading.ts';
import type { RosterDuty } from './schema.ts';
import { periodsOf } from './sheets.ts';
import type { Table } from './table.ts';

const today = '2026-11-27';
const colleagues = ['Piero Rossi', 'Lea Bruni', 'Ugo Conti', 'Marco Bianchi', 'Giovanni Di Mauro'].map(
  (name) => ({ id: name, name }),
);
const tableOf = (file: string): Table => {
  const text = readFileSync(new URL(`../../../tests/data/tables/${file}`, import.meta.url), 'utf8');
  return parse(text, {
    delimiter: file.endsWith('.csv') ? ';' : '\t',
    relax_column_count: true,
    skip_empty_lines: false,
  });
};
const read = (table: string | Table, given: Partial<ReadingInput> = {}): Reading =>
  readRoster({
    table: typeof table === 'string' ? tableOf(table) : table,
    names: [],
    edits: {},
    colleagues,
    facts: { variant: 'standard', usual: [], remembered: {}, answers: {} },
    who: {},
    today,
    ...given,
  });

type Duty = { [Key in keyof RosterDuty]?: string | boolean | null | undefined };
const timesOf = ({ startTime, endTime, secondStartTime, secondEndTime, workLocation }: Duty): string =>
  `${workLocation === 'smart_working' ? 'SW ' : ''}${startTime}-${endTime}${secondStartTime ? ` ${secondStartTime}-${secondEndTime}` : ''}`;

/** 'Piero Rossi 2026-12-01 06:00-14:00', for all that would be loaded. */
const loaded = ({ roster }: Reading): string[] =>
  (roster?.people ?? []).flatMap(({ userId, days }) =>
    days.map(({ day, duty }) => `${userId} ${day} ${duty ? timesOf(duty) : 'no'}`),
  );
const asked = ({ legend }: Reading): string[] =>
  legend.filter(({ meaning }) => meaning === null).map(({ text }) => text);
const ownDays = (file: string | Table, edits: Edits = {}): string[] =>
  readOwnRow({
    table: typeof file === 'string' ? tableOf(file) : file,
    names: [],
    edits,
    me: { id: 'me', name: 'Piero Rossi' },
    said: undefined,
    facts: { variant: 'standard', usual: [], remembered: {}, answers: {} },
    today,
  }).drafts.map((draft) => `${draft.date} ${draft.startTime ? timesOf(draft) : draft.workLocation}`);

const days = (person: string, from: number, times: string[], month = '2026-12'): string[] =>
  times.map((time, index) => `${person} ${month}-${String(from + index).padStart(2, '0')} ${time}`);
const repeat = (times: string, count: number): string[] => Array.from({ length: count }, () => times);
const morning = '06:00-14:00';

// Small realistic tables. Everything not expected here is asked about and not loaded.

test.each([
  ['01-year-in-other-words.tsv', '2026-04'],
  ['01-year-in-own-cell.tsv', '2026-01'],
])('%s: the year is separate from its month, which is past: the month is asked', (file, month) => {
  expect(read(file)).toMatchObject({ mapping: { month, problem: 'month_past' }, roster: null });
  expect(loaded(read(file, { edits: { month: '2027-01' } }))[0]).toBe(`Piero Rossi 2027-01-01 ${morning}`);
});

test('02-list-code-and-times.csv: a reason overrides times; on call is asked about', () => {
  const reading = read('02-list-code-and-times.csv');
  expect(loaded(reading)).toEqual(days('Piero Rossi', 1, [morning, 'no', 'no'], '2027-02'));
  expect(reading.legend.find(({ meaning }) => meaning === null)).toMatchObject({
    text: 'Reperibilità 08:00-20:00',
    proposal: null,
  });
  expect(ownDays('02-list-code-and-times.csv')).toEqual([
    `2027-02-01 ${morning}`,
    '2027-02-02 ferie',
    '2027-02-03 malattia',
  ]);
});

test('03-list-two-pairs.csv: each row is a split shift', () => {
  const told = loaded(read('03-list-two-pairs.csv'));
  expect(told.map((one) => one.slice(-23))).toEqual(repeat('08:00-12:00 14:00-18:00', 12));
});

test.each(['29 F', '29*', '(29)', '29 fest', '29'])('04-holiday-head.tsv: %s is the 29th', (head) => {
  const table = tableOf('04-holiday-head.tsv').map((row) =>
    row.map((text) => (text === '29 F' ? head : text)),
  );
  expect(loaded(read(table))).toEqual(days('Piero Rossi', 1, repeat(morning, 31), '2027-03'));
});

test('a holiday’s name may replace its day', () => {
  const heads = ['Nome', '22', '23', '24', 'NATALE', '26', '27'];
  const table = [['Dicembre 2026'], heads, ['Rossi Piero', ...repeat('6-14', 6)]];
  expect(loaded(read(table))).toEqual(days('Piero Rossi', 22, repeat(morning, 6)));
});

test('06-compound-surname.tsv: a surname alone is asked about, of one word or two', () => {
  const { names, roster } = read('06-compound-surname.tsv');
  expect(names.map(({ certainty, isSettled }) => [certainty, isSettled])).toEqual(
    repeat('', 2).map(() => ['likely', false]),
  );
  expect(roster).toBeNull();
});

test('07-proposals.tsv: refusals, on call and leave are not proposed as work', () => {
  const reading = read('07-proposals.tsv');
  expect(loaded(reading).map((one) => one.slice(12))).toEqual([
    '2026-12-01 no',
    '2026-12-02 no',
    '2026-12-04 SW 09:00-17:00',
    '2026-12-06 14:30-22:30',
    '2026-12-07 08:30-16:30',
  ]);
  const open = reading.legend.filter(({ meaning }) => meaning === null);
  expect(open.map(({ text, proposal }) => [text, proposal?.kind ?? null])).toEqual([
    ['no 6-14', 'off'],
    ['permesso 8-16', null],
    ['REP 8-20', null],
  ]);
});

test('08-more-than-62-days.csv: the period is asked', () => {
  const reading = read('08-more-than-62-days.csv');
  expect(reading).toMatchObject({ needsPeriod: true, roster: null });
  const [, period] = periodsOf(reading.span ?? { from: today, to: today });
  const chosen = read('08-more-than-62-days.csv', { period });
  expect(chosen.roster?.days).toEqual({ from: '2026-12-01', to: '2027-01-31' });
  expect(loaded(chosen)).toHaveLength(62);
});

test('09-transposed.csv: days are rows and people columns', () => {
  for (const rows of [13, 4]) {
    const reading = read(tableOf('09-transposed.csv').slice(0, rows));
    expect(reading.mapping.isTurned).toBe(true);
    expect(asked(reading)).toEqual(['R']);
    expect(loaded(reading)).toEqual([
      ...days('Piero Rossi', 1, repeat(morning, rows - 1), '2027-06'),
      ...days('Lea Bruni', 1, repeat('14:00-22:00', rows - 1), '2027-06'),
    ]);
  }
});

test.each(['2027-02-10 00:00:00', '2027/02/10', '20270210', '10/02/2027 00:00', '10/02/2027', '10/02 (mer)'])(
  '11-date-with-time.csv: %s is a date',
  (date) => {
    const table = [
      ['Data', 'Nome', 'Turno'],
      [date, 'Rossi Piero', '6-14'],
    ];
    expect(loaded(read(table))).toEqual(days('Piero Rossi', 10, [morning], '2027-02'));
  },
);

test('12-two-lines-a-person.tsv: zeros in a second line are ignored, its letter is asked about', () => {
  const { names, legend } = read('12-two-lines-a-person.tsv', {
    who: { Rossi: 'Piero Rossi', Bruni: 'Lea Bruni' },
  });
  expect(names).toHaveLength(2);
  expect(legend.map(({ text }) => text).toSorted()).toEqual(['M', 'P', 'R', 'S + v']);
});

test('13-in-out-columns.tsv: a day has a start and an end column', () => {
  const told = days('Piero Rossi', 1, [morning, '14:00-22:00', morning]);
  expect(loaded(read('13-in-out-columns.tsv'))).toEqual(told);
});

test('14-week-without-dates.tsv: the dates are above the weekdays, or asked', () => {
  const times = [morning, morning, 'no', '14:00-22:00', '14:00-22:00', 'no', 'no'];
  const told = times.map((time, index) => `Piero Rossi ${addDays('2026-11-30', index)} ${time}`);
  expect(loaded(read('14-week-without-dates.tsv'))).toEqual(told);
  const undated = tableOf('14-week-without-dates.tsv').slice(1);
  expect(read(undated)).toMatchObject({ mapping: { problem: 'no_first_day' }, roster: null });
  expect(loaded(read(undated, { edits: { firstDay: '2026-11-30' } }))).toEqual(told);
});

test('15-post-by-day.tsv: people are in the cells', () => {
  const who = { Rossi: 'Piero Rossi', Bruni: 'Lea Bruni', Conti: 'Ugo Conti' };
  expect(read('15-post-by-day.tsv').names.map(({ certainty }) => certainty)).toEqual(repeat('likely', 3));
  const afternoon = '14:00-22:00';
  expect(loaded(read('15-post-by-day.tsv', { who })).toSorted()).toEqual([
    ...days('Lea Bruni', 1, [afternoon, morning]),
    ...days('Lea Bruni', 4, [afternoon, morning]),
    ...days('Piero Rossi', 1, [morning]),
    ...days('Piero Rossi', 3, [afternoon, morning]),
    ...days('Piero Rossi', 6, [afternoon]),
    ...days('Ugo Conti', 2, [afternoon, morning]),
    ...days('Ugo Conti', 5, [afternoon, morning]),
  ]);
});

test('17-plain-text.txt: lines of text are the person’s own days', () => {
  expect(ownDays('17-plain-text.txt')).toEqual([
    `2026-11-30 ${morning}`,
    '2026-12-01 14:00-22:00',
    '2026-12-02 libero',
  ]);
});

test('19-own-export.csv: the product’s export can be read back', () => {
  expect(ownDays('19-own-export.csv')).toEqual([
    '2027-06-01 08:00-12:00 14:00-18:00',
    '2027-06-02 SW 09:00-17:00',
    '2027-06-03 ferie',
    '2027-06-04 malattia',
    '2027-06-05 libero',
  ]);
});

test('21-struck-and-hidden-row.xlsx: struck-through cells and hidden rows are asked about', () => {
  const table = [
    ['DICEMBRE 2026'],
    ['Nome', '1', '2', '3', '4', '5'],
    ['Rossi Piero', '6-14 (barrato)', ...repeat('6-14', 4)],
    ['Bruni Lea', ...repeat('6-14', 5)],
  ];
  const hidden = { rows: [3], columns: [] };
  expect(read(table, { hidden })).toMatchObject({
    mapping: { rows: ['ignore', 'head', 'data', 'asked'] },
    roster: null,
  });
  const told = loaded(read(table, { hidden, edits: { rows: { 3: 'ignore' } } }));
  expect(told).toEqual(days('Piero Rossi', 2, repeat(morning, 4)));
  expect(asked(read(table))).toEqual(['6-14 (barrato)']);
});

test('24-break-column.csv: a break is reported as ignored', () => {
  const { table, mapping, roster } = read('24-break-column.csv');
  expect(ignoredOf(table, mapping).columns).toEqual([{ column: 2, head: 'Pausa', filled: 8 }]);
  expect(roster?.people.flatMap((person) => person.days.map(({ duty }) => duty && timesOf(duty)))).toEqual(
    repeat(morning, 8),
  );
});

test('26-weekday-before-date.csv: the dates apply, and their weekdays must agree', () => {
  expect(read('26-weekday-before-date.csv').roster?.days).toEqual({ from: '2026-12-01', to: '2026-12-08' });
  const wrong = tableOf('26-weekday-before-date.csv').map((row) =>
    row.map((text) => (text === 'gio' ? 'ven' : text)),
  );
  expect(loaded(read(wrong))).toHaveLength(7);
});
