import { expect, test } from 'vitest';
import { type GivenDuty, judgeStillDay, type NamedSwap } from './conserved.ts';
import { wordsOf } from './duty.ts';
import { named } from './people.ts';

const siteId = 'taxi';
const day = '2027-01-16';
const [morning, afternoon, evening] = [0, 1, 2].map(named) as [GivenDuty, GivenDuty, GivenDuty];
const on = (date: string, duty: GivenDuty): GivenDuty => ({ ...duty, date });
const words = (...duties: GivenDuty[]): string[] => duties.map((duty) => wordsOf(siteId, day, duty));

const judge = (before: GivenDuty[], after: GivenDuty[], ...swaps: NamedSwap['given'][]): boolean =>
  judgeStillDay(
    { siteId, day, before: words(...before), after: words(...after) },
    swaps.map((given) => ({ siteId, given })),
  ) === null;

/** One drives in the morning on both days, the other in the afternoon on the second alone. */
const alone: NamedSwap['given'] = [
  [on(day, morning), on('2027-01-17', morning)],
  [on('2027-01-17', afternoon)],
];
const together: NamedSwap['given'] = [[on(day, morning)], [on(day, afternoon)]];

test('a day keeps its duties, whoever has them', () => {
  expect(judge([morning, afternoon], [afternoon, morning])).toBe(true);
  expect(judge([morning, afternoon], [afternoon, morning], together)).toBe(true);
  expect(judge([morning, afternoon], [afternoon])).toBe(false);
  expect(judge([morning, afternoon], [afternoon, morning, morning])).toBe(false);
  expect(judge([morning, afternoon], [afternoon, afternoon])).toBe(false);
  expect(judge([morning, afternoon], [afternoon, afternoon], together)).toBe(false);
});

test('where one of two drivers works alone, the shift is the other’s', () => {
  expect(judge([morning, evening], [afternoon, evening], alone)).toBe(true);
  expect(judge([morning, evening], [morning, evening], alone)).toBe(false);
  expect(judge([morning, evening], [evening, evening], alone)).toBe(false);
  expect(judge([morning, evening], [evening], alone)).toBe(false);
  expect(judge([morning, evening], [afternoon, evening, evening], alone)).toBe(false);
  // on the day on which both work nothing may change
  const later = { siteId, day: '2027-01-17' };
  const both = [morning, afternoon].map((duty) => wordsOf(siteId, later.day, duty));
  expect(judgeStillDay({ ...later, before: both, after: both }, [{ siteId, given: alone }])).toBeNull();
});

test('swaps add up, in whatever order they are read', () => {
  const onward: NamedSwap['given'] = [[on(day, afternoon)], [on('2027-01-18', evening)]];
  for (const swaps of [
    [alone, onward],
    [onward, alone],
  ]) {
    expect(judge([morning], [evening], ...swaps)).toBe(true);
    expect(judge([morning], [afternoon], ...swaps)).toBe(false);
  }
});

test('a swap of what nobody had, or in another worksite, explains nothing', () => {
  expect(judge([evening], [evening], alone)).toBe(false);
  expect(judge([evening], [afternoon], alone)).toBe(false);
  const elsewhere = { siteId: 'other', given: alone };
  const still = { siteId, day, before: words(morning), after: words(afternoon) };
  expect(judgeStillDay(still, [elsewhere])).toContain('not conserved');
});
