import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import { addDays } from '../calendar/day.ts';
import type { WorkLocation } from './duty.ts';
import { countedMinutes, monthHours, sumOfKinds, workedMinutes } from './hours.ts';
import type { Entry } from './rules.ts';

const entry = (date: string, workLocation: WorkLocation = 'sede', endTime = '14:00'): Entry => {
  const works = workLocation === 'sede' || workLocation === 'smart_working';
  return dutyWith({
    date,
    workLocation,
    startTime: works ? '06:00' : null,
    endTime: works ? endTime : null,
    shiftType: works ? 'mattina' : null,
  });
};
const hours = (count: number): number => count * 60;

describe('countedMinutes', () => {
  it.each([
    ['sede', 8, hours(8)],
    ['smart_working', 8, hours(8)],
    ['ferie', 6, hours(6)],
    ['malattia', 6, hours(6)],
    ['libero', 8, 0],
  ] as const)('%s with a contract of %i hours counts %i minutes', (place, contractHours, expected) => {
    expect(countedMinutes(entry('2026-11-20', place), contractHours)).toBe(expected);
  });

  it('countedMinutes counts both parts of a split shift', () => {
    const split = { ...entry('2026-11-20', 'sede', '10:00'), isSplitShift: true };
    const duty = { ...split, secondStartTime: '14:00', secondEndTime: '18:00' };
    expect(countedMinutes(duty, 8)).toBe(hours(8));
  });
});

describe('monthHours', () => {
  it.each([
    ['2026-11', 21],
    ['2026-02', 20],
    ['2028-02', 21],
    ['2026-12', 23],
  ])('expects the weekdays of %s, %i, times the contract hours', (month, weekdays) => {
    expect(monthHours([], month, 8)).toMatchObject({
      worked: 0,
      expected: hours(weekdays * 8),
      percent: 0,
      remaining: hours(weekdays * 8),
    });
  });

  it('adds up only the month, by kind and by week', () => {
    const entries = [
      entry('2026-10-30'),
      entry('2026-11-02'),
      entry('2026-11-03', 'smart_working'),
      entry('2026-11-04', 'ferie'),
      entry('2026-11-05', 'libero'),
      entry('2026-11-30'),
      entry('2026-12-01', 'malattia'),
    ];
    const result = monthHours(entries, '2026-11', 8);
    expect(result.worked).toBe(hours(32));
    expect(result.byKind).toEqual({
      sede: hours(16),
      smart_working: hours(8),
      ferie: hours(8),
      malattia: 0,
    });
    expect(result.weeks.map(({ from }) => from)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(result.weeks.at(-1)).toMatchObject({
      byKind: { sede: hours(8), malattia: 0 },
      wholeWeek: { sede: hours(8), malattia: hours(8) },
    });
  });

  it('is capped at 100 % with nothing remaining', () => {
    const entries = Array.from({ length: 30 }, (_, index) => entry(addDays('2026-11-01', index)));
    expect(monthHours(entries, '2026-11', 8)).toMatchObject({ percent: 100, remaining: 0 });
  });

  it('monthHours reaches 100 % only when nothing remains', () => {
    const almost = Array.from({ length: 21 }, (_, index) =>
      entry(addDays('2026-11-01', index), 'sede', index === 0 ? '13:45' : '14:00'),
    );
    expect(monthHours(almost, '2026-11', 8)).toMatchObject({ percent: 99, remaining: 15 });
  });

  it('only work counts towards a weekly limit', () => {
    const [week] = monthHours(
      [
        entry('2026-11-30'),
        entry('2026-12-01', 'smart_working'),
        entry('2026-12-02', 'ferie'),
        entry('2026-12-03', 'malattia'),
      ],
      '2026-12',
      4,
    ).weeks;
    expect(week && workedMinutes(week.wholeWeek)).toBe(hours(16));
    expect(week && sumOfKinds(week.wholeWeek)).toBe(hours(24));
  });

  it('loses no minute: weeks and kinds both add up to the month', () => {
    const day = fc.integer({ min: 0, max: 60 }).map((offset) => addDays('2026-10-15', offset));
    const place = fc.constantFrom<WorkLocation>('sede', 'smart_working', 'libero', 'ferie', 'malattia');
    const entries = fc.uniqueArray(fc.tuple(day, place), { selector: ([date]) => date });
    fc.assert(
      fc.property(entries, fc.integer({ min: 4, max: 12 }), (pairs, contractHours) => {
        const result = monthHours(
          pairs.map(([date, kind]) => entry(date, kind)),
          '2026-11',
          contractHours,
        );
        expect(sumOfKinds(result.byKind)).toBe(result.worked);
        expect(result.weeks.reduce((all, { byKind }) => all + sumOfKinds(byKind), 0)).toBe(result.worked);
      }),
    );
  });
});
