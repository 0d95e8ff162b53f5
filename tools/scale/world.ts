import { createHash } from 'node:crypto';
import { addDays, type Day } from '../../src/domain/calendar/day.ts';

/** How many worksites are stored, each with as many people; both are counted from 1. */
export interface World {
  worksites: number;
  people: number;
  today: Day;
}

/** Somebody in the world. */
export interface Person {
  worksite: number;
  number: number;
}

/** The days around today on which people have entries; later ones are free to be recorded. */
export const pastDays = 14;
export const futureDays = 28;
/** On these days of the future lie the requests that are open from the beginning; the run swaps on the others. */
export const openRequestDays = { first: 2, last: 9 };

/** What the database has in SQL as `scale_id(text)`: rows whose identifiers follow from what they are. */
export function idOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  // an identifier is of version 4
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ];
  return parts.join('-');
}

export const userId = ({ worksite, number }: Person): string => idOf(`user ${worksite} ${number}`);
export const tokenOf = ({ worksite, number }: Person): string => `scale-${worksite}-${number}`;
export const emailOf = ({ worksite, number }: Person): string => `p${number}@w${worksite}.example`;
/** @param offset days from today */
export const shiftId = ({ worksite, number }: Person, offset: number): string =>
  idOf(`shift ${worksite} ${number} ${offset}`);

export const dayAt = (world: World, offset: number): Day => addDays(world.today, offset);

/** As the rosters have it: three days of five. Offsets may be negative. */
export const worksOn = (number: number, offset: number): boolean => (((number + offset) % 5) + 5) % 5 < 3;

/** Even numbers work mornings, odd ones afternoons. */
export const worksMornings = (number: number): boolean => number % 2 === 0;

/** A request that can be published, and the colleagues who can take it. */
export interface Exchange {
  requester: Person;
  offset: number;
  accepters: Person[];
}

/** How many requests the world has room for while it runs: one a worksite and day. */
export const exchangeRoom = ({ worksites }: World): number => worksites * (futureDays - openRequestDays.last);

/**
 * The n-th request, each on a worksite and day of its own.
 *
 * @throws RangeError when the world has no room for it
 */
export function exchangeAt(world: World, n: number): Exchange {
  if (n >= exchangeRoom(world))
    throw new RangeError(`only ${exchangeRoom(world)} requests fit into the world`);
  const worksite = (n % world.worksites) + 1;
  const offset = openRequestDays.last + 1 + Math.floor(n / world.worksites);
  const working = Array.from({ length: world.people }, (_, index) => index + 1).filter((number) =>
    worksOn(number, offset),
  );
  const requester = working.find(worksMornings);
  if (requester === undefined) throw new RangeError('a worksite needs five people at least');
  const accepters = working.filter((number) => !worksMornings(number));
  return {
    requester: { worksite, number: requester },
    offset,
    accepters: accepters.map((number) => ({ worksite, number })),
  };
}

/** The n-th person, from 0: all worksites in turn, and everybody again after the last. */
export const personAt = ({ worksites, people }: World, n: number): Person => ({
  worksite: (n % worksites) + 1,
  number: (Math.floor(n / worksites) % people) + 1,
});

/** The n-th shift that can still be recorded: another person each time, then another day. */
export function freeDayAt(world: World, n: number): { person: Person; offset: number } {
  const { worksites, people } = world;
  return { person: personAt(world, n), offset: futureDays + 1 + Math.floor(n / (worksites * people)) };
}
