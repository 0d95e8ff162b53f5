import { callKinds } from './calls.ts';
import { busiestHourShare, ceiling, occasions, serverMsOfStay } from './day.ts';
import { type Costs, type Demand, peopleCarried } from './formula.ts';
import type { Simulated } from './simulate.ts';
import type { Compared } from './verdict.ts';

/** A table as the documents have it. Numbers stand on the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isNumeric = head.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? short(cell) : cell)).join(' | ')} |`;
  const rule = `|${isNumeric.map((numeric) => (numeric ? '---:' : '---')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Three digits that count. */
function short(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  const rounded = Number(value.toFixed(Math.min(digits, 6)));
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

export const dayTable = (): string =>
  table(
    ['occasion', 'a person and day', 'source', 'calls'],
    occasions.map(({ name, perDay, source, calls }) => [
      name,
      perDay,
      source,
      Object.entries(calls)
        .map(([kind, count]) => (count === 1 ? kind : `${short(count)} ${kind}`))
        .join(', '),
    ]),
  );

export const costTable = ({ calls, told }: Costs): string =>
  table(
    ['call', 'server, CPU ms', 'database, CPU ms', 'bytes', 'people told'],
    callKinds.map((kind) => {
      const people = Math.max(0, ...Object.values(told[kind]?.people ?? {}));
      return [kind, calls[kind].serverMs, calls[kind].databaseMs, calls[kind].bytes, people];
    }),
  );

/** What a person costs a day, their streams included, and what that means for the busiest hour. */
export const personTable = (day: Demand): string =>
  table(
    ['a person', 'calls', 'server, CPU ms', 'database, CPU ms', 'kB'],
    [
      ['on an average day', ...figuresOf(day, 1)],
      ['in the busiest hour', ...figuresOf(day, busiestHourShare)],
    ],
  );

function figuresOf({ calls, serverMs, databaseMs, bytes }: Demand, part: number): number[] {
  const count = callKinds.reduce((sum, kind) => sum + calls[kind], 0);
  return [count, serverMs + serverMsOfStay(), databaseMs, bytes / 1000].map((figure) => figure * part);
}

/** All employees of Italy. */
const italy = 23_000_000;

/** How many people cores carry in their busiest hour, and how many cores carry everybody. */
export function carriedTable(day: Demand): string {
  const server = day.serverMs + serverMsOfStay();
  const carried = (cores: number, ms: number): number => peopleCarried(cores, ceiling, ms, busiestHourShare);
  return table(
    ['cores', 'of what', 'people', 'cores for 23 million'],
    (
      [
        [1, 'server processes', server],
        [1, 'PostgreSQL', day.databaseMs],
        [2, 'both on one machine', server + day.databaseMs],
        [16, 'both on one machine', server + day.databaseMs],
      ] as const
    ).map(([cores, what, ms]) => {
      const people = carried(cores, ms);
      return [String(cores), what, people, Math.ceil((italy * cores) / people)];
    }),
  );
}

export const comparedTable = (compared: readonly Compared[]): string =>
  table(
    ['', 'formula', 'simulation', 'simulation ÷ formula'],
    compared.map(({ name, predicted, measured }) => [name, predicted, measured, measured / predicted]),
  );

export function latencyLine({ latencies }: Simulated): string {
  const at = (part: number): string =>
    `${short(latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0)} ms`;
  return `latency from the moment a call was due: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)}`;
}
