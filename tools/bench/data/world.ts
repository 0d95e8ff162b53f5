import { createHash } from 'node:crypto';
import { addDays, type Day, dayInRome, daysBetween } from '../../../src/domain/calendar/day.ts';

// Who and what the stored data holds: the fill writes it in SQL, the cases choose from it by the same arithmetic.

/** Of the large worksite, who may load its roster. */
export const loader = 0;
export const password = 'Parola-di-prova-1';

/** The stored data, as the cases address it. People are numbered from 0, those of the large worksite first. */
export interface World {
  today: Day;
  people: number;
  /** The large one is the first; who is not of its crowd is spread over the others. */
  worksites: number;
  /** People of the large worksite. */
  crowd: number;
  /** How many shifts were asked for; about as many are stored. */
  shifts: number;
  /** Days of the calendar, from today, of which each person works six in seven. On the last one all of the crowd work. */
  first: number;
  last: number;
  /** How many people, from the first on, have published how many requests each, and what everybody was told besides. */
  askers: number;
  requestsEach: number;
  notices: number;
}

const today = (): Day => dayInRome(new Date().toISOString());

/** One large worksite with 5,000 requests, and 49 others: a hundred shifts a person. */
export const worldOf = (shifts: number): World => ({
  today: today(),
  people: Math.round(shifts / 100),
  worksites: 50,
  crowd: 200,
  shifts,
  first: -50,
  last: 66,
  askers: 200,
  requestsEach: 25,
  notices: 0,
});

/** Worksites of the same size, in each of which one person asks. Nobody is in the large one. */
export function evenWorldOf(asked: number, people: number): World {
  // colleagues have to stand an odd number apart
  const worksites = asked % 2 === 0 ? asked + 1 : asked;
  return {
    today: today(),
    people: worksites * people,
    worksites: worksites + 1,
    crowd: 0,
    shifts: worksites * people * 40,
    first: -14,
    last: 31,
    askers: worksites,
    requestsEach: 12,
    notices: 10,
  };
}

/** From this offset on nobody has an entry. */
export const emptyOffset = 100;

export const worksOn = (person: number, offset: number): boolean => (((offset + person) % 7) + 7) % 7 !== 0;

/** In the morning, or in the afternoon; not of the day on which all of the crowd work. */
export const worksMornings = (person: number, offset: number): boolean => (offset + 100 + person) % 2 === 0;

export const tokenOf = (person: number): string => `bench-${person}`;
export const cookieOf = (person: number): string => `turnario=${tokenOf(person)}`;
export const emailOf = (person: number): string => `persona${person}@turnario.example`;
export const tokenHashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The month that the calendar of today's screen shows: 42 days, or the reference's 30. */
export function monthSpan(world: World, days = 30): { from: Day; to: Day } {
  const from = addDays(world.today, -10);
  return { from, to: addDays(from, days - 1) };
}

/** Colleagues of one of the smaller worksites stand so many numbers apart; every other one works at the same time. */
export const stepOf = ({ worksites }: World): number => worksites - 1;

/** The colleague with the opposite shift of the same days; null for who has none. */
function partnerOf(person: number, world: World): number | null {
  const { people, crowd } = world;
  if (person < crowd) return person % 2 === 0 ? person + 1 : null;
  const partner = person + stepOf(world);
  return Math.floor((person - crowd) / stepOf(world)) % 2 === 0 && partner < people ? partner : null;
}

/** Two people who can swap their shifts of a day. */
export interface Pair {
  requester: number;
  accepter: number;
  day: Day;
}

/** What the requester of a day would rather have: the type of all who work then and are not like them. */
export const wantedOn = ({ today: now }: World, { requester, day }: Pair): 'mattina' | 'pomeriggio' =>
  worksMornings(requester, daysBetween(now, day)) ? 'pomeriggio' : 'mattina';

/** All swaps that can be made, each once: the same people come again after everybody else. Open requests stay apart. */
export function* swapPairs(world: World, people = world.people): Generator<Pair> {
  for (let offset = 16; offset < world.last; offset += 1) {
    for (let requester = 0; requester < people; requester += 1) {
      const accepter = partnerOf(requester, world);
      if (accepter === null || !worksOn(requester, offset) || !worksOn(accepter, offset)) continue;
      yield { requester, accepter, day: addDays(world.today, offset) };
    }
  }
}

/** All of a smaller worksite who can take what is offered. */
export function colleaguesOn(world: World, { requester, day }: Pair): number[] {
  const offset = daysBetween(world.today, day);
  const isEarly = worksMornings(requester, offset);
  const found: number[] = [];
  for (let person = requester + stepOf(world); person < world.people; person += stepOf(world)) {
    if (worksOn(person, offset) && worksMornings(person, offset) !== isEarly) found.push(person);
  }
  return found;
}

/** Two people, each of whom works on the day on which the other has no entry. */
export interface DayPair extends Pair {
  /** The day on which the requester works instead. */
  otherDay: Day;
}

/** People of the crowd, each pair once, on days that few single shifts are swapped of. */
export function* daySwapPairs({ today: now, crowd, last }: World): Generator<DayPair> {
  for (let offset = last - 7; offset > 16; offset -= 14) {
    for (let accepter = 0; accepter < crowd - 1; accepter += 1) {
      if (worksOn(accepter, offset)) continue;
      const requester = accepter + 1;
      let other = offset + 1;
      while (worksOn(requester, other)) other += 1;
      yield { requester, accepter, day: addDays(now, offset), otherDay: addDays(now, other) };
    }
  }
}

/** The id of a person's shift. */
export function shiftIdOf({ people, today: now, first }: World, person: number, day: Day): string {
  const number = (daysBetween(now, day) - first) * people + person;
  return idOf(number);
}

/** Those of people and shifts, as the fill numbers them. */
function idOf(number: number): string {
  const digits = number.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-4000-8000-000000000000`;
}
