import { describe, expect, test } from 'vitest';
import type { Duty } from '../../domain/shifts/duty.ts';
import { countDays, daysByReason, isWeekday, listDays, summarizeDays } from './dayLists.ts';
import { beginsTaxiWeek, describeDuty, legendOf, markOf } from './marks.ts';

const duty: Duty = {
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina',
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
};

describe('kinds of days', () => {
  const shown = (variant: 'standard' | 'taxi'): string[] =>
    legendOf(variant).map(({ letter, name }) => `${letter} ${name}`);

  test('the legend of a worksite has each once, work first', () => {
    expect(shown('standard')).toEqual(['S Sede', 'W Smart working', 'L Libero', 'F Ferie', 'M Malattia']);
    expect(shown('taxi')).toEqual([
      'M Mattina',
      'P Pomeriggio',
      'S Seminotte',
      'N Notte',
      'F Ferie',
      'R Riposo',
      'Ma Malattia',
    ]);
  });

  test.each(['standard', 'taxi'] as const)(
    'in a %s worksite no two have the same letter or colour',
    (variant) => {
      const legend = legendOf(variant);
      expect(new Set(legend.map(({ letter }) => letter)).size).toBe(legend.length);
      expect(new Set(legend.map(({ tone }) => tone)).size).toBe(legend.length);
      expect(legend.filter(({ tone }) => tone.trim() === '')).toEqual([]);
    },
  );

  test.each([
    ['sede', 'mattina', 'standard', 'Sede'],
    ['smart_working', null, 'standard', 'Smart working'],
    ['sede', 'notte', 'taxi', 'Notte'],
    ['smart_working', 'pomeriggio', 'taxi', 'Pomeriggio'],
    // a type that drivers do not have, or none
    ['sede', 'sera', 'taxi', 'Sede'],
    ['smart_working', null, 'taxi', 'Smart working'],
    ['libero', 'mattina', 'taxi', 'Riposo'],
    ['libero', null, 'standard', 'Libero'],
    ['malattia', null, 'taxi', 'Malattia'],
  ] as const)('%s, %s in a %s worksite is %s', (workLocation, shiftType, variant, name) => {
    expect(markOf({ workLocation, shiftType }, variant).name).toBe(name);
  });

  test('in a sentence they stand with their times', () => {
    const rest = {
      ...duty,
      workLocation: 'libero',
      startTime: null,
      endTime: null,
      shiftType: null,
    } as const;
    expect(describeDuty(duty, 'standard')).toBe('sede 06:00–14:00');
    expect(describeDuty(duty, 'taxi')).toBe('mattina 06:00–14:00');
    expect([describeDuty(rest, 'standard'), describeDuty(rest, 'taxi')]).toEqual(['libero', 'riposo']);
  });

  test('the week begins on Saturday for drivers', () => {
    expect(beginsTaxiWeek('2026-11-21', 'taxi')).toBe(true);
    expect(beginsTaxiWeek('2026-11-22', 'taxi')).toBe(false);
    expect(beginsTaxiWeek('2026-11-21', 'standard')).toBe(false);
  });
});

describe('lists of days', () => {
  const five = ['2026-11-27', '2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25'];

  test('four are named, more are counted', () => {
    expect(listDays(['2026-11-23', '2026-11-20'])).toBe('ven 20 nov, lun 23 nov');
    expect(summarizeDays([])).toBe('');
    expect(summarizeDays(five.slice(0, 4))).toBe('ven 20 nov, lun 23 nov, mar 24 nov, ven 27 nov');
    expect(summarizeDays(five)).toBe('5 giorni da ven 20 nov a ven 27 nov');
  });

  test('those refused for the same reason stand together', () => {
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
