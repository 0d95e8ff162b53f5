import { loadavg } from 'node:os';
import { isEnding } from '../../cleanup.ts';
import type { Server } from '../../measuredServer.ts';
import type { Generator, Load, Measured } from '../load/load.ts';
import type { CaseName, EngineName, Options } from '../options.ts';
import type { Store } from '../servers/pairs.ts';
import { meanRatio, median } from '../statistics.ts';

/** Product and baseline server, side by side on the same data. */
export interface Setting {
  store: Store;
  product: Server;
  baseline: Server;
}

/** Where a figure was measured; a connection is a client that always has one call in progress. */
export interface Place {
  engine: EngineName;
  shifts: number;
  connections: number;
}

/** One thing measured on the product and on what it is compared with, in the same rounds. */
export interface Comparison extends Place {
  name: string;
  product: Measured;
  baseline: Measured;
  /** Of the rates, the mean of the rounds' ratios. */
  ratio: number;
  /** Half of its confidence interval, as a share of it. */
  spread: number;
  /** Why its figures say nothing; null: they hold. */
  flaw: string | null;
}

/** Whole swaps: publish, pre-accept, confirm. Times in milliseconds. */
export interface Swaps extends Place {
  perSecond: number;
  confirmP50: number;
  confirmP99: number;
}

/** A figure beside its target. */
export interface Verdict {
  target: string;
  measured: string;
  isMet: boolean;
}

/** The run: what it was asked for, what it makes calls with, what it has found so far. */
export interface Bench {
  options: Options;
  folder: string;
  generator: Generator;
  /** For what is measured while the other one is busy. */
  second: Generator;
  comparisons: Comparison[];
  swaps: Swaps[];
  verdicts: Verdict[];
  say(line: string): void;
}

export const isAsked = ({ options }: Bench, name: CaseName): boolean => options.cases.includes(name);

/** How busy the machine is with everything, as the kernel's mean of a minute. */
export const machineLoad = (): string => (loadavg()[0] ?? 0).toFixed(1);

export type Calls = Pick<Load, 'calls' | 'isOnce'>;

interface Contenders {
  product: () => Calls;
  baseline: () => Calls;
}

interface Round {
  product: Measured;
  baseline: Measured;
}

/** A ratio that may be off by more is measured in further rounds. */
const widestSpread = 0.1;

/** Measures by turns (product, baseline, product, baseline, …) until the ratio is steady, and keeps the medians. */
export async function compare(
  bench: Bench,
  { store, product, baseline }: Setting,
  name: string,
  connections: number,
  contenders: Contenders,
): Promise<Comparison> {
  const { options, generator } = bench;
  const { warmup } = options;
  let { seconds } = options;
  const on = ({ url }: Server, calls: () => Calls) =>
    generator.measure({ url, connections, seconds, warmup, ...calls() });
  const rounds: Round[] = [];
  const ratioSoFar = () => meanRatio(rounds.map((round) => round.product.rate / round.baseline.rate));
  while (
    rounds.length < options.rounds ||
    (rounds.length < options.mostRounds && ratioSoFar().spread > widestSpread)
  ) {
    const round = {
      product: await on(product, contenders.product),
      baseline: await on(baseline, contenders.baseline),
    };
    rounds.push(round);
    // answers that take a fifth of a second need more than a second to be counted
    seconds = Math.max(seconds, Math.min(4, (20 * Math.max(round.product.mean, round.baseline.mean)) / 1000));
  }
  const found = {
    name,
    engine: store.engine,
    shifts: store.world.shifts,
    connections,
    product: medians(rounds.map((round) => round.product)),
    baseline: medians(rounds.map((round) => round.baseline)),
    ...ratioSoFar(),
  };
  const comparison: Comparison = { ...found, flaw: flawOf(found) };
  bench.comparisons.push(comparison);
  bench.say(lineOf(comparison));
  return comparison;
}

/**
 * What keeps figures from being believed: nothing came back, something failed, the ratio is not steady, or rate and time
 * contradict each other. Connections that always have a call in progress are rate × mean time (Little’s law).
 */
export function flawOf(comparison: Omit<Comparison, 'flaw'>): string | null {
  const { connections, spread } = comparison;
  for (const whose of ['product', 'baseline'] as const) {
    const { rate, mean, failed } = comparison[whose];
    if (!(rate > 0)) return `the ${whose} answered nothing`;
    if (failed > 0) return `${failed} calls of the ${whose} failed`;
    const busy = (rate * mean) / 1000;
    if (Math.abs(busy / connections - 1) > 0.1) {
      return `${rate.toFixed(0)}/s of ${mean.toFixed(1)} ms each are ${busy.toFixed(1)} connections of the ${whose}, not ${connections}`;
    }
  }
  return spread > widestSpread ? 'the ratio is not steady' : null;
}

function medians(rounds: readonly Measured[]): Measured {
  const of = (pick: (measured: Measured) => number): number => median(rounds.map(pick));
  return {
    rate: of(({ rate }) => rate),
    mean: of(({ mean }) => mean),
    p50: of(({ p50 }) => p50),
    p95: of(({ p95 }) => p95),
    p99: of(({ p99 }) => p99),
    bytes: of(({ bytes }) => bytes),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** `0.62 ± 4 %`, and why it says nothing. */
export const ratioText = ({ ratio, spread, flaw }: Comparison): string =>
  `${ratio.toFixed(2)} ± ${(100 * spread).toFixed(0)} %${flaw === null ? '' : `, NOT MEASURED: ${flaw}`}`;

const lineOf = (comparison: Comparison): string => {
  const { name, engine, shifts, connections, product, baseline } = comparison;
  return (
    `${name}, ${engine}, ${shifts} shifts, ${connections} connections: ${product.rate.toFixed(0)}/s of ` +
    `${baseline.rate.toFixed(0)}/s (${ratioText(comparison)}), ` +
    `p50 ${product.p50.toFixed(1)} p99 ${product.p99.toFixed(1)} ms, load ${machineLoad()}`
  );
};

/** Remembers a figure beside its target and says it. */
export function judge(bench: Bench, target: string, measured: string, isMet: boolean): void {
  bench.verdicts.push({ target, measured, isMet });
  bench.say(`${isMet ? 'met' : 'MISSED'}: ${target}: ${measured}`);
}

/** A case that fails is told as a miss, and the run goes on: what the others found would be lost. */
export async function attempt(bench: Bench, what: string, measure: () => Promise<void>): Promise<void> {
  try {
    await measure();
  } catch (error) {
    if (isEnding()) throw error;
    judge(bench, what, `could not be measured: ${String(error)}`, false);
  }
}
