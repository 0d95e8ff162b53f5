import { expect, test } from 'vitest';
import { renderHookAt } from '../../../../tests/support/hooks.ts';
import { useAddressMonth, useAddressWeek } from './useMonthCursor.ts';

const today = '2026-11-18';

test.each([
  ['/calendar', '2026-11'],
  ['/calendar?month=2026-12', '2026-12'],
  ['/calendar?month=dicembre', '2026-11'],
])('the calendar at %s shows %s', async (address, month) => {
  const { now } = await renderHookAt(() => useAddressMonth(today), [address]);
  expect(now()).toMatchObject({ month, focus: null });
});

test('changing the month keeps the rest of the URL and adds no history entry', async () => {
  const { now, act, address, goTo } = await renderHookAt(
    () => useAddressMonth(today),
    ['/', '/calendar?x=1&month=2026-12'],
  );
  await act(() => now().focusDay('2027-01-05'));
  expect(now()).toMatchObject({ month: '2027-01', focus: { day: '2027-01-05' } });
  expect(address()).toBe('/calendar?x=1&month=2027-01');
  await goTo(-1);
  expect(address()).toBe('/');
});

test.each([
  ['/calendar', 'page', null],
  ['/calendar?settimana=2026-12-03&month=2026-11', 'page', { from: '2026-12-03', to: '2026-12-09' }],
  ['/calendar?settimana=domani', 'page', { from: today, to: '2026-11-24' }],
  ['/?settimana=2027-01-06', 'dashboard', null],
] as const)('the week at %s of the %s', async (address, place, week) => {
  const { now } = await renderHookAt(() => useAddressWeek(place, today), [address]);
  expect(now().week).toEqual(week);
});

test('leaving a week shows the month it begins in', async () => {
  const { now, act, address } = await renderHookAt(() => useAddressWeek('page', today), ['/calendar']);
  await act(() => now().showWeek('2026-12-29'));
  expect(address()).toBe('/calendar?settimana=2026-12-29&month=2026-12');
  await act(() => now().showWeek(null));
  expect([now().week, address()]).toEqual([null, '/calendar?month=2026-12']);
});
