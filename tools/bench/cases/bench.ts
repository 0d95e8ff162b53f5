import { loadavg } from 'node:os';
import { isEnding } from '../../cleanup.ts';
import type { Server } from '../../measuredServer.ts';
import type { Generator, Load, Measured } from '../load/load.ts';
import type { CaseName, EngineName, Options } from '../options.ts';
import type { Store } from '../servers/pairs.ts';
import { median } from '../statistics.ts';

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
  /** Median of the rounds' ratios of the rates. */
  ratio: number;
  /** The same with the baseline that writes its JSON in SQL, where there is one. */
  ceiling: { measured: Measured; ratio: number } | null;
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
  ceiling?: () => Calls;
}

/** Measures by turns (product, baseline, product, baseline, …) and keeps the medians. */
export async function compare(
  bench: Bench,
  { store, product, baseline }: Setting,
  name: string,
  connections: number,
  contenders: Contenders,
): Promise<Comparison> {
  const { options, generator } = bench;
  const { seconds, warmup } = options;
  const on = ({ url }: Server, calls: () => Calls) =>
    generator.measure({ url, connections, seconds, warmup, ...calls() });
  const rounds: { product: Measured; baseline: Measured; ceiling: Measured | null }[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    rounds.push({
      product: await on(product, contenders.product),
      baseline: await on(baseline, contenders.baseline),
      ceiling: contenders.ceiling ? await on(baseline, contenders.ceiling) : null,
    });
  }
  const ceilings = rounds.flatMap((round) => (round.ceiling ? [round.ceiling] : []));
  const comparison: Comparison = {
    name,
    engine: store.engine,
    shifts: store.world.shifts,
    connections,
    product: medians(rounds.map((round) => round.product)),
    baseline: medians(rounds.map((round) => round.baseline)),
    ratio: median(rounds.map((round) => round.product.rate / round.baseline.rate)),
    ceiling:
      ceilings.length > 0
        ? {
            measured: medians(ceilings),
            ratio: median(rounds.map((round) => round.product.rate / (round.ceiling?.rate ?? 1))),
          }
        : null,
  };
  bench.comparisons.push(comparison);
  bench.say(lineOf(comparison));
  return comparison;
}

function medians(rounds: readonly Measured[]): Measured {
  const of = (pick: (measured: Measured) => number): number => median(rounds.map(pick));
  return {
    rate: of(({ rate }) => rate),
    p50: of(({ p50 }) => p50),
    p95: of(({ p95 }) => p95),
    p99: of(({ p99 }) => p99),
    bytes: of(({ bytes }) => bytes),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function lineOf({
  name,
  engine,
  shifts,
  connections,
  product,
  baseline,
  ratio,
  ceiling,
}: Comparison): string {
  const failed =
    product.failed + baseline.failed > 0 ? `, FAILED ${product.failed} and ${baseline.failed}` : '';
  return (
    `${name}, ${engine}, ${shifts} shifts, ${connections} connections: ${product.rate.toFixed(0)}/s of ` +
    `${baseline.rate.toFixed(0)}/s (${ratio.toFixed(2)}${ceiling ? `, of JSON in SQL ${ceiling.ratio.toFixed(2)}` : ''}), ` +
    `p50 ${product.p50.toFixed(1)} p99 ${product.p99.toFixed(1)} ms, load ${machineLoad()}${failed}`
  );
}

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
