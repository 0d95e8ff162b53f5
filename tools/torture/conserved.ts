import { type ServerDuty, wordsOf } from './duty.ts';

/** A duty that a swap recorded as given. */
export interface GivenDuty extends ServerDuty {
  date: string;
}

/** A completed swap of named shifts: what the two drivers gave, by day. */
export interface NamedSwap {
  siteId: string;
  given: readonly [GivenDuty[], GivenDuty[]];
}

/** The duties of a day with which a worksite began, and those that are there at the end, in words. */
export interface StillDay {
  siteId: string;
  day: string;
  before: readonly string[];
  after: readonly string[];
}

/**
 * Where people only swap, each day must hold the duties it began with, whoever has them now. One exception: where only one
 * of two drivers who swapped named shifts works, the shift is the other's now. How many drive stays.
 *
 * @returns what is wrong, in words, or null
 */
export function judgeStillDay(
  { siteId, day, before, after }: StillDay,
  swaps: readonly NamedSwap[],
): string | null {
  const expected = before.map((words): [string, number] => [words, 1]);
  for (const { given } of swaps.filter((swap) => swap.siteId === siteId)) {
    const alone = given.filter((duties) => duties.some(({ date }) => date === day));
    const [own] = alone;
    const other = given.find((duties) => duties !== own)?.[0];
    const gave = own?.find(({ date }) => date === day);
    if (alone.length !== 1 || !gave || !other) continue;
    expected.push([wordsOf(siteId, day, gave), -1], [wordsOf(siteId, day, other), 1]);
  }
  const count = new Map<string, number>();
  for (const [words, times] of expected) count.set(words, (count.get(words) ?? 0) + times);
  const should = [...count].flatMap(([words, times]) => Array<string>(Math.max(times, 0)).fill(words));
  const [found, wanted] = [after, should].map((duties) => duties.toSorted().join());
  const isImpossible = [...count.values()].some((times) => times < 0);
  return found === wanted && !isImpossible ? null : `not conserved: ${found} instead of ${wanted}`;
}
