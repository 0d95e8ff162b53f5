import { createHash } from 'node:crypto';
import { addDays, type Day, dayInRome, daysBetween } from '../../../src/domain/calendar/day.ts';

// Who and what the stored data holds: the fill writes it in SQL, the cases choose from it by the same arithmetic.

/** People of the one worksite whose 5,000 requests are listed; the others are spread over the other worksites. */
export const crowd = 200;
export const worksites = 50;
/** Of the crowd, who may load the roster of their worksite. */
export const loader = 0;
const shiftsAPerson = 100;
export const password = 'Parola-di-prova-1';

/** The stored data, as the cases address it. */
export interface World {
  today: Day;
  people: number;
  /** How many shifts were asked for; about as many are stored. */
  shifts: number;
}

export const worldOf = (shifts: number): World => ({
  today: dayInRome(new Date().toISOString()),
  people: Math.round(shifts / shiftsAPerson),
  shifts,
});

/** Days of the calendar, from today: 117, of which each person works six in seven. */
export const firstOffset = -50;
/** On this one all of the crowd work: the loader in the morning, whose request everybody else could take. */
export const lastOffset = 66;

/** From this offset on nobody has an entry. */
const emptyOffset = 100;

export const worksOn = (person: number, offset: number): boolean => (((offset + person) % 7) + 7) % 7 !== 0;

export const tokenOf = (person: number): string => `bench-${person}`;
export const cookieOf = (person: number): string => `turnario=${tokenOf(person)}`;
export const emailOf = (person: number): string => `persona${person}@turnario.example`;
export const tokenHashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The month that the calendar of today's screen shows: 42 days, or the reference's 30. */
export function monthSpan({ today }: World, days = 30): { from: Day; to: Day } {
  const from = addDays(today, -10);
  return { from, to: addDays(from, days - 1) };
}

/** The colleague with the opposite shift of the same days; null for who has none. */
function partnerOf(person: number, { people }: World): number | null {
  if (person < crowd) return person % 2 === 0 ? person + 1 : null;
  const partner = person + worksites - 1;
  return Math.floor((person - crowd) / (worksites - 1)) % 2 === 0 && partner < people ? partner : null;
}

/** Two people who can swap their shifts of a day. */
export interface Pair {
  requester: number;
  accepter: number;
  day: Day;
}

/** All swaps that can be made, each once: the same people come again after everybody else. Open requests stay apart. */
export function* swapPairs(world: World, people = world.people): Generator<Pair> {
  for (let offset = 16; offset < lastOffset; offset += 1) {
    for (let requester = 0; requester < people; requester += 1) {
      const accepter = partnerOf(requester, world);
      if (accepter === null || !worksOn(requester, offset) || !worksOn(accepter, offset)) continue;
      yield { requester, accepter, day: addDays(world.today, offset) };
    }
  }
}

/** Two people, each of whom works on the day on which the other has no entry. */
export interface DayPair extends Pair {
  /** The day on which the requester works instead. */
  otherDay: Day;
}

/** People of the crowd, each pair once, on days that few single shifts are swapped of. */
export function* daySwapPairs({ today }: World): Generator<DayPair> {
  for (let offset = lastOffset - 7; offset > 16; offset -= 14) {
    for (let accepter = 0; accepter < crowd - 1; accepter += 1) {
      if (worksOn(accepter, offset)) continue;
      const requester = accepter + 1;
      let other = offset + 1;
      while (worksOn(requester, other)) other += 1;
      yield { requester, accepter, day: addDays(today, offset), otherDay: addDays(today, other) };
    }
  }
}

/** Days on which somebody has no entry yet, each once. */
export function* freeDays(world: World): Generator<{ person: number; day: Day }> {
  for (let offset = emptyOffset; ; offset += 1) {
    const day = addDays(world.today, offset);
    for (let person = 0; person < world.people; person += 1) yield { person, day };
  }
}

/** The id of a person's shift, as the fill gives it. */
export function shiftIdOf({ people, today }: World, person: number, day: Day): string {
  const number = (daysBetween(today, day) - firstOffset) * people + person;
  const digits = number.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-4000-8000-000000000000`;
}
