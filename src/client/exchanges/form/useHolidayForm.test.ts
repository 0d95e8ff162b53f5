import { expect, test, vi } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import { HttpError } from '../../http/httpError.ts';
import { emptyStart, type HolidayDraft } from './draft.ts';
import { type HolidayFormFacts, type OwnWeek, useHolidayForm } from './useHolidayForm.ts';

const week = (shiftId: string, from: string, to: string, openRequestId: string | null = null): OwnWeek => ({
  from,
  to,
  shiftId,
  days: [],
  openRequestId,
});
const december = week('december', '2026-12-05', '2026-12-11');
const january = week('january', '2027-01-02', '2027-01-08');
const offered = week('offered', '2026-11-28', '2026-12-04', 'r1');
const wanted = [
  { from: '2026-11-21', to: '2026-11-27', isAllowed: true, reason: null },
  { from: '2026-12-12', to: '2026-12-18', isAllowed: false, reason: 'Sei già in ferie' },
];

async function open(facts: Partial<HolidayFormFacts>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(Response.json({ own: [], wanted }));
  });
  const sent: HolidayDraft[] = [];
  const use = () => {
    const given = { own: [december], start: emptyStart, error: null, ...facts };
    const holiday = useHolidayForm({ ...given, onSubmit: (draft) => sent.push(draft) });
    const { errors } = holiday.form.formState;
    return { ...holiday, errors, values: holiday.form.getValues() };
  };
  const hook = await renderHook(use);
  // what can be had comes a turn later
  await hook.act(() => undefined);
  return { ...hook, sent, asked };
}

test.each<[string, Partial<HolidayFormFacts>, string]>([
  ['the only week', {}, 'december'],
  ['nothing, of two', { own: [december, january] }, ''],
  ['the only one that is not on offer yet', { own: [offered, january] }, 'january'],
  ['nothing where all are on offer', { own: [offered] }, ''],
  [
    'the week of the day that was asked for',
    { own: [december, january], start: { ...emptyStart, offeredDay: '2027-01-05' } },
    'january',
  ],
  ['nothing for a day that is in none', { start: { ...emptyStart, offeredDay: '2027-01-05' } }, ''],
])('the form starts with %s', async (_what, facts, shiftId) => {
  const { now, asked } = await open(facts);
  expect(now().values).toEqual({ offeredShiftId: shiftId, requestedDate: '', message: '' });
  expect(now().offered?.shiftId ?? '').toBe(shiftId);
  // what can be had for it is asked for once it is known what is given
  expect(asked).toEqual(
    shiftId === '' ? [] : [`/api/exchange-requests/holiday-weeks?offeredShiftId=${shiftId}`],
  );
  expect(now().wantedWeeks).toHaveLength(shiftId === '' ? 0 : 2);
});

test('the wanted week is the Saturday of the wanted day, and is sent with the message', async () => {
  const start = { offeredDay: null, wantedDay: '2026-11-25', message: 'Ciao' };
  const { now, act, sent } = await open({ start });
  expect(now()).toMatchObject({ typed: 'Ciao', wanted: { from: '2026-11-21' } });
  await act(() => now().submit());
  expect(sent).toEqual([{ offeredShiftId: 'december', requestedDate: '2026-11-21', message: 'Ciao' }]);
});

test('a week that cannot be had is not sent, and the server’s reason stands beside it', async () => {
  const error = new HttpError(400, 'No', { fields: { message: 'Troppo lungo' } });
  const start = { ...emptyStart, wantedDay: '2026-12-12' };
  const { now, act, sent } = await open({ start, error });
  expect(now().errors.message?.message).toBe('Troppo lungo');
  const focus = vi.fn<() => void>();
  await act(() => now().form.register('requestedDate').ref({ name: 'requestedDate', focus }));
  await act(() => now().submit());
  expect(now().errors.requestedDate?.message).toBe('Sei già in ferie');
  expect(focus).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
  await act(() => now().form.setValue('requestedDate', '2026-11-21'));
  await act(() => now().submit());
  expect(sent).toHaveLength(1);
});

test('what is not chosen is named at its field', async () => {
  const { now, act, sent } = await open({ own: [december, january] });
  await act(() => now().submit());
  expect(now().errors.offeredShiftId?.message).toBe('Scegli la settimana di ferie da offrire');
  expect(now().errors.requestedDate?.message).toBe('Scegli la settimana che vorresti');
  expect(sent).toEqual([]);
});
