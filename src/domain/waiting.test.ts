import { expect, test } from 'vitest';
import { countWaiting } from './waiting.ts';

const nothing = { swaps: 0, approvals: 0, hasRoster: false, hasCodes: false };

test('every swap counts, a roster and the codes to review once each', () => {
  expect(countWaiting(nothing)).toBe(0);
  expect(countWaiting({ ...nothing, swaps: 3 })).toBe(3);
  expect(countWaiting({ ...nothing, hasRoster: true })).toBe(1);
  expect(countWaiting({ swaps: 3, approvals: 7, hasRoster: true, hasCodes: true })).toBe(12);
});
