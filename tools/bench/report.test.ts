import { expect, test } from 'vitest';
import { isSlower, Results, tableOf } from './report.ts';

/** Rows for rounds of two versions, in milliseconds. */
function rowsOf(own: number[][], other: number[][], as = {}) {
  const results = new Results();
  for (const round of own) results.add(0, 'month', round, as);
  for (const round of other) results.add(1, 'month', round, as);
  return results.rows;
}

const steady = [[9, 10, 11], [10], [10, 11], [9, 10]];
const times = (rounds: number[][], by: number): number[][] =>
  rounds.map((round) => round.map((ms) => ms * by));

test.each([
  ['a third slower in each round', times(steady, 1.33), true],
  ['a fifth slower in each round', times(steady, 1.2), false],
  ['50 % slower, but twice as fast in one round', [...times(steady.slice(1), 1.5), [5]], false],
  ['faster', times(steady, 0.5), false],
  ['measured in two rounds only', [[40], [40]], false],
])('a case that is %s is reported: %s', (_what, own, isTold) => {
  const rows = rowsOf(own, steady);
  expect(rows.map(isSlower)).toEqual([isTold]);
  expect(tableOf(rows, 'abc').includes('SLOWER')).toBe(isTold);
});

test('for other people’s calls, p99 is compared', () => {
  const slowest = [
    [1, 1, 30],
    [1, 1, 31],
    [1, 1, 30],
  ];
  const rows = rowsOf(slowest, times(slowest, 0.5), { share: 0.99 });
  expect(tableOf(rows, 'abc').split('\n')).toEqual([
    '|  | median | p95 | p99 | median of abc | ratio |',
    '|---|---:|---:|---:|---:|---:|',
    '| month | 1 ms |  |  | 0.5 | 2.00 ± 0 % (p99) SLOWER |',
  ]);
});
