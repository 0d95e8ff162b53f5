import { quantile } from '../statistics.ts';
import { short, table } from '../table.ts';
import { busiestHourShare, ceiling, staySeconds } from './day.ts';
import { type Compared, costParts, type Costs, type Demand, peopleCarried } from './formula.ts';
import { callKinds } from './people.ts';
import type { Simulated } from './simulate.ts';

export const costTable = (costs: Costs): string =>
  table(
    ['call', 'server, CPU ms', 'database, CPU ms', 'bytes', 'bytes stored'],
    callKinds.map((kind) => [kind, ...costParts.map((part) => costs[kind][part])]),
  );

/**
 * What a person costs a day, their streams included, and how many of them cores carry in their busiest hour.
 *
 * @param perStream CPU of an open stream, milliseconds a second
 */
export function personTables(
  { calls, serverMs, databaseMs, bytes, stored }: Demand,
  perStream: number,
): string {
  const server = serverMs + perStream * staySeconds;
  const day = table(
    ['a person and day', 'calls', 'server, CPU ms', 'database, CPU ms', 'kB', 'kB stored in a year'],
    [['', calls, server, databaseMs, bytes / 1000, (stored * 365) / 1000]],
  );
  const rows = [
    [1, 'server processes', server],
    [1, 'PostgreSQL', databaseMs],
    [2, 'both on one machine', server + databaseMs],
    [16, 'both on one machine', server + databaseMs],
  ] as const;
  const carried = rows.map(([cores, what, ms]) => [
    String(cores),
    what,
    peopleCarried(cores, ceiling, ms, busiestHourShare),
  ]);
  return `${day}\n\n${table(['cores', 'of what', 'people'], carried)}`;
}

export const comparedTable = (compared: readonly Compared[]): string =>
  table(
    ['', 'formula', 'simulation', 'simulation ÷ formula'],
    compared.map(({ name, predicted, measured }) => [name, predicted, measured, measured / predicted]),
  );

export function latencyLine({ latencies }: Simulated): string {
  const at = (part: number): string => `${short(quantile(latencies, part))} ms`;
  return `latency from the moment a call was due: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)}`;
}
