import { describe, expect, it } from 'vitest';
import { taxiShifts } from '../../../domain/shifts/duty.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import {
  draftOf,
  emptyShiftForm,
  judgeTimes,
  type ShiftForm,
  withNamedShift,
  withSplit,
  withStart,
  withWorkLocation,
} from './shiftForm.ts';

const owner: ShiftOwner = { contractHours: 8, enableFlexibleShifts: false, variant: 'standard' };
const flexible: ShiftOwner = { contractHours: 5, enableFlexibleShifts: true, variant: 'standard' };
const day = '2026-11-20';
const office: ShiftForm = { ...emptyShiftForm, workLocation: 'sede' };

describe('withStart', () => {
  it('suggests the end by the contract hours, or 8 hours with flexible shifts', () => {
    expect(withStart(office, '06:00', owner).endTime).toBe('14:00');
    expect(withStart(office, '06:00', flexible).endTime).toBe('14:00');
    expect(withStart(office, '06:00', { ...owner, contractHours: 6 }).endTime).toBe('12:00');
  });

  it('withStart moves a suggested end along and keeps a chosen one', () => {
    const suggested = withStart(office, '06:00', owner);
    expect(withStart(suggested, '07:15', owner).endTime).toBe('15:15');
    expect(withStart({ ...suggested, endTime: '15:00' }, '07:00', owner).endTime).toBe('15:00');
  });

  it('withStart leaves the end open where the suggestion would fall on the next day', () => {
    expect(withStart(office, '16:00', owner).endTime).toBe('');
    expect(withStart(withStart(office, '06:00', owner), '20:00', owner).endTime).toBe('');
  });
});

describe('withWorkLocation', () => {
  it.each(['libero', 'ferie', 'malattia'] as const)('%s clears the times', (place) => {
    const form = withWorkLocation(withStart(office, '06:00', owner), place);
    expect(draftOf(form, day)).toMatchObject({ workLocation: place, startTime: null, endTime: null });
  });

  it('withWorkLocation keeps them between working types, and the notes always', () => {
    const form = { ...withStart(office, '06:00', owner), notes: 'porta 3' };
    expect(withWorkLocation(form, 'smart_working')).toMatchObject({ startTime: '06:00', notes: 'porta 3' });
    expect(withWorkLocation(form, 'ferie').notes).toBe('porta 3');
  });
});

describe('judgeTimes', () => {
  it('judgeTimes waits for all times', () => {
    expect(judgeTimes(office, owner, day).state).toBe('incomplete');
    const split = withSplit({ ...office, startTime: '08:00', endTime: '12:00' }, true);
    expect(judgeTimes(split, owner, day).state).toBe('incomplete');
    expect(judgeTimes(withWorkLocation(office, 'ferie'), owner, day).state).toBe('incomplete');
  });

  it('judgeTimes says how long the shift is', () => {
    expect(judgeTimes(withStart(office, '06:00', owner), owner, day)).toEqual({
      state: 'fine',
      text: 'Dura 8 ore',
    });
  });

  it('judgeTimes says by the domain rule why it cannot be', () => {
    const short = { ...office, startTime: '06:00', endTime: '12:30' };
    expect(judgeTimes(short, owner, day)).toEqual({
      state: 'refused',
      text: 'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 6 ore e 30 minuti.',
    });
  });

  it('judgeTimes accepts every predefined taxi shift', () => {
    const taxi: ShiftOwner = { contractHours: 7, enableFlexibleShifts: false, variant: 'taxi' };
    for (const named of taxiShifts) {
      expect(judgeTimes(withNamedShift(emptyShiftForm, named), taxi, day).state).toBe('fine');
    }
  });
});
