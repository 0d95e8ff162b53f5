import { expect, test } from 'vitest';
import type { MonthHours } from '../../../domain/shifts/hours.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import { shortHours, weeksOfMonth } from './hoursTexts.ts';

const owner: ShiftOwner = { contractHours: 8, enableFlexibleShifts: false, variant: 'standard' };
const byKind = { sede: 480, smart_working: 0, ferie: 0, malattia: 0 };
const wholeWeek = { sede: 900, smart_working: 75, ferie: 480, malattia: 480 };
const hours = {
  weeks: [
    { from: '2026-10-26', to: '2026-11-01', byKind, wholeWeek },
    { from: '2026-11-02', to: '2026-11-08', byKind, wholeWeek },
    { from: '2026-11-30', to: '2026-12-06', byKind, wholeWeek },
  ],
} as unknown as MonthHours;

test.each([
  [0, '0'],
  [9120, '152'],
  [450, '7:30'],
  [65, '1:05'],
])('%i minutes are %s', (minutes, text) => {
  expect(shortHours(minutes)).toBe(text);
});

test('weeks are named by their days in the month, and count only those', () => {
  expect(weeksOfMonth(hours, '2026-11', owner)).toEqual([
    { name: '1', minutes: byKind, limit: null },
    { name: '2–8', minutes: byKind, limit: null },
    { name: '30', minutes: byKind, limit: null },
  ]);
});

test('with flexible shifts whole weeks are compared with their limit', () => {
  const flexible = { ...owner, contractHours: 5, enableFlexibleShifts: true };
  expect(weeksOfMonth(hours, '2026-11', flexible)[0]).toEqual({
    name: '26/10–01/11',
    minutes: wholeWeek,
    limit: '16:15 su 20 ore',
  });
});
