import { describe, expect, test } from 'vitest';
import { type ClockWatch, mustAskFirst, watchClock } from './clockWatch.ts';

const hours = (count: number): number => count * 3600;
const steady: ClockWatch = { status: 'steady', steadySeconds: 0 };
const suspected: ClockWatch = { status: 'suspected', steadySeconds: 0 };

test('a new database trusts the clock', () => {
  expect(watchClock(null, 0, null)).toEqual(steady);
});

describe('the status', () => {
  test.each([
    ['a quarter of an hour on', 900, 900, 'steady'],
    ['a restart', 60, null, 'steady'],
    ['23 hours ahead while running', hours(23), 0, 'steady'],
    ['a day ahead while running', hours(24), 0, 'steady'],
    ['a day back while running', -hours(24), 900, 'steady'],
    ['25 hours ahead while running', hours(25), 0, 'suspected'],
    ['800 days ahead while running', hours(800 * 24), 4, 'suspected'],
    ['25 hours back while running', -hours(25), 900, 'suspected'],
    ['23 hours back, as with a wrong time zone', -hours(23), 900, 'steady'],
    ['off for two days', hours(48), null, 'resumed'],
    ['off for four days', hours(96), null, 'resumed'],
    ['off for five days', hours(120), null, 'suspected'],
    ['back after a restart', -hours(25), null, 'suspected'],
    ['a machine suspended for two days, including its monotonic clock', hours(48), hours(48), 'steady'],
  ] as const)('%s', (_what, shown, elapsed, status) => {
    expect(watchClock(steady, shown, elapsed).status).toBe(status);
  });

  test('a suspected clock is not cleared by a restart, nor by a weekend', () => {
    expect(watchClock(suspected, 60, null).status).toBe('suspected');
    expect(watchClock(suspected, hours(48), null).status).toBe('suspected');
  });
});

/** Checks every quarter of an hour, for `count` hours. */
function looks(from: ClockWatch, count: number, between = 900): ClockWatch {
  let watch = from;
  for (let at = 0; at < hours(count); at += between) {
    watch = watchClock(watch, between, 900);
  }
  return watch;
}

test('exactly 24 hours of steady running clear any status', () => {
  expect(looks(suspected, 23.75)).toMatchObject({ status: 'suspected', steadySeconds: hours(23.75) });
  expect(looks(suspected, 24).status).toBe('steady');
  expect(looks({ ...suspected, status: 'resumed' }, 24).status).toBe('steady');
});

test('a jump restarts the 24 hours', () => {
  expect(watchClock(looks(suspected, 23), -hours(30), 900)).toEqual(suspected);
});

test('two processes on one database do not count the same hour twice', () => {
  // each checks every quarter of an hour, the other in between
  expect(looks(suspected, 23.75, 450).status).toBe('suspected');
});

test('a clock that stands still does not count', () => {
  expect(watchClock(suspected, 0, hours(23)).steadySeconds).toBe(0);
});

test.each([
  [5, 5, false],
  [6, 6, true],
  [6, 119, true],
  [6, 120, false],
  [0, 0, false],
  [50, 1000, false],
  [51, 1000, true],
])('%i idle accounts of %i: asks first %s', (idle, accounts, asks) => {
  expect(mustAskFirst(idle, accounts)).toBe(asks);
});
