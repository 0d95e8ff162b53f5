import { isEnding } from '../../cleanup.ts';
import { loadNow } from '../../cpu.ts';
import type { Server } from '../../measuredServer.ts';
import { median, quantile } from '../../statistics.ts';
import type { Generator, Measured } from '../load/load.ts';
import type { CaseName, EngineName, Options } from '../options.ts';
import type { Store } from '../servers/store.ts';

/** Product and baseline server, side by side on the same data. */
export interface Setting {
  store: Store;
  product: Server;
  baseline: Server;
}

/** One thing measured on the product and on what it is compared with, in the same rounds. */
export interface Comparison {
  name: string;
  engine: EngineName;
  shifts: number;
  /** Clients that always have one call in progress. */
  connections: number;
  product: Measured;
  baseline: Measured;
  /** Of the rates, the mean of the rounds' ratios. */
  ratio: number;
  /** Half of its confidence interval, as a share of it. */
  spread: number;
  /** Why its figures say nothing; null: they hold. */
  flaw: string | null;
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
  verdicts: Verdict[];
  say(line: string): void;
}

export const isAsked = ({ options }: Bench, name: CaseName): boolean => options.cases.includes(name);

export const placeOf = ({ store }: Pick<Setting, 'store'>): string =>
  `${store.engine}, ${store.world.shifts} shifts`;

/** Remembers a figure beside its target and says it. */
export function judge(bench: Bench, target: string, measured: string, isMet: boolean): void {
  bench.verdicts.push({ target, measured, isMet });
  bench.say(`${isMet ? 'met' : 'MISSED'}: ${target}: ${measured}`);
}

/** Times of two things that were done by turns, in milliseconds. */
export interface Times {
  one: readonly number[];
  other: readonly number[];
  /** How many times as long as the other the one may take. */
  most: number;
  /** What else is to be said. */
  besides?: string;
}

/** Holds the medians against each other. */
export function judgeTimes(bench: Bench, target: string, { one, other, most, besides = '' }: Times): void {
  const [oneText, otherText] = [one, other].map(
    (times) => `${median(times).toFixed(1)} ms (p95 ${quantile(times, 0.95).toFixed(1)})`,
  );
  const ratio = median(one) / median(other);
  const measured = `${oneText} to ${otherText}: ${ratio.toFixed(2)} times${besides}, load ${loadNow()}`;
  judge(bench, target, measured, ratio <= most);
}

/** A case that fails is told as a miss, and the run goes on: what the others found would be lost. */
export async function attempt(bench: Bench, what: string, measure: () => Promise<void>): Promise<void> {
  const begin = performance.now();
  try {
    await measure();
  } catch (error) {
    if (isEnding()) throw error;
    judge(bench, what, `could not be measured: ${String(error)}`, false);
  }
  const seconds = (performance.now() - begin) / 1000;
  if (seconds >= 1) bench.say(`${what} took ${seconds.toFixed(0)} s`);
}
