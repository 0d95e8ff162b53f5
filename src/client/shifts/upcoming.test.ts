import { expect, it } from 'vitest';
import { relativeDay } from './upcoming.ts';

it.each([
  ['2026-11-20', 'oggi'],
  ['2026-11-21', 'domani'],
  ['2026-11-23', 'lunedì'],
  ['2026-11-26', 'giovedì'],
  ['2026-11-27', 'venerdì 27 novembre'],
  ['2027-01-04', 'lunedì 4 gennaio 2027'],
])('on 20 November 2026 calls %s %s', (day, expected) => {
  expect(relativeDay(day, '2026-11-20')).toBe(expected);
});
