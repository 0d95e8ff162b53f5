import { describe, expect, test } from 'vitest';
import { daysFrom, headedColumns, monthOfHeads, weekdayRow, weekHeads, withWeekdays } from './dayHeads.ts';

const today = '2026-11-23';
/** Splits rows into cells at '|'. */
const table = (...rows: string[]): string[][] => rows.map((row) => row.split('|').map((cell) => cell.trim()));
const numbers = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => from + index).join('|');
const columnsOf = (row: string, isSaid = false): number[] =>
  headedColumns(table(row), 0, isSaid).map(({ column }) => column);

describe('a row of heads', () => {
  test.each([
    ['five numbers', 'Nome|1|2|3|4|5', [1, 2, 3, 4, 5]],
    ['four numbers, which may be anything', 'Nome|1|2|3|4', []],
    ['two dates', 'Nome|1/12|2/12', [1, 2]],
    ['one date', 'Nome|1/12', []],
    ['two numbers with weekdays', 'Nome|1 M|2 M', [1, 2]],
    ['over the end of a month', 'Nome|29|30|31|1|2', [1, 2, 3, 4, 5]],
    ['over the 26th, the earliest end', 'Nome|24|25|26|1|2', [1, 2, 3, 4, 5]],
    [
      'from the 25th back to the 1st: two tables, the longer counts',
      'Nome|21|22|23|24|25|1|2',
      [1, 2, 3, 4, 5],
    ],
    ['with the next number a week on', 'Nome|1|2|3|4|5|12', [1, 2, 3, 4, 5, 6]],
    ['with a number that is further', 'Nome|1|2|3|4|5|13', [1, 2, 3, 4, 5]],
    ['with steps of which six in ten go on by one', 'Nome|1|2|3|4|6|8', [1, 2, 3, 4, 5, 6]],
    ['with fewer', 'Nome|1|2|3|5|7|9', []],
    ['with six columns to the next day', 'Nome|1|||||| 2|3|4|5|6', [1, 7, 8, 9, 10, 11]],
    ['with seven', 'Nome|1||||||| 2|3|4|5|6', [8, 9, 10, 11, 12]],
    ['two columns a day', 'Nome|1|1|2|2|3|3|4|4|5|5', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['the same day again further on', 'Nome|1|2|3|4|5||5', [1, 2, 3, 4, 5]],
  ])('%s', (_, row, columns) => expect(columnsOf(row)).toEqual(columns));

  test('may have few days if chosen by a person', () => {
    expect(columnsOf('Nome|1|2|3')).toEqual([]);
    expect(columnsOf('Nome|1|2|3', true)).toEqual([1, 2, 3]);
  });
});

describe('weekdays above or below the heads', () => {
  const heads = headedColumns(table('Nome|1|2|3|4|5'), 0);
  const below = (row: string): number | null => weekdayRow(table('Nome|1|2|3|4|5', row), 0, heads);

  test('are consecutive, most of them present', () => {
    expect(below('|M|M|G|V|S')).toBe(1);
    expect(below('|mar|mer|gio||')).toBe(1);
    expect(below('|mar|mer|||')).toBeNull();
    expect(below('|M|M|G|V|6-14')).toBeNull();
    expect(below('|M|M|G|S|L')).toBeNull();
    expect(weekdayRow(table('|M|M|G|V|S', 'Nome|1|2|3|4|5'), 1, heads)).toBe(0);
  });

  test('continue past the end of a month', () => {
    const turned = headedColumns(table('Nome|29|30|31|1|2'), 0);
    expect(weekdayRow(table('Nome|29|30|31|1|2', '|M|M|G|V|S'), 0, turned)).toBe(1);
    expect(weekdayRow(table('Nome|29|30|31|1|2', '|M|M|G|D|L'), 0, turned)).toBeNull();
  });

  test('are added to heads without weekdays', () => {
    const rows = table('Nome|1|2 L|3|4|5', '|M|M|G|V|S');
    const marks = withWeekdays(rows, 1, headedColumns(rows, 0)).map(({ mark }) => mark.weekdays);
    expect(marks).toEqual([[2, 3], [1], [4], [5], [6]]);
    expect(withWeekdays(rows, null, headedColumns(rows, 0))[0]?.mark.weekdays).toBeUndefined();
  });
});

describe('the days of columns', () => {
  const daysOf = (row: string, month: string) =>
    daysFrom(headedColumns(table(row), 0), month, today).map(({ day, problem = null }) => [day, problem]);

  test('continue in the next month where numbers restart, also past the end of a year', () => {
    expect(daysOf('Nome|29|30|31|1|2', '2026-12').map(([day]) => day)).toEqual([
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
  });

  test('conflict with another weekday, and with a month other than the current one', () => {
    expect(daysOf('Nome|1 M|2 L|3 G', '2026-12')).toEqual([
      ['2026-12-01', null],
      ['2026-12-02', 'weekday'],
      ['2026-12-03', null],
    ]);
    expect(daysOf('Nome|1/12|2/12|3/1', '2026-12')[2]).toEqual(['2026-01-03', 'weekday']);
    expect(daysOf('Nome|27|28|29|30|31', '2026-11').at(-1)).toEqual([null, 'no_such_day']);
  });
});

describe('the month of a grid', () => {
  const monthOf = (row: string, ...texts: string[][]) =>
    monthOfHeads(headedColumns(table(row), 0), texts, today, today);
  const found = (month: string) => ({ month, problem: null });

  test('is that of the heads, otherwise that of the nearest text with one', () => {
    expect(monthOf('Nome|1/12|2/12', ['gennaio 2027'])).toEqual(found('2026-12'));
    expect(monthOf(`Nome|${numbers(1, 5)}`, ['Turni'], ['gennaio 2027'], ['dicembre'])).toEqual(
      found('2027-01'),
    );
    expect(monthOf(`Nome|${numbers(1, 5)}`, ['Turni'])).toEqual({ month: null, problem: 'no_month' });
  });

  test('is unclear if two are named, unless weekdays decide', () => {
    const both = ['novembre 2026, dicembre 2026'];
    expect(monthOf(`Nome|${numbers(1, 5)}`, both)).toEqual({ month: null, problem: 'no_month' });
    expect(monthOf('Nome|1 M|2 M|3 G|4 V|5 S', both)).toEqual(found('2026-12'));
    expect(monthOf('Nome|1 D|2 L|3 M|4 M|5 G', both)).toEqual(found('2026-11'));
    expect(monthOf('Nome|1 V|2 S|3 D|4 L|5 M', both)).toEqual({ month: null, problem: 'month_disagrees' });
  });

  test('is the first of two consecutive ones if numbers restart', () => {
    expect(monthOf('Nome|29|30|31|1|2', ['dicembre 2026 – gennaio 2027'])).toEqual(found('2026-12'));
    expect(monthOf('Nome|29|30|31|1|2', ['dicembre 2026 – febbraio 2027'])).toEqual({
      month: null,
      problem: 'no_month',
    });
    // a single name may mean the first days or most days
    expect(monthOf('Nome|29 M|30 M|31 G|1 V|2 S', ['gennaio 2027'])).toEqual(found('2026-12'));
    expect(monthOf('Nome|29 M|30 M|31 G|1 V|2 S', ['dicembre 2026'])).toEqual(found('2026-12'));
  });

  test('tolerates one wrong weekday in ten', () => {
    const letters = ['M', 'M', 'G', 'V', 'S', 'D', 'L'];
    const heads = (count: number, wrong: number): string =>
      Array.from(
        { length: count },
        (_, index) => `${index + 1} ${letters[(index + (index === wrong ? 3 : 0)) % 7]}`,
      ).join('|');
    expect(monthOf(`Nome|${heads(10, 4)}`, ['dicembre 2026'])).toEqual(found('2026-12'));
    expect(monthOf(`Nome|${heads(9, 4)}`, ['dicembre 2026'])).toEqual({
      month: null,
      problem: 'month_disagrees',
    });
  });
});

test('consecutive weekdays without dates are a week', () => {
  const daysIn = (row: string): number[] => weekHeads(table(row), 0).map(({ mark }) => mark.date);
  expect(daysIn('Nome|Lunedì|Martedì|Mercoledì|Giovedì|Venerdì')).toEqual([1, 2, 3, 4, 5]);
  expect(daysIn('Nome|S|D|L|M|M|G|V')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(daysIn('Nome|Lun|Mar|Gio|Ven|Sab')).toEqual([]);
  expect(daysIn('Nome|Lun|Mar|Mer|Gio')).toEqual([]);
});
