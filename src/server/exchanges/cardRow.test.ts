import { expect, test } from 'vitest';
import { instantOf } from './cardRow.ts';

test.each([
  ['2026-11-20T09:00:00+00:00', '2026-11-20T09:00:00.000Z'],
  ['2026-11-20T09:00:00.5+00:00', '2026-11-20T09:00:00.500Z'],
  ['2026-11-20T09:00:00.123456+00:00', '2026-11-20T09:00:00.123Z'],
])('a moment that the database writes as %s is %s', (written, instant) => {
  expect(instantOf(written)).toBe(instant);
});
