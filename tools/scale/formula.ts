import type { Occasion } from './day.ts';
import { type CallKind, callKinds } from './people.ts';

/** CPU in milliseconds, bytes over the wire and bytes that stay in the database. */
export const costParts = ['serverMs', 'databaseMs', 'bytes', 'stored'] as const;
/** What one call costs, however it is measured. */
export type CallCost = Record<(typeof costParts)[number], number>;
export type Costs = Record<CallKind, CallCost>;

/** What people come to, a day or a second, whatever the rates are given in. */
export type Demand = CallCost & { calls: number };

/**
 * What occasions cost by their calls. Not in it: open streams, and what others' pages read again because of an event
 * (one call in a thousand while one page in fifty is open).
 *
 * @param rateOf how often each occasion happens; the answer is for the same time
 */
export function demandOf(
  occasions: readonly Occasion[],
  rateOf: (occasion: Occasion) => number,
  costs: Costs,
): Demand {
  const demand: Demand = { calls: 0, serverMs: 0, databaseMs: 0, bytes: 0, stored: 0 };
  for (const occasion of occasions) {
    for (const kind of callKinds) {
      const count = (occasion.calls[kind] ?? 0) * rateOf(occasion);
      demand.calls += count;
      for (const part of costParts) demand[part] += count * costs[kind][part];
    }
  }
  return demand;
}

/**
 * How many people a number of cores carries in the busiest hour.
 *
 * @param ceiling the part of the cores' time that may be used, so that nobody waits long
 * @param msPerPersonDay CPU a person needs on an average day, on these cores
 */
export const peopleCarried = (
  cores: number,
  ceiling: number,
  msPerPersonDay: number,
  busiestHourShare: number,
): number => (cores * ceiling * 3_600_000) / (msPerPersonDay * busiestHourShare);

/** A figure of the simulation beside what the formula says. */
export interface Compared {
  name: string;
  predicted: number;
  measured: number;
  /** Whether the formula is wrong when this one is. */
  counts: boolean;
}

/**
 * What is wrong with a simulation, a line each; none when it was served and the formula holds.
 *
 * @param failures calls that were not answered as they should be, by what came instead
 * @param factor by how much a figure that counts may be above or below the formula's
 */
export function faultsOf(
  compared: readonly Compared[],
  failures: Readonly<Record<string, number>>,
  factor: number,
): string[] {
  const refused = Object.entries(failures).map(([what, times]) => `FAILED ${times} times: ${what}`);
  const isWrong = ({ predicted, measured, counts }: Compared): boolean =>
    counts && !(measured / predicted <= factor && measured / predicted >= 1 / factor);
  const wrong = compared
    .filter(isWrong)
    .map(
      ({ name, predicted, measured }) =>
        `WRONG by more than ${factor}: ${name}, ${measured.toFixed(0)} instead of ${predicted.toFixed(0)}`,
    );
  return [...refused, ...wrong];
}
