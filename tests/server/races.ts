import { afterAll, expect, test } from 'vitest';
import { listDuties, violatedInvariants } from '../../db/invariants.ts';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import type { Caller } from '../support/caller.ts';
import { startSecondServer, startTestServer, type TestServer } from '../support/server.ts';

export type Act<Given> = (given: Given) => Promise<{ outcome: string }>;

export interface Race<Given> {
  /** Started concurrently, alternately on the two servers: people in `given` call the server whose turn it is. */
  calls: readonly Act<Given>[];
  /** All allowed combinations of outcomes, in the order of the calls: '200 / 409 exchange_closed'. */
  allowed: readonly string[];
  /** What must not change, by default the duties of all days; false: nothing. */
  conserves?: false | ((database: Queryable) => Promise<string[]>);
  /** Checks the state after the calls. */
  after?: (given: Given, outcomes: string[]) => unknown;
}

const isCaller = (value: object): value is Caller => 'callUntyped' in value;

/** Copies `given` so that its people call this server. */
function callingAt<Given>(server: TestServer, given: Given): Given {
  const passOn = <Value>(value: Value): Value => callingAt(server, value);
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return given.map(passOn) as Given;
  if (Object.getPrototypeOf(given) !== Object.prototype) return given;
  if (isCaller(given)) return { ...given, ...server.bearing(given.token, given.acting) };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, passOn(value)])) as Given;
}

/**
 * Starts two server processes (two pools, two event hubs) for a test file.
 *
 * @param rounds how often each race runs
 */
export async function startRaces(rounds = 12) {
  const first = await startTestServer();
  const { database } = first;
  const second = await startSecondServer(first);
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  const elsewhere = <Given>(given: Given): Given => callingAt(second, given);

  /** Fails if a server logged an error or an invariant is violated. */
  const expectNothingBroken = async (): Promise<void> => {
    expect([...first.takeErrors(), ...second.takeErrors()]).toEqual([]);
    expect(await violatedInvariants(database)).toEqual([]);
  };

  async function expectRound<Given>(given: Given, race: Race<Given>, round: number): Promise<void> {
    const { calls, allowed, conserves = listDuties, after } = race;
    const before = conserves && (await conserves(database));
    const isReversed = round % 2 === 1;
    const order = isReversed ? calls.toReversed() : calls;
    const answers = await Promise.all(
      order.map((call, index) => call(index % 2 === 0 ? given : elsewhere(given))),
    );
    const outcomes = (isReversed ? answers.toReversed() : answers).map(({ outcome }) => outcome);
    expect(allowed).toContain(outcomes.join(' / '));
    await expectNothingBroken();
    if (conserves) expect(await conserves(database)).toEqual(before);
    await after?.(given, outcomes);
  }

  async function expectRace<Given>(prepare: () => Promise<Given>, what: Race<Given>): Promise<void> {
    for (let round = 0; round < rounds; round += 1) await expectRound(await prepare(), what, round);
  }

  /** Defines a test that runs a race several times, each with new people. */
  const race = <Given>(name: string, prepare: () => Promise<Given>, what: Race<Given>): void =>
    test.for([name])('%s', () => expectRace(prepare, what));

  /** Runs all concurrently, alternating between the servers; returns how often each outcome came. */
  async function allAtOnce<Given>(givens: readonly Given[], act: Act<Given>) {
    const answers = await Promise.all(
      givens.map((given, index) => act(index % 2 === 0 ? given : elsewhere(given))),
    );
    await expectNothingBroken();
    const counts: Record<string, number> = {};
    for (const { outcome } of answers) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  }

  return { first, second, elsewhere, race, allAtOnce, expectNothingBroken };
}
