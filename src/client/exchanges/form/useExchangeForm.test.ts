import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { entryWith } from '../../../../tests/support/duties.ts';
import { renderHook } from '../../../../tests/support/hooks.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { Session } from '../../../domain/users/schema.ts';
import { defaultSwapPolicy } from '../../../domain/worksites/swapPolicy.ts';
import { SignedInContext } from '../../auth/session.ts';
import { HttpError } from '../../http/httpError.ts';
import { emptyDraft, type ExchangeDraft } from './draft.ts';
import { type ExchangeFormFacts, useExchangeForm } from './useExchangeForm.ts';

const idOf = (number: number): string => `00000000-0000-4000-8000-00000000040${number}`;
const shift = (number: number, date: string, startTime: string, endTime: string): Shift =>
  entryWith({
    id: idOf(number),
    userId: 'u1',
    date,
    startTime,
    endTime,
    shiftType: startTime === '06:00' ? 'mattina' : 'pomeriggio',
  });
const morning = shift(1, '2026-11-24', '06:00', '14:00');
const short = shift(2, '2026-11-25', '14:00', '18:00');

async function open(facts: Partial<ExchangeFormFacts> = {}, variant: 'standard' | 'taxi' = 'standard') {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 9) });
  const user = { id: 'u1', worksiteId: 'w1', role: 'operatore', contractHours: 8, isActive: true };
  const swapPolicy = defaultSwapPolicy(variant);
  const session = { user, worksite: { id: 'w1', variant, swapPolicy } } as Session;
  const sent: unknown[] = [];
  const use = () => {
    const given = { shifts: [morning, short], start: emptyDraft, error: null, ...facts };
    const exchange = useExchangeForm({ ...given, onSubmit: (body) => sent.push(body) });
    const { errors } = exchange.form.formState;
    return { ...exchange, errors, values: exchange.form.getValues() };
  };
  const hook = await renderHook(use, (children) =>
    createElement(SignedInContext, { value: session }, children),
  );
  return { ...hook, sent };
}

test('a chosen shift brings its day, and is published with the wanted type and the message', async () => {
  const { now, act, sent } = await open();
  await act(() => now().chooseShift(idOf(1)));
  await act(() => now().form.setValue('requestedShiftType', 'pomeriggio'));
  await act(() => now().form.setValue('message', 'Grazie'));
  await act(() => now().submit());
  const body = {
    offeredShiftId: idOf(1),
    requestedShiftType: 'pomeriggio',
    requestedDate: '2026-11-24',
    acceptFlexibleDates: false,
  };
  expect(sent).toEqual([{ ...body, message: 'Grazie' }]);
  await act(() => now().form.setValue('message', '  '));
  await act(() => now().submit());
  expect(sent[1]).toEqual({ ...body, message: null });
});

test('a form that is sent before anything is chosen says at each field what is missing', async () => {
  const { now, act, sent } = await open();
  await act(() => now().submit());
  expect(Object.keys(now().errors).toSorted()).toEqual([
    'offeredShiftId',
    'requestedDate',
    'requestedShiftType',
  ]);
  expect(sent).toEqual([]);
  // what is mended is no longer marked, what is not still is
  await act(() => now().chooseShift(idOf(1)));
  expect(Object.keys(now().errors)).toEqual(['requestedShiftType']);
  await act(() => now().chooseShift('nobody’s'));
  expect(now().values.requestedDate).toBe('');
  expect(now().errors.requestedDate).toBeDefined();
});

test('a shift that the rule refuses is not sent, and the reason stands beside it', async () => {
  const start = { ...emptyDraft, offeredShiftId: idOf(2), requestedDate: short.date };
  const { now, act, sent } = await open({ start: { ...start, requestedShiftType: 'mattina' } });
  const focus = vi.fn<() => void>();
  await act(() => now().form.register('offeredShiftId').ref({ name: 'offeredShiftId', focus }));
  await act(() => now().submit());
  expect(now().errors.offeredShiftId?.message).toMatch(/8 ore/);
  expect(focus).toHaveBeenCalledOnce();
  await act(() => now().form.setValue('offeredShiftId', idOf(9)));
  await act(() => now().submit());
  expect(now().errors.offeredShiftId).toBeDefined();
  // while the form was open it has begun
  vi.setSystemTime(Date.UTC(2026, 10, 24, 5));
  await act(() => now().chooseShift(idOf(1)));
  await act(() => now().submit());
  expect(now().errors.offeredShiftId?.message).toMatch(/iniziat/);
  expect(sent).toEqual([]);
});

test.each([
  ['taxi', 'mattina', null],
  ['taxi', 'pomeriggio', 'pomeriggio'],
  ['standard', 'mattina', 'mattina'],
] as const)('in the %s worksite the wanted %s becomes %s beside a morning', async (variant, wanted, left) => {
  const { now, act } = await open({ start: { ...emptyDraft, requestedShiftType: wanted } }, variant);
  await act(() => now().chooseShift(idOf(1)));
  expect(now().values.requestedShiftType).toBe(left);
});

test('what is filled in is told as it is, and what the server refuses stands at its field', async () => {
  const drafts: string[] = [];
  const refused = new HttpError(400, 'No', { fields: { message: 'Troppo lungo', other: 'x' } });
  const { now, act, unmount } = await open({
    error: refused,
    onDraft: ({ message }) => void drafts.push(message),
  });
  expect(now().errors.message?.message).toBe('Troppo lungo');
  expect(Object.keys(now().errors)).toEqual(['message']);
  await act(() => now().form.setValue('message', 'C'));
  expect(drafts.at(-1)).toBe('C');
  const heard = drafts.length;
  const { form } = now();
  await unmount();
  form.setValue('message', 'Ci');
  expect(drafts).toHaveLength(heard);
});

const forDay: ExchangeDraft = {
  ...emptyDraft,
  isForDay: true,
  offeredShiftId: idOf(1),
  requestedDate: morning.date,
};
test.each<[string, Partial<ExchangeDraft>, object]>([
  [
    'of the chosen days',
    { acceptableDays: ['2026-11-26', '2026-11-27'], typeOnDay: 'pomeriggio' },
    { acceptableDays: ['2026-11-26', '2026-11-27'], requestedShiftType: 'pomeriggio' },
  ],
  [
    'within a fortnight, whatever was chosen before',
    { withinDays: 14, acceptableDays: [], requestedShiftType: 'sera' },
    { withinDays: 14, requestedShiftType: null },
  ],
])('for another day one %s is published', async (_which, draft, asked) => {
  const { now, act, sent } = await open({ start: { ...forDay, ...draft } });
  await act(() => now().submit());
  expect(now().errors).toEqual({});
  const shared = { offeredShiftId: idOf(1), requestedDate: morning.date, acceptFlexibleDates: true };
  expect(sent).toEqual([{ ...shared, ...asked, message: null }]);
});

test('for another day at least one is to be chosen', async () => {
  const { now, act, sent } = await open({ start: forDay });
  await act(() => now().submit());
  expect([Object.keys(now().errors), sent]).toEqual([['acceptableDays'], []]);
});

test.each([
  ['exchange_day_taken', true],
  ['exchange_no_free_day', true],
  ['exchange_not_own_shift', false],
])('what the server refuses as %s stands beside the days: %s', async (code, isBesideDays) => {
  const error = new HttpError(409, 'Non si può', { code });
  const { now } = await open({ error, start: forDay });
  expect(now().errors.acceptableDays?.message).toBe(isBesideDays ? 'Non si può' : undefined);
});
