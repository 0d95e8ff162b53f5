import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  dayInRome,
  daysBetween,
  daysOf,
  formatLongDay,
  formatMediumDay,
  formatRelativeTime,
  formatShortDay,
  instantInRome,
  isDay,
  mondayWeekOf,
  saturdayWeekOf,
  timeInRome,
  weekdayOf,
} from './day.ts';

/** Any day that can be stored. */
const anyDay = fc.integer({ min: 0, max: 36_524 }).map((days) => addDays('2000-01-01', days));

describe('dayInRome', () => {
  test.each([
    // winter: Rome is one hour ahead of UTC
    ['2026-11-20T22:59:59.999Z', '2026-11-20'],
    ['2026-11-20T23:00:00.000Z', '2026-11-21'],
    // summer: two hours
    ['2026-07-10T21:59:59.999Z', '2026-07-10'],
    ['2026-07-10T22:00:00.000Z', '2026-07-11'],
    // the night clocks go forward: starts in winter time, ends in summer time
    ['2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['2026-03-29T22:00:00.000Z', '2026-03-30'],
    // the night they go back
    ['2026-10-24T21:59:59.999Z', '2026-10-24'],
    ['2026-10-24T22:00:00.000Z', '2026-10-25'],
    ['2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26'],
    // both ends of a year
    ['2026-12-31T22:59:59.999Z', '2026-12-31'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01'],
    ['2028-02-28T23:30:00.000Z', '2028-02-29'],
  ])('at %s it is %s', (instant, day) => {
    expect(dayInRome(instant)).toBe(day);
  });
});

test.each([
  ['2026-11-20', true],
  ['2026-11-31', false],
  ['2026-13-01', false],
  ['domani', false],
  // a year with more digits, another calendar
  ['+012026-11-20', false],
  ['-002026-11-20', false],
  ['2026-11-20[u-ca=gregory]', false],
])('%s is a day: %s', (text, isOne) => {
  expect(isDay(text)).toBe(isOne);
});

test.each([
  ['2026-11-20T22:59:59.999Z', '23:59'],
  ['2026-07-10T22:00:00.000Z', '00:00'],
])('at %s it is %s in Rome', (instant, time) => {
  expect(timeInRome(instant)).toBe(time);
});

describe('instantInRome', () => {
  test.each([
    ['2026-11-20', '00:00', '2026-11-19T23:00:00.000Z'],
    ['2026-11-20', '06:00', '2026-11-20T05:00:00.000Z'],
    ['2026-07-10', '06:00', '2026-07-10T04:00:00.000Z'],
    // clocks go from 02:00 to 03:00: skipped times map to after the gap
    ['2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', '06:00', '2026-03-29T04:00:00.000Z'],
    // clocks go from 03:00 back to 02:00: repeated times map to the first occurrence
    ['2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['2026-10-25', '06:00', '2026-10-25T05:00:00.000Z'],
  ])('%s at %s is %s', (day, time, instant) => {
    expect(instantInRome(day, time)).toBe(instant);
  });

  test('is on the given day in Rome, at any hour of any day', () => {
    const anyTime = fc
      .integer({ min: 0, max: 95 })
      .map(
        (quarter) =>
          `${String(quarter >> 2).padStart(2, '0')}:${String((quarter & 3) * 15).padStart(2, '0')}`,
      );
    fc.assert(
      fc.property(anyDay, anyTime, (day, time) => {
        expect(dayInRome(instantInRome(day, time))).toBe(day);
      }),
    );
  });
});

describe('days', () => {
  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-28', 1, '2026-03-29'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-10-25', -1, '2026-10-24'],
    ['2026-11-20', 0, '2026-11-20'],
  ])('%s and %i days is %s', (day, days, later) => {
    expect(addDays(day, days)).toBe(later);
  });

  test('daysBetween is the inverse of addDays', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -400, max: 400 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days);
      }),
    );
  });

  test('compare as text in calendar order', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (one, other) => {
        expect(Math.sign(daysBetween(one, other))).toBe(one < other ? 1 : one > other ? -1 : 0);
      }),
    );
  });
});

describe('weeks', () => {
  test.each([
    ['2026-11-16', 1, '2026-11-16', '2026-11-14'],
    ['2026-11-20', 5, '2026-11-16', '2026-11-14'],
    ['2026-11-21', 6, '2026-11-16', '2026-11-21'],
    ['2026-11-22', 7, '2026-11-16', '2026-11-21'],
    ['2026-11-23', 1, '2026-11-23', '2026-11-21'],
    // weeks with a clock change or the turn of a year
    ['2026-03-29', 7, '2026-03-23', '2026-03-28'],
    ['2026-10-25', 7, '2026-10-19', '2026-10-24'],
    ['2027-01-01', 5, '2026-12-28', '2026-12-26'],
  ])('%s: weekday %i, Monday week from %s, Saturday week from %s', (day, weekday, monday, saturday) => {
    expect(weekdayOf(day)).toBe(weekday);
    expect(mondayWeekOf(day)).toEqual({ from: monday, to: addDays(monday, 6) });
    expect(saturdayWeekOf(day)).toEqual({ from: saturday, to: addDays(saturday, 6) });
  });

  test.each([
    ['Monday-Sunday', mondayWeekOf, 1],
    ['Saturday-Friday', saturdayWeekOf, 6],
  ] as const)('a %s week has seven days and is the week of each', (_name, weekOf, first) => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const week = weekOf(day);
        const days = daysOf(week);
        expect(days).toHaveLength(7);
        expect(days).toContain(day);
        expect(weekdayOf(week.from)).toBe(first);
        for (const other of days) expect(weekOf(other)).toEqual(week);
      }),
    );
  });

  test('daysOf includes both ends', () => {
    expect(daysOf({ from: '2026-12-30', to: '2027-01-02' })).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
    expect(daysOf({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['2026-11-20']);
  });
});

test.each([
  ['2026-11-20', 'venerdì 20 novembre 2026', '20/11/2026', 'ven 20 nov'],
  ['2027-01-01', 'venerdì 1 gennaio 2027', '01/01/2027', 'ven 1 gen'],
  ['2026-03-29', 'domenica 29 marzo 2026', '29/03/2026', 'dom 29 mar'],
  ['2026-10-25', 'domenica 25 ottobre 2026', '25/10/2026', 'dom 25 ott'],
])('%s is written %s, %s, %s', (day, long, short, medium) => {
  expect(formatLongDay(day)).toBe(long);
  expect(formatShortDay(day)).toBe(short);
  expect(formatMediumDay(day)).toBe(medium);
});

test.each([
  ['the same day in Rome', '2026-11-20T07:05:00.000Z', 'oggi, 08:05'],
  ['after midnight in Rome, before it in UTC', '2026-11-19T23:30:00.000Z', 'oggi, 00:30'],
  ['the day before in Rome', '2026-11-19T22:59:00.000Z', 'ieri, 23:59'],
  ['earlier', '2026-11-13T12:00:00.000Z', 'ven 13 nov, 13:00'],
  ['in summer time', '2026-07-01T12:00:00.000Z', 'mer 1 lug, 14:00'],
])('an instant %s', (_, instant, text) => {
  expect(formatRelativeTime(instant, '2026-11-20T10:00:00.000Z')).toBe(text);
});
