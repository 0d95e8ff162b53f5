import { describe, expect, it } from 'vitest';
import { taxiShifts } from '../../../domain/shifts/duty.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { hasErrors, missingFields } from './fieldErrors.ts';
import {
  bodyOf,
  draftOf,
  emptyShiftForm,
  formOfShift,
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

  it('updates a suggested end and keeps a chosen one', () => {
    const suggested = withStart(office, '06:00', owner);
    expect(withStart(suggested, '07:15', owner).endTime).toBe('15:15');
    expect(withStart({ ...suggested, endTime: '15:00' }, '07:00', owner).endTime).toBe('15:00');
  });

  it('suggests no end on the next day', () => {
    expect(withStart(office, '16:00', owner).endTime).toBe('');
    expect(withStart(withStart(office, '06:00', owner), '20:00', owner).endTime).toBe('');
  });
});

describe('withWorkLocation', () => {
  it.each(['libero', 'ferie', 'malattia'] as const)('%s clears the times', (place) => {
    const form = withWorkLocation(withStart(office, '06:00', owner), place);
    expect(draftOf(form, day)).toMatchObject({ workLocation: place, startTime: null, endTime: null });
  });

  it('keeps times between working types, and always the notes', () => {
    const form = { ...withStart(office, '06:00', owner), notes: 'porta 3' };
    expect(withWorkLocation(form, 'smart_working')).toMatchObject({ startTime: '06:00', notes: 'porta 3' });
    expect(withWorkLocation(form, 'ferie').notes).toBe('porta 3');
  });
});

describe('judgeTimes', () => {
  it('is incomplete until all times are given', () => {
    expect(judgeTimes(office, owner, day).state).toBe('incomplete');
    const split = withSplit({ ...office, startTime: '08:00', endTime: '12:00' }, true);
    expect(judgeTimes(split, owner, day).state).toBe('incomplete');
    expect(judgeTimes(withWorkLocation(office, 'ferie'), owner, day).state).toBe('incomplete');
  });

  it('gives the domain rule’s reason for a refusal', () => {
    const short = { ...office, startTime: '06:00', endTime: '12:30' };
    expect(judgeTimes(short, owner, day)).toEqual({
      state: 'refused',
      text: 'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 6 ore e 30 minuti.',
    });
  });

  it('accepts every predefined taxi shift', () => {
    const taxi: ShiftOwner = { contractHours: 7, enableFlexibleShifts: false, variant: 'taxi' };
    for (const named of taxiShifts) {
      expect(judgeTimes(withNamedShift(emptyShiftForm, named), taxi, day).state).toBe('fine');
    }
  });
});

describe('a form', () => {
  const split: ShiftForm = {
    workLocation: 'sede',
    startTime: '08:00',
    endTime: '12:00',
    isSplitShift: true,
    secondStartTime: '13:00',
    secondEndTime: '17:00',
    notes: ' porta 3 ',
  };
  const missing = (changes: Partial<ShiftForm>): string[] =>
    Object.keys(missingFields({ ...split, ...changes }, 'edit'));

  it('of a stored shift contains everything the API accepts', () => {
    const body = bodyOf(split, day);
    expect(body).toEqual({
      date: day,
      workLocation: 'sede',
      startTime: '08:00',
      endTime: '12:00',
      isSplitShift: true,
      secondStartTime: '13:00',
      secondEndTime: '17:00',
      notes: 'porta 3',
    });
    expect(formOfShift({ ...body, notes: ' porta 3 ' } as Shift)).toEqual(split);
    const rest = { startTime: null, endTime: null, secondStartTime: null, secondEndTime: null, notes: null };
    const empty = { ...emptyShiftForm, workLocation: 'libero' } as const;
    expect(formOfShift({ ...rest, workLocation: 'libero', isSplitShift: false } as Shift)).toEqual(empty);
    expect(bodyOf({ ...empty, notes: '  ' }, day)).toMatchObject({ ...rest, isSplitShift: false });
  });

  it('loses its second part when it is no longer split, and a predefined shift has none', () => {
    const second = { isSplitShift: false, secondStartTime: '', secondEndTime: '' };
    expect(withSplit(split, false)).toEqual({ ...split, ...second });
    expect(withSplit(split, true)).toEqual({ ...split, ...second, isSplitShift: true });
    const [named] = taxiShifts;
    const times = { startTime: named!.startTime, endTime: named!.endTime };
    expect(withNamedShift({ ...split, workLocation: 'ferie' }, named!)).toEqual({
      ...split,
      ...second,
      ...times,
    });
  });

  it('suggests no end for a split shift, and keeps a chosen one', () => {
    expect(withStart({ ...split, endTime: '' }, '07:00', owner).endTime).toBe('');
    expect(withStart(split, '07:00', owner).endTime).toBe('12:00');
    expect(withStart({ ...split, startTime: '', endTime: '12:00' }, '07:00', owner).endTime).toBe('12:00');
  });

  it('names what is missing, field by field', () => {
    expect(missing({})).toEqual([]);
    expect(missing({ workLocation: null, startTime: '' })).toEqual(['workLocation']);
    expect(missing({ workLocation: 'ferie', startTime: '', endTime: '' })).toEqual([]);
    expect(missing({ secondStartTime: '' })).toEqual(['secondStartTime']);
    expect(missing({ secondEndTime: '' })).toEqual(['secondEndTime']);
    expect(missing({ isSplitShift: false, secondStartTime: '', secondEndTime: '' })).toEqual([]);
    const none = { startTime: '', endTime: '', secondStartTime: '', secondEndTime: '' };
    const [start, end] = ['Orario inizio richiesto', 'Orario fine richiesto'];
    const both = 'Orari richiesti per Smart Working e Sede';
    expect(Object.values(missingFields({ ...split, ...none }, 'edit'))).toEqual([both, start, end]);
    expect(missingFields({ ...split, startTime: '' }, 'edit')).toEqual({ startTime: start });
    expect(missingFields({ ...split, endTime: '' }, 'edit')).toEqual({ endTime: end });
    const times = 'Gli orari di inizio e fine sono obbligatori per Smart Working e Sede';
    for (const changes of [none, { startTime: '' }, { endTime: '' }])
      expect(missingFields({ ...split, ...changes }, 'add')).toMatchObject({ times });
    const type = { workLocation: 'Scegli il tipo di giornata' };
    expect(missingFields(emptyShiftForm, 'add')).toEqual(type);
    expect([hasErrors(type), hasErrors({})]).toEqual([true, false]);
  });
});
