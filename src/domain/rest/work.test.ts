import { expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import type { Day } from '../calendar/day.ts';
import { countRests, isNight, restsBefore, workOf } from './work.ts';

const duty = (date: Day, startTime: string, endTime: string, second?: [string, string]) =>
  dutyWith({
    date,
    startTime,
    endTime,
    ...(second && { isSplitShift: true, secondStartTime: second[0], secondEndTime: second[1] }),
  });
const week = { from: '2026-11-23', to: '2026-11-29' };
const day = 24 * 60;

test('workOf returns working duties in order, without the breaks of split shifts', () => {
  const rest = dutyWith({ workLocation: 'libero', startTime: null, endTime: null, shiftType: null });
  const [first, second, ...others] = workOf([
    duty('2026-11-24', '22:00', '06:00'),
    rest,
    duty('2026-11-23', '08:00', '12:00', ['14:00', '18:00']),
  ]);
  expect(others).toEqual([]);
  expect([first?.duty.date, first?.minutes, second?.minutes]).toEqual(['2026-11-23', 480, 480]);
  expect([first, second].map((work) => work && work.whole.to - work.whole.from)).toEqual([600, 480]);
  // an hour is skipped in spring
  expect(workOf([duty('2027-03-27', '22:00', '06:00')])[0]?.minutes).toBe(420);
  expect(workOf([duty('2027-03-28', '02:30', '03:00')])[0]?.minutes).toBe(0);
});

test('a rest is counted from the end of the previous work', () => {
  const work = workOf([
    duty('2026-11-23', '14:00', '22:00'),
    duty('2026-11-24', '06:00', '14:00'),
    duty('2026-11-25', '13:00', '21:00'),
  ]);
  const rests = [...restsBefore(work)].map(([date, { minutes, last }]) => [date, minutes, last.duty.date]);
  expect(rests).toEqual([
    ['2026-11-24', 480, '2026-11-23'],
    ['2026-11-25', 1380, '2026-11-24'],
  ]);
});

test.each([
  ['a week without work', [], day, 7],
  ['a week without work, in long rests, the last of which continues', [], 2 * day, 4],
  ['work on each day', [23, 24, 25, 26, 27, 28, 29], 16 * 60 + 1, 1],
  ['rests that are just long enough', [23, 24, 25, 26, 27, 28, 29], 16 * 60, 7],
  ['work at both ends', [23, 29], 5 * day, 2],
  ['the remainder of a rest that began before', [24], 32 * 60, 5],
])('rests of a length are counted: %s', (_, dates, length, count) => {
  const work = workOf(dates.map((date) => duty(`2026-11-${date}`, '08:00', '16:00')));
  expect(countRests(work, week, length)).toBe(count);
});

test('with overlapping work the latest end counts', () => {
  const work = workOf([duty('2026-11-28', '20:00', '12:00'), duty('2026-11-28', '22:00', '23:00')]);
  expect(countRests(work, { from: '2026-11-28', to: '2026-11-29' }, 13 * 60)).toBe(2);
});

test.each([
  ['21:00', '03:00', true],
  ['21:00', '02:59', false],
  ['02:00', '08:00', true],
  ['02:01', '08:00', false],
  ['14:00', '22:00', false],
  ['00:00', '05:00', true],
])('%s to %s: night is %s', (start, end, isIt) => {
  expect(workOf([duty('2026-11-23', start, end)]).map(isNight)).toEqual([isIt]);
});
