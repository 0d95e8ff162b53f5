import { loadNow } from '../../cpu.ts';
import type { Server } from '../../measuredServer.ts';
import { meanRatio } from '../../statistics.ts';
import type { Load, Measured } from '../load/load.ts';
import { pooled } from '../load/summary.ts';
import type { Options } from '../options.ts';
import type { Bench, Comparison, Setting } from './bench.ts';

export type Calls = Pick<Load, 'calls' | 'firstDay'>;

export interface Contenders {
  product: Calls;
  baseline: Calls;
  /** Only the slowest calls are held against a target: the ratio need not be steady. */
  isOnlyTail?: true;
}

/** A ratio that may be off by more is measured in further rounds. */
const widestSpread = 0.1;

interface Round {
  product: Measured;
  baseline: Measured;
}

/** So many calls one after the other have to fit into what is measured, in seconds at most. */
const callsInWindow = 4;
const longestWindow = 4;
const longestMs = 15_000; // for all rounds

/** How long to measure after what a round has found, and how long before: until who waits longest has waited once. */
function windowFor({ seconds, warmup }: Options, { product, baseline }: Round) {
  const needed = (callsInWindow * Math.max(product.mean, baseline.mean)) / 1000;
  const slowest = Math.max(product.p99, baseline.p99) / 1000;
  return {
    seconds: Math.min(longestWindow, Math.max(seconds, needed)),
    warmup: Math.min(longestWindow / 2, Math.max(warmup, slowest)),
  };
}

/**
 * Measures by turns (product, baseline, product, baseline, …) until the ratio is steady. The first round, in which code is
 * compiled, only says how long the others have to be.
 */
export async function compare(
  bench: Bench,
  { store, product, baseline }: Setting,
  name: string,
  connections: number,
  contenders: Contenders,
): Promise<Comparison> {
  const { options, generator } = bench;
  const begun = performance.now();
  let window = { seconds: options.seconds, warmup: options.warmup };
  const on = ({ url }: Server, calls: Calls): Promise<Measured> =>
    generator.measure({ url, connections, ...window, ...calls });
  const measureRound = async (): Promise<Round> => ({
    product: await on(product, contenders.product),
    baseline: await on(baseline, contenders.baseline),
  });
  window = windowFor(options, await measureRound());
  const rounds: Round[] = [];
  const ratioSoFar = () => meanRatio(rounds.map((round) => round.product.rate / round.baseline.rate));
  const isSteady = () => contenders.isOnlyTail || ratioSoFar().spread <= widestSpread;
  const isTooLong = () => rounds.length >= options.mostRounds || performance.now() - begun > longestMs;
  while (rounds.length < options.rounds || !(isSteady() || isTooLong())) {
    const round = await measureRound();
    window = windowFor(options, round);
    rounds.push(round);
  }
  const found = {
    name,
    engine: store.engine,
    shifts: store.world.shifts,
    connections,
    product: pooled(rounds.map((round) => round.product)),
    baseline: pooled(rounds.map((round) => round.baseline)),
    ...ratioSoFar(),
  };
  const comparison: Comparison = { ...found, flaw: flawOf(found, contenders.isOnlyTail) };
  bench.comparisons.push(comparison);
  bench.say(`${lineOf(comparison)}, ${rounds.length} rounds of ${window.seconds.toFixed(1)} s`);
  return comparison;
}

/**
 * What keeps figures from being believed: nothing came back, something failed, the ratio is not steady, or rate and time
 * contradict each other. Connections that always have a call in progress are rate × mean time (Little’s law).
 */
export function flawOf(comparison: Omit<Comparison, 'flaw'>, isOnlyTail = false): string | null {
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
  return spread > widestSpread && !isOnlyTail ? 'the ratio is not steady' : null;
}

/** `0.62 ± 4 %`, and why it says nothing. */
export const ratioText = ({ ratio, spread, flaw }: Comparison): string =>
  `${ratio.toFixed(2)} ± ${(100 * spread).toFixed(0)} %${flaw === null ? '' : `, NOT MEASURED: ${flaw}`}`;

const lineOf = (comparison: Comparison): string => {
  const { name, engine, shifts, connections, product, baseline } = comparison;
  return (
    `${name}, ${engine}, ${shifts} shifts, ${connections} connections: ${product.rate.toFixed(0)}/s of ` +
    `${baseline.rate.toFixed(0)}/s (${ratioText(comparison)}), ` +
    `p50 ${product.p50.toFixed(1)} p99 ${product.p99.toFixed(1)} ms, load ${loadNow()}`
  );
};
