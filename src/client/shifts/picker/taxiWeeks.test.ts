import { describe, expect, it } from 'vitest';
import { entryWith } from '../../../../tests/support/duties.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { openWeeksOf, taxiWeekOf } from './taxiWeeks.ts';

const owner: ShiftOwner = { contractHours: 7, enableFlexibleShifts: false, variant: 'taxi' };

const shiftOn = (date: string, duty: Partial<Shift> = {}): Shift =>
  entryWith({
    id: `shift ${date}`,
    userId: 'user',
    date,
    startTime: '20:00',
    endTime: '03:00',
    shiftType: 'seminotte',
    ...duty,
  });

describe('openWeeksOf', () => {
  const saturdays = (month: string, today: string): string[] =>
    openWeeksOf(month, today).map(({ from }) => from);

  it('openWeeksOf gives the Saturday-Friday weeks that touch a month', () => {
    // 1 January 2027 is the last day of its week, 30 January the first of its own
    expect(saturdays('2027-01', '2026-11-20')).toEqual([
      '2026-12-26',
      '2027-01-02',
      '2027-01-09',
      '2027-01-16',
      '2027-01-23',
      '2027-01-30',
    ]);
  });

  it('openWeeksOf leaves out those that are over, not the one under way', () => {
    expect(saturdays('2026-11', '2026-11-20')).toEqual(['2026-11-14', '2026-11-21', '2026-11-28']);
    expect(saturdays('2026-11', '2026-11-21')).toEqual(['2026-11-21', '2026-11-28']);
    expect(saturdays('2026-10', '2026-11-20')).toEqual([]);
  });
});

describe('taxiWeekOf', () => {
  const week = { from: '2026-11-21', to: '2026-11-27' };

  it('knows its free days and its shift', () => {
    const entries = [
      shiftOn('2026-11-20', { shiftType: 'notte' }),
      shiftOn('2026-11-23'),
      shiftOn('2026-11-25', { workLocation: 'ferie', startTime: null, endTime: null, shiftType: null }),
    ];
    expect(taxiWeekOf(week, entries, '2026-11-22', owner)).toEqual({
      ...week,
      freeDays: ['2026-11-22', '2026-11-24', '2026-11-26', '2026-11-27'],
      shiftType: 'seminotte',
    });
  });

  it('taxiWeekOf goes on with the shift of its latest day after a swap in mid-week', () => {
    const entries = [
      shiftOn('2026-11-21', { shiftType: 'notte' }),
      shiftOn('2026-11-24'),
      shiftOn('2026-11-22', { shiftType: 'notte' }),
    ];
    expect(taxiWeekOf(week, entries, '2026-11-23', owner).shiftType).toBe('seminotte');
  });

  it('taxiWeekOf counts entries of its first and last day', () => {
    for (const day of ['2026-11-21', '2026-11-27']) {
      const { freeDays, shiftType } = taxiWeekOf(week, [shiftOn(day)], '2026-11-20', owner);
      expect([freeDays.includes(day), shiftType]).toEqual([false, 'seminotte']);
    }
  });

  it('taxiWeekOf counts no entries of the weeks around it', () => {
    const around = ['2026-11-20', '2026-11-28'].map((day) => shiftOn(day, { shiftType: 'notte' }));
    const ofWeek = (entries: Shift[]) => taxiWeekOf(week, entries, '2026-11-20', owner).shiftType;
    expect([ofWeek(around), ofWeek([...around, shiftOn('2026-11-23')])]).toEqual([null, 'seminotte']);
  });
});
