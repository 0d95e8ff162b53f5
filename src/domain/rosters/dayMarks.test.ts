import { describe, expect, test } from 'vitest';
import { agrees, datedDay, dayOf, plainText, readDayMark, weekdaysOfWord } from './dayMarks.ts';
import { monthsIn, spanIn } from './monthTexts.ts';

const today = '2026-11-23';

describe('a head of a column', () => {
  test.each([
    ['1', { date: 1 }],
    ['31.', { date: 31 }],
    ['01/12', { date: 1, month: 12 }],
    ['1-12-26', { date: 1, month: 12, year: 2026 }],
    ['1.12.2026', { date: 1, month: 12, year: 2026 }],
    ['2026-12-01', { date: 1, month: 12, year: 2026 }],
    ['1-dic', { date: 1, month: 12 }],
    ["1 dicembre '26", { date: 1, month: 12, year: 2026 }],
    ['3 sett 2027', { date: 3, month: 9, year: 2027 }],
    ['1° gennaio', { date: 1, month: 1 }],
    ['mar 1', { date: 1, weekdays: [2] }],
    ['Martedì, 1 dic', { date: 1, month: 12, weekdays: [2] }],
    ['1\nLUN', { date: 1, weekdays: [1] }],
    ['5 Do', { date: 5, weekdays: [7] }],
    ['12s', { date: 12, weekdays: [6] }],
    ['12sab', { date: 12, weekdays: [6] }],
    ['gi7', { date: 7, weekdays: [4] }],
    ['ven07', { date: 7, weekdays: [5] }],
    ['m 3', { date: 3, weekdays: [2, 3] }],
    ['25*', { date: 25 }],
    ['(25)', { date: 25 }],
    ['29 F', { date: 29 }],
    ['8 fest', { date: 8 }],
    ['Natale', { date: 25, month: 12 }],
    ['2027/02/10', { date: 10, month: 2, year: 2027 }],
    ['20270210', { date: 10, month: 2, year: 2027 }],
    ['10/02/2027 00:00', { date: 10, month: 2, year: 2027 }],
    ['2027-02-10 00:00:00', { date: 10, month: 2, year: 2027 }],
    ['01/12 (mar)', { date: 1, month: 12, weekdays: [2] }],
  ])('%j is a day', (text, mark) => expect(readDayMark(text)).toEqual(mark));

  test.each([
    '',
    '0',
    '32',
    '1/13',
    '1/0',
    '100',
    '1/12/1999',
    '1/12/2100',
    '1 foo',
    '1 dicem',
    '1 di',
    'mar',
    'Nome',
    '2026-13-01',
    '1999-12-01',
    'x 1',
    '12xyz',
    '1 2',
    '1/12/202',
  ])('%j is not a day', (text) => expect(readDayMark(text)).toBeNull());

  test('has its weekday as a word, or cut to three, two or one letter, which may be ambiguous', () => {
    const words = ['Lunedì', 'LUN.', 'lu', 'l', 'M', 'mercoledì', 'gio', 'V', 'sa', 'domenica:'];
    expect(words.map(weekdaysOfWord)).toEqual([[1], [1], [1], [1], [2, 3], [3], [4], [5], [6], [7]]);
    expect(['lune', 'x', '', 'lund'].map(weekdaysOfWord)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('agrees with a day on one of its weekdays, or with any day if it has none', () => {
    expect(agrees('2026-12-01', { date: 1, weekdays: [2, 3] })).toBe(true);
    expect(agrees('2026-12-01', { date: 1, weekdays: [1] })).toBe(false);
    expect(agrees('2026-12-01', { date: 1 })).toBe(true);
  });
});

describe('the day of a mark', () => {
  test('is in its year, otherwise in the year nearest to today', () => {
    expect(datedDay({ date: 1 }, today)).toBeNull();
    expect(datedDay({ date: 1, month: 2, year: 2030 }, today)).toBe('2030-02-01');
    expect(datedDay({ date: 5, month: 1 }, today)).toBe('2027-01-05');
    expect(datedDay({ date: 20, month: 12 }, '2026-01-10')).toBe('2025-12-20');
    expect(datedDay({ date: 30, month: 6 }, today)).toBe('2026-06-30');
    expect(datedDay({ date: 29, month: 2 }, today)).toBeNull();
    expect(datedDay({ date: 29, month: 2 }, '2027-11-23')).toBe('2028-02-29');
  });

  test('is null if the month is shorter', () => {
    expect(dayOf(2026, 11, 30)).toBe('2026-11-30');
    expect(dayOf(2026, 11, 31)).toBeNull();
  });
});

test.each([
  ['Turni DICEMBRE 2026', ['2026-12']],
  ['12/2026', ['2026-12']],
  ['1/2027', ['2027-01']],
  ['2026-12', ['2026-12']],
  ['2026_09.xlsx', ['2026-09']],
  ['2026-12-01', ['2026-12']],
  ['dic', ['2026-12']],
  ["Dicembre '26 – gennaio '27", ['2026-12', '2027-01']],
  ['gennaio 2027, dicembre 2026', ['2027-01', '2026-12']],
  ['dicembre 2026 e di nuovo 12/2026', ['2026-12']],
  ['01/2027 dopo dic 2026', ['2027-01', '2026-12']],
  ['set', ['2026-09']],
  ['sett. 2027', ['2027-09']],
  // a Tuesday unless followed by a year of this century
  ['mar', []],
  ['mar 2027', ['2027-03']],
  ['marzo', ['2027-03']],
  ['settembrini', []],
  ['APRILE ANNO 2026', ['2026-04']],
  ['2028, poi aprile', ['2028-04']],
  ['dicembre – gennaio 2027', ['2026-12', '2027-01']],
  ['dicembre 2026 – gennaio', ['2026-12', '2027-01']],
  ['novembre – dicembre 2027', ['2027-11', '2027-12']],
  ['13/2026', []],
  ['5/12/2026', []],
  ['2026-12-05', []],
  ['', []],
])('%j names the months %j', (text, months) => expect(monthsIn([text], today)).toEqual(months));

test('the year of a month may be in another text; two years are ambiguous', () => {
  expect(monthsIn(['GENNAIO', '2026'], today)).toEqual(['2026-01']);
  expect(monthsIn(['GENNAIO'], today, ['turni 2026'])).toEqual(['2026-01']);
  expect(monthsIn(['GENNAIO', '2026', '2027'], today)).toEqual(['2026-01', '2027-01']);
});

test.each([
  ['Settimana dal 30/11 al 06/12', '2026-11-30', '2026-12-06'],
  ['dal 30 novembre al 6 dicembre', '2026-11-30', '2026-12-06'],
  ['settimana del 30-11-2026', '2026-11-30', null],
])('%s is a span of days', (text, from, to) => expect(spanIn(text, today)).toEqual({ from, to }));

test('months are recognised by their full or three-letter names', () => {
  const names =
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
      ' ',
    );
  const numbers = names.map((_, index) => index + 1);
  expect(names.map((name) => readDayMark(`1 ${name}`)?.month)).toEqual(numbers);
  expect(names.map((name) => readDayMark(`1-${name.slice(0, 3)}`)?.month)).toEqual(numbers);
  expect(names.flatMap((name) => monthsIn([`${name} 2027`], today))).toEqual(
    numbers.map((number) => `2027-${String(number).padStart(2, '0')}`),
  );
});

test('texts are compared without accents, case or repeated blanks', () => {
  expect(plainText('  Lunedì \n 1 ')).toBe('lunedi 1');
});
