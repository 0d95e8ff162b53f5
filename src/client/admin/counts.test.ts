import { expect, test } from 'vitest';
import { countOf, formatCount } from './counts.ts';

test('numbers are written the Italian way, from a thousand on with a point', () => {
  expect([0, 999, 1234, 1_234_567].map(formatCount)).toEqual(['0', '999', '1.234', '1.234.567']);
});

test('one is one, none and several are many', () => {
  expect([0, 1, 2, 1234].map((count) => countOf(count, 'persona', 'persone'))).toEqual([
    '0 persone',
    '1 persona',
    '2 persone',
    '1.234 persone',
  ]);
});
