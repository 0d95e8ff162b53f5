import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, weekdayOf } from './day.ts';
import { addMonths, formatMonth, gridSpan, type Month, monthGrid, monthOf } from './month.ts';

const anyMonth = fc.integer({ min: 0, max: 1199 }).map((months): Month => addMonths('2000-01', months));

describe('monthGrid', () => {
  test.each([
    ['2026-11', '2026-10-26', '2026-12-06', 30],
    // begins on a Monday: no days of the previous month
    ['2026-06', '2026-06-01', '2026-07-12', 30],
    // begins on a Sunday: needs all six weeks
    ['2026-03', '2026-02-23', '2026-04-05', 31],
    // the shortest: exactly four weeks from a Monday
    ['2027-02', '2027-02-01', '2027-03-14', 28],
    ['2028-02', '2028-01-31', '2028-03-12', 29],
    // both clock changes and the turn of a year
    ['2026-10', '2026-09-28', '2026-11-08', 31],
    ['2026-12', '2026-11-30', '2027-01-10', 31],
  ])('%s spans %s to %s', (month, first, last, length) => {
    const cells = monthGrid(month);
    expect(cells).toHaveLength(42);
    expect(cells[0]?.day).toBe(first);
    expect(cells.at(-1)?.day).toBe(last);
    expect(gridSpan(month)).toEqual({ from: first, to: last });
    expect(cells.filter((cell) => cell.isInMonth).map((cell) => cell.number)).toEqual(
      Array.from({ length }, (_, index) => index + 1),
    );
  });

  test('monthGrid is always 42 consecutive days from a Monday that include the whole month', () => {
    fc.assert(
      fc.property(anyMonth, (month) => {
        const cells = monthGrid(month);
        expect(cells).toHaveLength(42);
        const first = cells[0]!.day;
        expect(weekdayOf(first)).toBe(1);
        cells.forEach((cell, index) => {
          expect(cell.day).toBe(addDays(first, index));
          expect(cell.number).toBe(Number(cell.day.slice(8)));
          expect(cell.isInMonth).toBe(monthOf(cell.day) === month);
        });
        const inMonth = cells.filter((cell) => cell.isInMonth);
        expect(inMonth[0]?.number).toBe(1);
        // the day after the last one belongs to the next month
        expect(monthOf(addDays(inMonth.at(-1)!.day, 1))).toBe(addMonths(month, 1));
        // the 1st is in the first week
        expect(cells.findIndex((cell) => cell.isInMonth)).toBeLessThan(7);
      }),
    );
  });
});

test('addMonths goes forward and back, also across a year', () => {
  expect(addMonths('2026-11', 1)).toBe('2026-12');
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-11', 14)).toBe('2028-01');
  expect(monthOf('2026-11-20')).toBe('2026-11');
});

test.each([
  ['2026-11', 'novembre 2026'],
  ['2027-01', 'gennaio 2027'],
  ['2026-03', 'marzo 2026'],
])('%s is written %s', (month, text) => {
  expect(formatMonth(month)).toBe(text);
});
