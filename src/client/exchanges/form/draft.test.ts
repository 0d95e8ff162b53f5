import { describe, expect, it } from 'vitest';
import { entryWith } from '../../../../tests/support/duties.ts';
import { request, weekly } from '../../../../tests/support/exchangeRequests.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { draftOf, editedDraft, emptyDraft, type ExchangeDraft, startingDraft } from './draft.ts';

const shift = (id: string, openRequestId: string | null = null): Shift =>
  entryWith({ id, date: '2026-11-24', openRequestId });
const shifts = [shift('free'), shift('taken', 'request')];
const today = '2026-11-20';
const kinds = ['turno', 'giorno'] as const;
const standard = { shiftId: '', kept: null, variant: 'standard', kinds, today } as const;
const kept: ExchangeDraft = {
  ...emptyDraft,
  offeredShiftId: 'free',
  requestedShiftType: 'sera',
  requestedDate: '2026-11-24',
  message: 'Grazie!',
};

describe('a new request', () => {
  it('starts with the given shift and its day', () => {
    expect(startingDraft(shifts, { ...standard, shiftId: 'free' })).toMatchObject({
      offeredShiftId: 'free',
      requestedDate: '2026-11-24',
    });
  });

  it.each([
    { likely: 'notte', expected: 'notte' },
    { likely: null, expected: 'pomeriggio' },
  ] as const)('a new request for a shift asks for the likely type, or the next best: $expected', (given) => {
    const draft = startingDraft(shifts, { ...standard, shiftId: 'free', likely: given.likely });
    expect(draft.requestedShiftType).toBe(given.expected);
    expect(startingDraft(shifts, { ...standard, shiftId: 'taken', ...given }).requestedShiftType).toBeNull();
    expect(startingDraft(shifts, { ...standard, shiftId: 'free', ...given, kept }).requestedShiftType).toBe(
      'sera',
    );
  });

  it.each(['taken', 'gone'])('does not restore a shift that is %s', (offeredShiftId) => {
    expect(startingDraft(shifts, { ...standard, kept: { ...kept, offeredShiftId } })).toEqual({
      ...kept,
      offeredShiftId: '',
      requestedDate: '',
    });
  });
});

it('restores a request', () => {
  expect(draftOf(request({ offeredShiftId: 'free', message: null }))).toEqual({
    ...emptyDraft,
    offeredShiftId: 'free',
    requestedShiftType: 'mattina',
    requestedDate: '2026-11-24',
    message: '',
  });
});

describe('a day for another day', () => {
  const days = ['2026-11-19', '2026-11-20', '2026-11-28'];
  const asked = request({ kind: 'giorno', requestedShiftType: 'notte', acceptableDays: days });

  it('restores the chosen days and the wanted type', () => {
    const draft = draftOf(asked);
    expect(draft).toMatchObject({ isForDay: true, acceptableDays: days, withinDays: null });
    expect(draft).toMatchObject({ typeOnDay: 'notte', requestedShiftType: null });
    expect(draftOf({ ...asked, withinDays: 14 })).toMatchObject({ acceptableDays: [], withinDays: 14 });
  });

  it('drops past days when published again', () => {
    const again = startingDraft(shifts, { ...standard, shiftId: 'free', kept: draftOf(asked) });
    expect(again).toMatchObject({ isForDay: true, acceptableDays: ['2026-11-20', '2026-11-28'] });
  });
});

it.each([
  [
    ['turno', 'giorno'],
    [false, true],
  ],
  [['giorno'], [true, true]],
  [['turno'], [false, false]],
] as const)(
  'where %j are offered, a form is for the day: empty, and as it was kept for one: %j',
  (offered, isForDay) => {
    const start = { ...standard, kinds: offered };
    const drafts = [null, { ...kept, isForDay: true }].map((one) =>
      startingDraft(shifts, { ...start, kept: one }),
    );
    expect(drafts.map((draft) => draft.isForDay)).toEqual(isForDay);
  },
);

describe('in the taxi worksite', () => {
  const [first, second] = [
    { ...shift('first'), date: '2026-11-23' },
    { ...shift('second'), date: '2026-11-24' },
  ];

  it('any shift identifies its week: the form starts with the first remaining one', () => {
    expect(
      startingDraft([first, second], {
        shiftId: 'second',
        kept: null,
        variant: 'taxi',
        kinds: ['settimana'],
        today,
      }),
    ).toMatchObject({
      offeredShiftId: 'first',
      requestedDate: '2026-11-23',
    });
  });

  it('finds the week of a request whose shift has begun', () => {
    const edited = weekly({ offeredShiftId: 'gone', requestedDate: '2026-11-21' });
    expect(editedDraft(edited, [first, second], 'taxi').offeredShiftId).toBe('first');
    expect(editedDraft(edited, [], 'taxi').offeredShiftId).toBe('gone');
    expect(editedDraft(request({ offeredShiftId: 'second' }), [first, second], 'standard')).toMatchObject({
      offeredShiftId: 'second',
    });
  });
});
