import { describe, expect, it } from 'vitest';
import { entryWith } from '../../../../tests/support/duties.ts';
import { taxiShifts } from '../../../domain/shifts/duty.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { closedReason, refusedDays } from './refusedDays.ts';
import { emptyShiftForm, type ShiftForm, withNamedShift } from './shiftForm.ts';

const flexible: ShiftOwner = { contractHours: 4, enableFlexibleShifts: true, variant: 'standard' };
const taxi: ShiftOwner = { contractHours: 7, enableFlexibleShifts: false, variant: 'taxi' };
const eightHours: ShiftForm = {
  ...emptyShiftForm,
  workLocation: 'sede',
  startTime: '08:00',
  endTime: '16:00',
};

const shiftOn = (date: string, duty: Partial<Shift> = {}): Shift =>
  entryWith({ id: `shift ${date}`, userId: 'user', date, startTime: '08:00', endTime: '16:00', ...duty });

describe('refusedDays', () => {
  it('refusedDays counts the chosen days one after the other within a week', () => {
    const days = ['2026-11-25', '2026-11-23', '2026-11-24', '2026-11-30'];
    expect(refusedDays(days, eightHours, flexible, []).map(({ day }) => day)).toEqual(['2026-11-25']);
  });

  it('refusedDays counts the entries that are there, but not the one under edit', () => {
    const entries = [shiftOn('2026-11-23'), shiftOn('2026-11-24'), shiftOn('2026-11-22')];
    expect(refusedDays(['2026-11-25'], eightHours, flexible, entries)).toHaveLength(1);
    expect(refusedDays(['2026-11-23'], eightHours, flexible, entries, 'shift 2026-11-23')).toEqual([]);
  });

  it('refusedDays keeps a taxi week, Saturday to Friday, to one named shift', () => {
    const [morning, afternoon] = taxiShifts;
    const friday = shiftOn('2026-11-27', { startTime: '06:00', endTime: '13:00' });
    const form = withNamedShift(emptyShiftForm, afternoon!);
    const refused = refusedDays(['2026-11-21', '2026-11-28'], form, taxi, [friday]);
    expect(refused.map(({ day }) => day)).toEqual(['2026-11-21']);
    expect(refused[0]?.reason).toContain('lavori di MATTINA');
    expect(refusedDays(['2026-11-21'], withNamedShift(form, morning!), taxi, [friday])).toEqual([]);
  });

  it('refusedDays takes the rest of a taxi week that a swap has changed, by its latest shift', () => {
    const [morning, afternoon] = taxiShifts;
    const swapped = [shiftOn('2026-11-21', { shiftType: 'pomeriggio' }), shiftOn('2026-11-24')];
    const days = ['2026-11-23', '2026-11-25', '2026-11-26'];
    expect(refusedDays(days, withNamedShift(emptyShiftForm, morning!), taxi, swapped)).toEqual([]);
    const refused = refusedDays(days, withNamedShift(emptyShiftForm, afternoon!), taxi, swapped);
    expect(refused.map(({ day }) => day)).toEqual(days);
  });
});

describe('closedReason', () => {
  it('closedReason closes past and filled days and says why', () => {
    expect(closedReason('2026-11-19', '2026-11-20', undefined, flexible)).toContain('date passate');
    expect(closedReason('2026-11-20', '2026-11-20', undefined, flexible)).toBeNull();
    expect(closedReason('2026-11-23', '2026-11-20', shiftOn('2026-11-23'), flexible)).toBe(
      'Hai già un turno in questa data: sede 08:00–16:00.',
    );
  });
});
