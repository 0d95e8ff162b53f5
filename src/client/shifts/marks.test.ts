import { describe, expect, test } from 'vitest';
import { unsplit } from '../../../tests/support/duties.ts';
import type { Duty } from '../../domain/shifts/duty.ts';
import { beginsTaxiWeek, legendOf, markOf, shortTimes } from './marks.ts';

const duty: Duty = {
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina',
  ...unsplit,
};

describe('kinds of days', () => {
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

  test('in a narrow cell they stand as short as can be, a split shift in two parts', () => {
    const split = {
      ...duty,
      endTime: '10:30',
      isSplitShift: true,
      secondStartTime: '14:00',
      secondEndTime: '18:15',
    };
    expect([shortTimes(duty), shortTimes(split)]).toEqual([['6–14'], ['6–10:30', '14–18:15']]);
    expect(shortTimes({})).toEqual([]);
  });

  test('the week begins on Saturday for drivers', () => {
    expect(beginsTaxiWeek('2026-11-21', 'taxi')).toBe(true);
    expect(beginsTaxiWeek('2026-11-22', 'taxi')).toBe(false);
    expect(beginsTaxiWeek('2026-11-21', 'standard')).toBe(false);
  });
});
