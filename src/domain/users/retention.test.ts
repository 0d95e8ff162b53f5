import { expect, test } from 'vitest';
import { firstDayKept, lastDayToForget } from './retention.ts';

test.each([
  ['2026-11-20', '2024-11-20'],
  ['2026-01-01', '2024-01-01'],
  // a leap day is reached on the last day of February two years later
  ['2026-02-28', '2024-02-28'],
  ['2026-03-01', '2024-03-01'],
  ['2028-02-29', '2026-02-28'],
])('on %s the last activity to forget is %s', (today, day) => {
  expect(lastDayToForget(today)).toBe(day);
});

test.each([
  ['2026-11-16', 24, '2024-11-16'],
  ['2026-11-16', 60, '2021-11-16'],
  ['2028-02-29', 24, '2026-02-28'],
])('on %s, keeping %i months, %s is the first day kept', (today, months, day) => {
  expect(firstDayKept(today, months)).toBe(day);
});
