import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../../../src/domain/calendar/day.ts';
import {
  colleaguesOn,
  daySwapPairs,
  evenWorldOf,
  type Pair,
  shiftIdOf,
  stepOf,
  swapPairs,
  wantedOn,
  type World,
  worksMornings,
  worksOn,
  worldOf,
} from './world.ts';

const large = worldOf(60_000);
const even = evenWorldOf(30, 20);
const worksiteOf = ({ crowd, ...world }: World, person: number): number =>
  person < crowd ? 0 : 1 + (person % stepOf({ crowd, ...world }));
const offsetOf = ({ today }: World, { day }: Pair): number => daysBetween(today, day);

test.each([
  ['a large worksite and others', large, large.people],
  ['worksites of one size, of each of which the first asks', even, stepOf(even)],
])('%s: every swap is of people who work then, the other way round, and comes once', (_, world, people) => {
  const places = new Set<string>();
  for (const pair of swapPairs(world, people)) {
    const { requester, accepter } = pair;
    const offset = offsetOf(world, pair);
    expect(worksiteOf(world, accepter)).toBe(worksiteOf(world, requester));
    expect(worksOn(requester, offset) && worksOn(accepter, offset)).toBe(true);
    expect(worksMornings(accepter, offset)).toBe(wantedOn(world, pair) === 'mattina');
    for (const person of [requester, accepter]) places.add(`${person} ${offset}`);
  }
  const pairs = [...swapPairs(world, people)];
  expect(pairs.length).toBeGreaterThan(300);
  expect(places.size).toBe(2 * pairs.length);
});

test('where the first of each worksite asks, there is one request a worksite and day, and some can take it', () => {
  const pairs = [...swapPairs(even, stepOf(even))];
  const places = new Set(pairs.map(({ requester, day }) => `${worksiteOf(even, requester)} ${day}`));
  expect(places.size).toBe(pairs.length);
  for (const pair of pairs) {
    const colleagues = colleaguesOn(even, pair);
    expect(colleagues[0]).toBe(pair.accepter);
    expect(colleagues.every((person) => worksiteOf(even, person) === worksiteOf(even, pair.requester))).toBe(
      true,
    );
  }
});

test('a day is swapped for another one between people of whom one works each', () => {
  const pairs = [...daySwapPairs(large)];
  expect(pairs.length).toBeGreaterThan(80);
  for (const { requester, accepter, day, otherDay } of pairs) {
    const [first, other] = [day, otherDay].map((one) => daysBetween(large.today, one)) as [number, number];
    expect([worksOn(requester, first), worksOn(accepter, first)]).toEqual([true, false]);
    expect([worksOn(requester, other), worksOn(accepter, other)]).toEqual([false, true]);
  }
});

test('an identifier is that of the n-th shift, days first', () => {
  expect(shiftIdOf(large, 3, addDays(large.today, large.first + 1))).toBe(
    '00000000-025b-4000-8000-000000000000',
  );
});
