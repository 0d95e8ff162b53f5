import { type Bench, type Comparison, judge } from '../cases/bench.ts';

/** Requests a second of Jorani's calendar on a machine of two cores, taken once and never again in our runs. */
const joraniRate = 900;
const aheadOfJorani = { pglite: 1.3, postgres: 6 } as const;

const placeOf = ({ engine, shifts, connections }: Comparison): string =>
  `${engine}, ${shifts} shifts, ${connections} connections`;

/** Holds what was compared against the targets, once everything is measured. */
export function judgeComparisons(bench: Bench): void {
  for (const comparison of bench.comparisons) {
    judgeRatio(bench, comparison, 'month', 'month of shifts', 0.8);
    judgeRatio(bench, comparison, 'exchange', 'exchange list', 0.4);
    judgeTail(bench, comparison);
    judgeJorani(bench, comparison);
  }
  for (const comparison of bench.comparisons) judgeGrowth(bench, comparison);
}

function judgeRatio(bench: Bench, comparison: Comparison, start: string, label: string, least: number): void {
  if (!comparison.name.startsWith(start)) return;
  const { ratio } = comparison;
  judge(
    bench,
    `${label} at least ${least} of the baseline (${placeOf(comparison)})`,
    ratio.toFixed(2),
    ratio >= least,
  );
}

const readings = ['month', 'exchange', 'notifications', 'dashboard'];

function judgeTail(bench: Bench, comparison: Comparison): void {
  const { connections, name, product, baseline } = comparison;
  if (connections !== 50 || !readings.some((start) => name.startsWith(start))) return;
  const times = product.p99 / product.p50;
  const measured = `${product.p99.toFixed(1)} ms to ${product.p50.toFixed(1)} ms: ${times.toFixed(1)} times; the baseline server's own ${(baseline.p99 / baseline.p50).toFixed(1)}`;
  judge(bench, `${name}: p99 at most 3 times p50 (${placeOf(comparison)})`, measured, times <= 3);
}

function judgeJorani(bench: Bench, comparison: Comparison): void {
  const { connections, engine, name, product } = comparison;
  if (connections !== 10 || !name.startsWith('month')) return;
  const times = product.rate / joraniRate;
  const least = aheadOfJorani[engine];
  judge(
    bench,
    `month of shifts ${least} times Jorani's ${joraniRate}/s of the reference run (${placeOf(comparison)})`,
    `${product.rate.toFixed(0)}/s: ${times.toFixed(1)} times`,
    times >= least,
  );
}

/** A month of a million shifts beside the same of the fewest. The baseline's own ratio says how steady the machine was. */
function judgeGrowth(bench: Bench, large: Comparison): void {
  const { engine, connections, name, shifts } = large;
  const small = bench.comparisons.find(
    (other) =>
      other.name === name &&
      other.engine === engine &&
      other.connections === connections &&
      other.shifts < shifts,
  );
  if (!small || !name.startsWith('month')) return;
  const ratio = large.product.rate / small.product.rate;
  const ofBaseline = large.baseline.rate / small.baseline.rate;
  judge(
    bench,
    `month of shifts as fast with ${shifts} shifts as with ${small.shifts}, ratio at least 0.95 (${engine}, ${connections} connections)`,
    `${ratio.toFixed(2)}; the baseline server's own ${ofBaseline.toFixed(2)}`,
    ratio >= 0.95,
  );
}
