import { describe, expect, it } from 'vitest';
import { request, weekly } from '../../../../tests/support/exchangeRequests.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { draftOf, editedDraft, emptyDraft, type ExchangeDraft, startingDraft } from './draft.ts';

const shift = (id: string, openRequestId: string | null = null): Shift => ({
  id,
  userId: 'me',
  date: '2026-11-24',
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina',
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
  notes: null,
  exchangeInfo: null,
  openRequestId,
});
const shifts = [shift('free'), shift('taken', 'request')];
const kept: ExchangeDraft = {
  offeredShiftId: 'free',
  requestedShiftType: 'sera',
  requestedDate: '2026-11-24',
  message: 'Grazie!',
};

describe('a new request', () => {
  it('a new request starts empty', () => {
    expect(startingDraft(shifts, '', null, 'standard')).toEqual(emptyDraft);
  });

  it('a new request starts with the shift that was asked for, and its day', () => {
    expect(startingDraft(shifts, 'free', null, 'standard')).toMatchObject({
      offeredShiftId: 'free',
      requestedDate: '2026-11-24',
    });
  });

  it('a new request starts with what was filled in before', () => {
    expect(startingDraft(shifts, '', kept, 'standard')).toEqual(kept);
  });

  it.each(['taken', 'gone'])('a new request does not take over a shift that is %s', (offeredShiftId) => {
    expect(startingDraft(shifts, '', { ...kept, offeredShiftId }, 'standard')).toEqual({
      ...kept,
      offeredShiftId: '',
      requestedDate: '',
    });
  });
});

it('says again what a request said', () => {
  expect(draftOf(request({ offeredShiftId: 'free', message: null }))).toEqual({
    offeredShiftId: 'free',
    requestedShiftType: 'mattina',
    requestedDate: '2026-11-24',
    message: '',
  });
});

describe('in the taxi worksite', () => {
  const [first, second] = [
    { ...shift('first'), date: '2026-11-23' },
    { ...shift('second'), date: '2026-11-24' },
  ];

  it('any shift of a week stands for it: the form starts with the first that is left', () => {
    expect(startingDraft([first, second], 'second', null, 'taxi')).toMatchObject({
      offeredShiftId: 'first',
      requestedDate: '2026-11-23',
    });
  });

  it('finds the week of a request whose own shift has begun meanwhile', () => {
    const edited = weekly({ offeredShiftId: 'gone', requestedDate: '2026-11-21' });
    expect(editedDraft(edited, [first, second], 'taxi').offeredShiftId).toBe('first');
    expect(editedDraft(edited, [], 'taxi').offeredShiftId).toBe('gone');
    expect(editedDraft(request({ offeredShiftId: 'second' }), [first, second], 'standard')).toMatchObject({
      offeredShiftId: 'second',
    });
  });
});
