import { expect, test } from 'vitest';
import { violatedInvariants, listDuties } from '../../db/invariants.ts';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import { type Answer, type Caller, callerOf, outcomeOf } from './caller.ts';
import { startTestServer, type TestServer } from './server.ts';

/** A person whose calls go to one server or to the other. */
export type At = <Person extends Caller>(person: Person) => Person;

export interface Race {
  /** Start at the same moment, in turn on one server and on the other. */
  calls: ((at: At) => Promise<Answer<unknown>>)[];
  /** All outcomes that may meet, in the order of the calls: '200 / 409 exchange_closed'. */
  allowed: readonly string[];
  /** What must be what it was, if not the duties of all days; false: nothing. */
  conserves?: false | ((database: Queryable) => Promise<string[]>);
  /** What must hold after some outcome. */
  after?: (outcomes: string[]) => Promise<void>;
}

interface RaceTest {
  (name: string, prepare: () => Promise<Race>): void;
  /** One a row, whose first cell stands in the name for `%s`. */
  each<const Row extends unknown[]>(
    rows: readonly Row[],
  ): (name: string, prepare: (...row: Row) => Promise<Race>) => void;
}

export interface Races {
  first: TestServer;
  /** On the same database, with connections of its own. */
  second: TestServer;
  /** A person whose calls go to the other server. */
  elsewhere: At;
  /** Runs a race several times, each on people of its own. */
  expectRace(prepare: () => Promise<Race>): Promise<void>;
  /** A test of one race. */
  race: RaceTest;
  /** Fails if a server logged an error or a promise is broken. */
  expectNothingBroken(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Two server processes (two pools, two event hubs).
 *
 * @param rounds of each race
 * @param beforeRound what a round needs before it is prepared
 */
export async function startRaces(rounds = 12, beforeRound?: () => Promise<void>): Promise<Races> {
  const first = await startTestServer();
  const { database } = first;
  const second = await startTestServer({ database: await database.connect() });
  const elsewhere: At = (person) => ({
    ...person,
    ...callerOf(second.app, second.context.settings, person.token),
  });
  const expectNothingBroken = async (): Promise<void> => {
    expect([...first.takeErrors(), ...second.takeErrors()]).toEqual([]);
    expect(await violatedInvariants(database)).toEqual([]);
  };
  const runRound = async (race: Race, round: number): Promise<void> => {
    const { calls, allowed, conserves = listDuties, after } = race;
    const before = conserves && (await conserves(database));
    const order = round % 2 === 0 ? calls : calls.toReversed();
    const answers = await Promise.all(
      order.map((call, index) => call(index % 2 === 0 ? (person) => person : elsewhere)),
    );
    const outcomes = (round % 2 === 0 ? answers : answers.toReversed()).map(outcomeOf);
    expect(allowed).toContain(outcomes.join(' / '));
    await expectNothingBroken();
    if (conserves) expect(await conserves(database)).toEqual(before);
    await after?.(outcomes);
  };
  const expectRace: Races['expectRace'] = async (prepare) => {
    for (let round = 0; round < rounds; round += 1) {
      await beforeRound?.();
      await runRound(await prepare(), round);
    }
  };
  return {
    first,
    second,
    elsewhere,
    expectNothingBroken,
    expectRace,
    race: raceTest(expectRace),
    close: async () => {
      await second.close();
      await first.close();
    },
  };
}

function raceTest(expectRace: Races['expectRace']): RaceTest {
  const race = (name: string, prepare: () => Promise<Race>): void =>
    test.for([name])('%s', () => expectRace(prepare));
  const each: RaceTest['each'] = (rows) => (name, prepare) => {
    for (const row of rows) race(name.replace('%s', String(row[0])), () => prepare(...row));
  };
  return Object.assign(race, { each });
}
