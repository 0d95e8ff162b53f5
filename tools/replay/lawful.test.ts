import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/domain/calendar/day.ts';
import { breachesOf, canWork, type Worked } from './lawful.ts';

const monday = '2026-11-23';
const work = (place: number, startTime: string, endTime: string): Worked => ({
  date: addDays(monday, place),
  startTime,
  endTime,
  workLocation: 'sede',
});
const early = (place: number): Worked => work(place, '06:00', '14:00');
const days = (...places: number[]): Day[] => places.map((place) => addDays(monday, place));

test.each([
  { rest: '11 hours', end: '19:00', expected: [] },
  { rest: 'a quarter of an hour less', end: '19:15', expected: days(1) },
])('a rest of $rest between two shifts', ({ end, expected }) => {
  expect(breachesOf([early(1), work(0, '13:00', end)])).toEqual(expected);
});

test('a shift over midnight ends on the next day', () => {
  expect(breachesOf([work(0, '20:00', '03:00'), work(1, '14:00', '20:00')])).toEqual([]);
  expect(breachesOf([work(0, '20:00', '03:00'), work(1, '13:45', '20:00')])).toEqual(days(1));
});

test('the seventh day in a row is one too many; a day of rest begins a new row', () => {
  expect(breachesOf([0, 1, 2, 3, 4, 5].map(early))).toEqual([]);
  expect(breachesOf([0, 1, 2, 3, 4, 5, 6].map(early))).toEqual(days(6));
  const rest = { ...early(3), workLocation: 'libero', startTime: null, endTime: null } as const;
  expect(breachesOf([0, 1, 2, 4, 5, 6, 7, 8].map(early).concat(rest))).toEqual([]);
});

test('a swap is judged by what it makes worse', () => {
  const tired = [work(0, '14:00', '22:00'), early(1), early(3)];
  expect(canWork(tired, early(3), early(5))).toBe(true);
  expect(canWork(tired, early(3), work(2, '00:00', '08:00'))).toBe(false);
  expect(canWork(tired, early(1), work(2, '14:00', '22:00'))).toBe(false);
});
