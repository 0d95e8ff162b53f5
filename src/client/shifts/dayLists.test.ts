import { describe, expect, test } from 'vitest';
import {
  countDays,
  daysByReason,
  fullestMonth,
  isWeekday,
  listDays,
  listSpans,
  summarizeDays,
} from './dayLists.ts';

describe('lists of days', () => {
  const five = ['2026-11-27', '2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25'];

  test('up to four are listed, more are counted', () => {
    expect(listDays(['2026-11-23', '2026-11-20'])).toBe('ven 20 nov, lun 23 nov');
    expect(summarizeDays([])).toBe('');
    expect(summarizeDays(five.slice(0, 4))).toBe('ven 20 nov, lun 23 nov, mar 24 nov, ven 27 nov');
    expect(summarizeDays(five)).toBe('5 giorni da ven 20 nov a ven 27 nov');
  });

  test('finds the month with most of them', () => {
    expect(fullestMonth(['2026-11-30', '2026-12-01', '2026-12-02'])).toBe('2026-12');
    expect(fullestMonth([])).toBeUndefined();
  });

  test('consecutive days are written as spans', () => {
    expect(listSpans([])).toBe('');
    expect(listSpans(['2026-11-20'])).toBe('ven 20 nov');
    expect(listSpans(['2026-12-02', '2026-11-20', '2026-12-01', '2026-11-30', '2026-12-04'])).toBe(
      'ven 20 nov, lun 30 nov – mer 2 dic, ven 4 dic',
    );
  });

  test('groups refused days by reason', () => {
    const refused = [
      { day: '2026-11-20', reason: 'a' },
      { day: '2026-11-21', reason: 'b' },
      { day: '2026-11-22', reason: 'a' },
    ];
    expect(daysByReason(refused)).toEqual([
      { reason: 'a', days: ['2026-11-20', '2026-11-22'] },
      { reason: 'b', days: ['2026-11-21'] },
    ]);
  });

  test.each([
    [0, '0 giorni'],
    [1, 'un giorno'],
    [2, '2 giorni'],
  ])('%d: %s', (count, text) => expect(countDays(count)).toBe(text));

  test.each([
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
    // the Immaculate Conception, a Tuesday
    ['2026-12-08', false],
  ])('%s is a weekday: %s', (day, expected) => expect(isWeekday(day)).toBe(expected));
});
