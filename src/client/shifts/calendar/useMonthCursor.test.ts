import { expect, test } from 'vitest';
import { renderHook, renderHookAt } from '../../../../tests/support/hooks.ts';
import { firstMonth, lastMonth } from './gridKeys.ts';
import { useAddressMonth, useAddressWeek, useLocalMonth } from './useMonthCursor.ts';

const today = '2026-11-18';
const calendarAt = (address: string) => renderHookAt(() => useAddressMonth(today), [address]);

test.each([
  ['/calendar', '2026-11', today],
  ['/calendar?month=2026-12', '2026-12', '2026-12-01'],
  ['/calendar?month=dicembre', '2026-11', today],
])('the calendar at %s shows %s, and the Tab key reaches %s', async (address, month, day) => {
  const { now } = await calendarAt(address);
  expect(now()).toMatchObject({ month, day, focusRequest: null });
});

test('leafing goes month by month, keeps the rest of the address, and adds no step to the way back', async () => {
  const { now, act, address, goTo } = await renderHookAt(
    () => useAddressMonth(today),
    ['/', '/calendar?x=1&month=2026-12'],
  );
  expect([now().previous, now().next]).toEqual(['2026-11', '2027-01']);
  await act(() => now().showMonth(now().next!));
  expect([now().month, address()]).toEqual(['2027-01', '/calendar?x=1&month=2027-01']);
  await goTo(-1);
  expect(address()).toBe('/');
});

test.each([
  [firstMonth, null, 'string'],
  [lastMonth, 'string', null],
])('at the end of the calendar, %s, leafing ends', async (month, previous, next) => {
  const { now } = await calendarAt(`/calendar?month=${month}`);
  const kindOf = (neighbour: string | null) => neighbour && typeof neighbour;
  expect([kindOf(now().previous), kindOf(now().next)]).toEqual([previous, next]);
});

test('the day that was shown last is the tab stop of its month; a month without one begins at its first day', async () => {
  const { now, act } = await calendarAt('/calendar');
  await act(() => now().restAt('2026-12-03'));
  expect(now()).toMatchObject({ month: '2026-11', day: today });
  await act(() => now().showDay('2026-12-24'));
  expect(now()).toMatchObject({ month: '2026-12', day: '2026-12-24', focusRequest: null });
  await act(() => now().showMonth('2027-01'));
  expect(now().day).toBe('2027-01-01');
  await act(() => now().focusDay('2027-01-05'));
  expect(now()).toMatchObject({ day: '2027-01-05', focusRequest: { day: '2027-01-05' } });
  const first = now().focusRequest;
  await act(() => now().focusDay('2027-01-05'));
  expect(now().focusRequest).not.toBe(first);
});

test('the calendar inside a form starts with its own day and touches no address', async () => {
  const { now, act } = await renderHook(() => useLocalMonth('2027-02-10', today));
  expect(now()).toMatchObject({ month: '2027-02', day: '2027-02-10' });
  await act(() => now().showMonth('2026-11'));
  expect(now()).toMatchObject({ month: '2026-11', day: today });
  await act(() => now().focusDay('2026-12-31'));
  expect(now()).toMatchObject({ month: '2026-12', day: '2026-12-31' });
});

const weekAt = (address: string, place: 'page' | 'dashboard' = 'page') =>
  renderHookAt(() => useAddressWeek(place, useAddressMonth(today), today), [address]);

test.each([
  ['/calendar', null, '2026-11'],
  ['/calendar?settimana=2026-12-03&month=2026-11', { from: '2026-11-30', to: '2026-12-06' }, '2026-11'],
  ['/calendar?settimana=2027-01-06', { from: '2027-01-04', to: '2027-01-10' }, '2027-01'],
  ['/calendar?settimana=domani', { from: '2026-11-16', to: '2026-11-22' }, '2026-11'],
])('the page at %s shows the week %o, of the month %s', async (address, week, month) => {
  const { now } = await weekAt(address);
  expect(now()).toMatchObject({ week, month });
});

test('Home never shows a week, whatever its address says', async () => {
  const { now } = await weekAt('/?settimana=2027-01-06', 'dashboard');
  expect(now()).toMatchObject({ week: null, month: '2026-11' });
});

test('a week is shown with the month it begins in, and gives way to that month', async () => {
  const { now, act, address } = await weekAt('/calendar');
  await act(() => now().showWeek('2026-12-03'));
  expect(now().week).toEqual({ from: '2026-11-30', to: '2026-12-06' });
  expect(address()).toBe('/calendar?settimana=2026-12-03&month=2026-11');
  await act(() => now().showWeek('2026-12-09'));
  expect(now().month).toBe('2026-12');
  await act(() => now().showWeek(null));
  expect([now().week, now().month, address()]).toEqual([null, '2026-12', '/calendar?month=2026-12']);
});

test('a month gives way to its week with today, else to that of the day it stands on, and comes back', async () => {
  const { now, act, address } = await renderHookAt(() => {
    const cursor = useAddressMonth(today);
    return { cursor, ...useAddressWeek('page', cursor, today) };
  }, ['/calendar']);
  expect(now().weekStart).toBe(today);
  await act(() => now().cursor.showDay('2026-11-03'));
  expect(now().weekStart).toBe(today);
  // it begins on a Friday: its first week is December's too
  await act(() => now().cursor.showMonth('2027-01'));
  expect(now().weekStart).toBe('2027-01-01');
  await act(() => now().showWeek(now().weekStart));
  expect(now()).toMatchObject({ week: { from: '2026-12-28', to: '2027-01-03' }, month: '2027-01' });
  expect(address()).toBe('/calendar?month=2027-01&settimana=2027-01-01');
  await act(() => now().showWeek(null));
  expect([now().week, now().month, address()]).toEqual([null, '2027-01', '/calendar?month=2027-01']);
  await act(() => now().cursor.showDay('2027-01-20'));
  expect(now().weekStart).toBe('2027-01-20');
});
