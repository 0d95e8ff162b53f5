import { expect, test } from 'vitest';
import { meanRatio } from './statistics.ts';

test('equal ratios have no spread', () => {
  const { ratio, spread } = meanRatio([0.5, 0.5, 0.5]);
  expect([ratio, spread]).toEqual([expect.closeTo(0.5), expect.closeTo(0)]);
});

test('twice and half as fast average to 1, with a wide spread', () => {
  const { ratio, spread } = meanRatio([2, 0.5]);
  expect(ratio).toBeCloseTo(1);
  expect(spread).toBeGreaterThan(100);
});

test('the interval matches the textbook formula', () => {
  // logarithms 0, 0.1, 0.2: mean 0.1, standard deviation 0.1, t(2) = 4.303
  const { ratio, spread } = meanRatio([1, Math.exp(0.1), Math.exp(0.2)]);
  expect(ratio).toBeCloseTo(Math.exp(0.1));
  expect(spread).toBeCloseTo(Math.exp((4.303 * 0.1) / Math.sqrt(3)) - 1);
});

test.each([[[]], [[1]], [[1, 0]], [[1, Infinity]], [[1, Number.NaN]]])(
  'the ratios %j have an infinite spread',
  (ratios) => {
    expect(meanRatio(ratios).spread).toBe(Infinity);
  },
);
