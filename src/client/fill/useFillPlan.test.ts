import { createElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { unsplit } from '../../../tests/support/duties.ts';
import { renderHook } from '../../../tests/support/hooks.ts';
import { addDays, type Day } from '../../domain/calendar/day.ts';
import type { ShiftOwner } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { Session } from '../../domain/users/schema.ts';
import { SignedInContext } from '../auth/session.ts';
import { type FillMode, useFillPlan } from './useFillPlan.ts';

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined }));

/** A Monday. */
const today = '2026-11-23';
const owner: ShiftOwner = { contractHours: 8, enableFlexibleShifts: false, variant: 'standard' };
const nobody = { exchangeInfo: null, openRequestId: null };
const shift = (date: Day, startTime: string, endTime: string, rest: Partial<Shift> = {}): Shift =>
  ({
    id: date,
    date,
    workLocation: 'sede',
    shiftType: 'mattina',
    startTime,
    endTime,
    ...unsplit,
    notes: null,
    ...nobody,
    ...rest,
  }) as Shift;
const early = (date: Day, rest?: Partial<Shift>): Shift => shift(date, '06:00', '14:00', rest);
const late = (date: Day, rest?: Partial<Shift>): Shift => shift(date, '14:00', '22:00', rest);
const away = (date: Day, workLocation: 'libero' | 'ferie'): Shift =>
  early(date, { workLocation, startTime: null, endTime: null, shiftType: null });
async function open(mode: FillMode, entries: Shift[] = [], day: Day = today) {
  const given = { mode, entries, owner, today: day };
  const session = {
    user: { id: 'anna', firstName: 'Anna', lastName: 'Verdi' },
    worksite: { variant: 'standard' },
  } as Session;
  const hook = await renderHook(
    () => useFillPlan(given),
    (children) => createElement(SignedInContext, { value: session }, children),
  );
  const { now } = hook;
  return {
    ...hook,
    /** What would be recorded: '24 06:00' in the month of the first. */
    accepted: () =>
      now().judged.accepted.map(({ duty }) => `${duty.date.slice(5)} ${duty.startTime ?? duty.workLocation}`),
    toggle: (...days: Day[]) => hook.act(() => now().toggle(days)),
  };
}

describe('a rotation', () => {
  test.each([
    ['2026-11-23', '2026-11-23', '2026-12-31'],
    ['2026-12-01', '2026-12-07', '2026-12-31'],
    // two weeks are left of that month, and one day less
    ['2027-02-15', '2027-02-15', '2027-02-28'],
    ['2026-11-16', '2026-11-16', '2026-11-30'],
    ['2026-11-17', '2026-11-23', '2026-12-31'],
    ['2026-12-15', '2026-12-21', '2027-01-31'],
  ])('looked at on %s it begins on %s and goes on to %s', async (day, from, to) => {
    const { now } = await open('rotazione', [], day);
    expect(now().pattern).toMatchObject({ from, to, startsOn: null });
    expect(now().pattern.steps.map(({ days }) => days)).toEqual([5, 2]);
  });

  test('is laid from its first day on, or as it began elsewhere, at most for a year', async () => {
    const { now, act, accepted } = await open('rotazione');
    const { pattern, setPattern } = now();
    const short = { ...pattern, to: addDays(today, 6) };
    await act(() => setPattern(short));
    expect(accepted().slice(3)).toEqual(['11-26 06:00', '11-27 06:00', '11-28 libero', '11-29 libero']);
    await act(() => setPattern({ ...short, startsOn: addDays(today, -1) }));
    expect(accepted().slice(3, 5)).toEqual(['11-26 06:00', '11-27 libero']);
    await act(() => setPattern({ ...pattern, to: addDays(today, 500) }));
    expect(accepted().at(-1)).toMatch(/^11-23/);
    expect(accepted()).toHaveLength(366);
    for (const unsaid of [{ from: null }, { to: null }]) {
      await act(() => setPattern({ ...pattern, ...unsaid }));
      expect(accepted()).toEqual([]);
    }
  });

  test('leaves out the days that its person takes out, until they put them in again', async () => {
    const { now, act, accepted, toggle } = await open('rotazione');
    await act(() => now().setPattern({ ...now().pattern, to: addDays(today, 3) }));
    // the last is no day of it
    await toggle(today, addDays(today, 1), addDays(today, 20));
    expect(accepted()).toEqual(['11-25 06:00', '11-26 06:00']);
    // some of them are out: so all go
    await toggle(addDays(today, 1), addDays(today, 2));
    expect(accepted()).toEqual(['11-26 06:00']);
    await toggle(addDays(today, 1), addDays(today, 2));
    expect(accepted()).toEqual(['11-24 06:00', '11-25 06:00', '11-26 06:00']);
  });
});

describe('a copy', () => {
  const entries = [
    late('2026-10-25'),
    early('2026-10-26'),
    late('2026-11-22'),
    away('2026-11-21', 'ferie'),
    early('2026-11-24'),
  ];

  test('takes up the four weeks before its first day', async () => {
    const { now, act, accepted } = await open('copia', entries);
    expect(now().copyStart).toBe(today);
    expect(accepted()).toEqual(['11-23 06:00', '12-20 14:00']);
    await act(() => now().setCopyStart(null));
    expect(now().copyStart).toBe(today);
    await act(() => now().setCopyStart('2026-11-25'));
    expect([now().copyStart, ...accepted()]).toEqual(['2026-11-25', '12-20 14:00', '12-22 06:00']);
  });

  test('leaves the days as they are that have an entry, unless it is to replace them', async () => {
    const { now, act, accepted } = await open('copia', [
      ...entries.slice(0, 3),
      late('2026-11-23'),
      early('2026-12-20', { openRequestId: 'r1' }),
    ]);
    await act(() => now().setCopyStart(today));
    expect([accepted(), now().judged.skipped]).toEqual([[], ['2026-11-23', '2026-12-20']]);
    expect(now().hasFilledDays).toBe(true);
    await act(() => now().setReplacing(true));
    expect([accepted(), now().judged.skipped]).toEqual([['11-23 06:00'], ['2026-12-20']]);
    expect([now().judged.replaced, now().isReplacing]).toEqual([['2026-11-23'], true]);
  });
});

describe('painted days', () => {
  test('get the duty that is chosen; painted with it again they are empty', async () => {
    const { now, act, accepted, toggle } = await open('giorni', [late('2026-11-20')]);
    expect(now().brush).toMatchObject({ startTime: '14:00' });
    await toggle('2026-11-24', '2026-11-25');
    expect(accepted()).toEqual(['11-24 14:00', '11-25 14:00']);
    await act(() => now().setBrush({ workLocation: 'libero' }));
    await toggle('2026-11-25', '2026-11-26');
    expect(accepted()).toEqual(['11-24 14:00', '11-25 libero', '11-26 libero']);
    // one of them is empty: so all are painted
    await toggle('2026-11-26', '2026-11-27');
    expect(accepted()).toHaveLength(4);
    await toggle('2026-11-26', '2026-11-27');
    expect(accepted()).toEqual(['11-24 14:00', '11-25 libero']);
  });

  test('are none that have passed or have an entry, unless it is to be replaced', async () => {
    const { now, act, accepted, toggle } = await open('giorni', [late('2026-11-24')]);
    await toggle('2026-11-22', '2026-11-23', '2026-11-24');
    expect([accepted(), now().hasFilledDays]).toEqual([['11-23 14:00'], false]);
    await act(() => now().setReplacing(true));
    await act(() => now().setBrush({ workLocation: 'libero' }));
    await toggle('2026-11-24');
    expect([accepted(), now().hasFilledDays]).toEqual([['11-23 14:00', '11-24 libero'], true]);
    expect(now().byDay.get('2026-11-24')).toMatchObject({ startTime: '14:00' });
  });
});

test('a plan says until when days can be recorded, and what its person records most', async () => {
  const entries = [late('2026-11-18'), late('2026-11-19'), early('2026-11-20'), away('2026-11-21', 'libero')];
  const { now } = await open('file', entries);
  expect(now().duties.map(({ startTime }) => startTime)).toEqual(['14:00', '06:00', null]);
  expect([now().lastDay, now().judged.accepted]).toEqual(['2028-11-23', []]);
});
