import { expect, test } from 'vitest';
import { flawOf, ratioText } from './compare.ts';

const measured = { seconds: 1, answered: 100, rate: 100, mean: 100, p50: 90, p99: 200, failed: 0 };
const sound = {
  name: 'month',
  engine: 'postgres' as const,
  shifts: 60_000,
  connections: 10,
  product: measured,
  baseline: { ...measured, rate: 200, mean: 50 },
  ratio: 0.5,
  spread: 0.04,
};

test('figures that agree with each other hold', () => {
  expect(flawOf(sound)).toBeNull();
  expect(ratioText({ ...sound, flaw: null })).toBe('0.50 ± 4 %');
});

test.each([
  ['nothing came back', { product: { ...measured, rate: 0, mean: 0 } }, 'the product answered nothing'],
  ['nobody knows the rate', { product: { ...measured, rate: Number.NaN } }, 'the product answered nothing'],
  ['a call failed', { baseline: { ...sound.baseline, failed: 1 } }, '1 calls of the baseline failed'],
  [
    'rate and time make fewer connections than there were',
    { connections: 50, product: { ...measured, rate: 45, mean: 186 } },
    '45/s of 186.0 ms each are 8.4 connections of the product, not 50',
  ],
  [
    'they make more',
    { product: { ...measured, mean: 111 } },
    '100/s of 111.0 ms each are 11.1 connections of the product, not 10',
  ],
  ['the ratio is not steady', { spread: 0.101 }, 'the ratio is not steady'],
])('figures are not believed where %s', (_, flawed, flaw) => {
  expect(flawOf({ ...sound, ...flawed })).toBe(flaw);
});

test('a ratio that no target reads need not be steady', () => {
  expect(flawOf({ ...sound, spread: 0.101 }, true)).toBeNull();
  expect(flawOf({ ...sound, product: { ...measured, failed: 2 } }, true)).toBe(
    '2 calls of the product failed',
  );
});

test('what is not believed says so beside its ratio', () => {
  expect(
    ratioText({ ...sound, ratio: Number.NaN, spread: Infinity, flaw: 'the product answered nothing' }),
  ).toBe('NaN ± Infinity %, NOT MEASURED: the product answered nothing');
});
