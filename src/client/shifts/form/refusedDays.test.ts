import { describe, expect, it } from 'vitest';
import { entryWith } from '../../../../tests/support/duties.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { closedReason, refusedDays } from './refusedDays.ts';
import { emptyShiftForm, type ShiftForm } from './shiftForm.ts';

const flexible: ShiftOwner = { contractHours: 4, enableFlexibleShifts: true, variant: 'standard' };
const eightHours: ShiftForm = {
  ...emptyShiftForm,
  workLocation: 'sede',
  startTime: '08:00',
  endTime: '16:00',
};

const shiftOn = (date: string, duty: Partial<Shift> = {}): Shift =>
  entryWith({ id: `shift ${date}`, userId: 'user', date, startTime: '08:00', endTime: '16:00', ...duty });

it('refusedDays returns the chosen days whose week is full', () => {
  const days = ['2026-11-25', '2026-11-23', '2026-11-24', '2026-11-30'];
  const refused = refusedDays(days, eightHours, flexible, '2026-11-20', []);
  expect(refused).toEqual([{ day: '2026-11-25', reason: expect.stringContaining('20 ore') }]);
});

describe('closedReason', () => {
  it('closes past and filled days, with the reason', () => {
    expect(closedReason('2026-11-19', '2026-11-20', undefined, flexible)).toContain('date passate');
    expect(closedReason('2026-11-20', '2026-11-20', undefined, flexible)).toBeNull();
    expect(closedReason('2026-11-23', '2026-11-20', shiftOn('2026-11-23'), flexible)).toBe(
      'Hai già un turno in questa data: sede 08:00–16:00.',
    );
  });
});
