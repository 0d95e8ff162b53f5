import { type Bench, type Comparison, judge } from '../cases/bench.ts';
import { ratioText } from '../cases/compare.ts';

const placeOf = ({ engine, shifts, connections }: Comparison): string =>
  `${engine}, ${shifts} shifts, ${connections} connections`;

/** The least part of the baseline's rate, by how the name of what is compared begins. */
const least: readonly (readonly [start: string, label: string, ratio: number, of?: string])[] = [
  ['month', 'month of shifts', 0.8],
  ['exchange', 'exchange list', 0.6],
  ['create', 'create a shift', 0.6],
  ['login', 'login', 0.9, 'the hash alone'],
];

/** Holds what was compared against the targets, once everything is measured. */
export function judgeComparisons(bench: Bench): void {
  for (const comparison of bench.comparisons) {
    const { name, flaw, ratio } = comparison;
    const place = placeOf(comparison);
    for (const [start, label, target, of = 'the baseline'] of least) {
      if (!name.startsWith(start)) continue;
      const isMet = flaw === null && ratio >= target;
      judge(bench, `${label} at least ${target} of ${of} (${place})`, ratioText(comparison), isMet);
    }
    judgeTail(bench, comparison);
    if (flaw !== null) judge(bench, `${name} is measured (${place})`, flaw, false);
  }
  for (const comparison of bench.comparisons) judgeGrowth(bench, comparison);
}

const readings = ['month', 'exchange', 'notifications', 'dashboard'];

function judgeTail(bench: Bench, comparison: Comparison): void {
  const { connections, name, product, baseline } = comparison;
  if (connections !== 50 || !readings.some((start) => name.startsWith(start))) return;
  const [times, own] = [product, baseline].map(({ p99, p50 }) => p99 / p50) as [number, number];
  // where the baseline's own tail is longer, the machine makes it
  if (own > 3) return;
  const measured = `${product.p99.toFixed(1)} ms to ${product.p50.toFixed(1)} ms: ${times.toFixed(1)} times; the baseline server's own ${own.toFixed(1)}`;
  judge(bench, `${name}: p99 at most 3 times p50 (${placeOf(comparison)})`, measured, times <= 3);
}

/** A month of a million shifts beside the same of the fewest. The baseline's own ratio says how steady the machine was. */
function judgeGrowth(bench: Bench, large: Comparison): void {
  const { engine, connections, name, shifts } = large;
  const isSame = (other: Comparison): boolean =>
    other.name === name && placeOf({ ...other, shifts }) === placeOf(large);
  const small = bench.comparisons.find((other) => isSame(other) && other.shifts < shifts);
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
