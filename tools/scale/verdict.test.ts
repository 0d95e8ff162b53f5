import { expect, test } from 'vitest';
import { type Compared, faultsOf, greatestError } from './verdict.ts';

const cpu = (measured: number): Compared => ({ name: 'CPU', predicted: 100, measured, counts: true });
const aside: Compared = { name: 'calls', predicted: 1, measured: 50, counts: false };

test('nothing is wrong while what counts is within the factor', () => {
  expect(faultsOf([cpu(149), cpu(67), aside], {}, 1.5)).toEqual([]);
  expect(greatestError([cpu(149), cpu(67), aside])).toBeCloseTo(0.49);
});

test.each([
  [151, 'WRONG by more than 1.5: CPU, 151 instead of 100'],
  [66, 'WRONG by more than 1.5: CPU, 66 instead of 100'],
  [Number.NaN, 'WRONG by more than 1.5: CPU, NaN instead of 100'],
])('%d instead of 100 is wrong', (measured, line) => {
  expect(faultsOf([cpu(measured)], {}, 1.5)).toEqual([line]);
});

test('a single refused call is a fault', () => {
  expect(faultsOf([cpu(100)], { 'month: 503 overloaded': 1 }, 1.5)).toEqual([
    'FAILED 1 times: month: 503 overloaded',
  ]);
});
