import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { currentDay, onNewDay, useToday } from './clock.ts';

let page = new EventTarget() as EventTarget & { visibilityState?: string };
let stop = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('document', page);
});
afterEach(() => {
  stop();
});

/** The days a screen shows from an instant until `minutes` later. */
function daysShown(from: string, minutes: number): string[] {
  vi.setSystemTime(from);
  const days = [currentDay()];
  stop = onNewDay(() => days.push(currentDay()));
  vi.advanceTimersByTime(minutes * 60_000);
  return days;
}

// in any time zone, one of these is not the local midnight
test.each([
  ['winter', '2026-11-22T22:59:00.000Z', ['2026-11-22', '2026-11-23']],
  ['summer', '2026-07-14T21:59:00.000Z', ['2026-07-14', '2026-07-15']],
])('the day changes by itself at midnight in Rome, in %s', (_season, from, days) => {
  expect(daysShown(from, 2)).toEqual(days);
});

test.each([
  ['the minute before', '2026-11-22T22:57:00.000Z'],
  ['midnight in UTC, an hour later', '2026-11-22T23:59:00.000Z'],
  ['midnight in UTC, two hours later', '2026-07-14T23:59:00.000Z'],
])('nothing changes at %s', (_name, from) => {
  expect(daysShown(from, 2)).toHaveLength(1);
});

test('and on the following days, across a DST change', () => {
  const days = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'];
  expect(daysShown('2026-10-24T21:59:00.000Z', 2 * 24 * 60 + 62)).toEqual(days);
});

test('a page that becomes visible checks the day', () => {
  const shown = daysShown('2026-11-22T10:00:00.000Z', 0);
  vi.setSystemTime('2026-11-23T10:00:00.000Z');
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(shown).toEqual(['2026-11-22']);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(shown).toEqual(['2026-11-22', '2026-11-23']);
});

test('clears its timer after the last subscriber leaves', () => {
  daysShown('2026-11-22T10:00:00.000Z', 0);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a screen that is open at midnight shows the new day', async () => {
  vi.setSystemTime('2026-11-22T22:59:00.000Z');
  const { now, act } = await renderHook(useToday);
  expect(now()).toBe('2026-11-22');
  await act(() => void vi.advanceTimersByTime(2 * 60_000));
  expect(now()).toBe('2026-11-23');
});
