import { expect, test } from 'vitest';
import { formatMoment } from './moment.ts';

test.each([
  ['the same day in Rome', '2026-11-20T07:05:00.000Z', 'oggi, 08:05'],
  ['after midnight in Rome, before it in UTC', '2026-11-19T23:30:00.000Z', 'oggi, 00:30'],
  ['the day before in Rome', '2026-11-19T22:59:00.000Z', 'ieri, 23:59'],
  ['earlier', '2026-11-13T12:00:00.000Z', 'ven 13 nov, 13:00'],
  ['in summer time', '2026-07-01T12:00:00.000Z', 'mer 1 lug, 14:00'],
])('a moment %s', (_, moment, text) => {
  expect(formatMoment(moment, '2026-11-20T10:00:00.000Z')).toBe(text);
});
