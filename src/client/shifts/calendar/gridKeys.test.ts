import { describe, expect, it } from 'vitest';
import { dayAfterKey } from './gridKeys.ts';

describe('dayAfterKey', () => {
  it.each([
    ['2026-11-20', 'ArrowLeft', '2026-11-19'],
    ['2026-11-30', 'ArrowRight', '2026-12-01'],
    ['2026-11-03', 'ArrowUp', '2026-10-27'],
    ['2026-11-20', 'ArrowDown', '2026-11-27'],
    ['2026-11-20', 'Home', '2026-11-16'],
    ['2026-11-20', 'End', '2026-11-22'],
    ['2026-11-20', 'PageUp', '2026-10-20'],
    ['2026-12-31', 'PageDown', '2027-01-31'],
    ['2028-01-31', 'PageDown', '2028-02-29'],
    ['2026-03-31', 'PageUp', '2026-02-28'],
    // the days on which the clocks change have 23 and 25 hours
    ['2026-03-28', 'ArrowRight', '2026-03-29'],
    ['2026-03-29', 'ArrowRight', '2026-03-30'],
    ['2026-10-24', 'ArrowRight', '2026-10-25'],
    ['2026-10-25', 'ArrowRight', '2026-10-26'],
  ])('%s %s → %s', (day, key, expected) => {
    expect(dayAfterKey(day, key)).toBe(expected);
  });

  it.each([
    ['2026-11-16', 'Home'],
    ['2026-11-20', 'a'],
    ['2000-01-01', 'ArrowLeft'],
    ['2099-12-15', 'PageDown'],
  ])('%s %s moves nothing', (day, key) => {
    expect(dayAfterKey(day, key)).toBeNull();
  });
});
