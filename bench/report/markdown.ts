import type { Bench, Comparison, Swaps, Verdict } from '../cases/bench.ts';

// The measured part of docs/performance.md, from what a run has found.

/** A table with a head; cells may hold Markdown. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');
const oneDigit = (number: number): string => number.toFixed(1);
const twoDigits = (number: number): string => number.toFixed(2);

const comparisonRow = ({ name, engine, shifts, connections, product, limit, ratio, ceiling }: Comparison) => [
  name,
  engine,
  whole(shifts),
  String(connections),
  whole(product.rate),
  whole(limit.rate),
  twoDigits(ratio),
  ceiling ? `${whole(ceiling.measured.rate)} (${twoDigits(ceiling.ratio)})` : '',
  oneDigit(product.p50),
  oneDigit(product.p99),
  `${oneDigit(limit.p50)} / ${oneDigit(limit.p99)}`,
  product.failed + limit.failed === 0 ? '' : `${product.failed} / ${limit.failed}`,
];

const swapRow = ({ engine, shifts, connections, perSecond, confirmP50, confirmP99 }: Swaps) => [
  engine,
  whole(shifts),
  String(connections),
  oneDigit(perSecond),
  oneDigit(confirmP50),
  oneDigit(confirmP99),
];

const verdictRow = ({ target, measured, isMet }: Verdict) => [target, measured, isMet ? 'met' : '**missed**'];

/** Where and how a run was made. */
export interface Circumstances {
  date: string;
  command: string;
  machine: string;
  /** Load averages before and after. */
  loads: readonly [string, string];
  minutes: number;
  postgres: string;
}

/** Everything a run has found, targets first. */
export function describeRun({ comparisons, swaps, verdicts }: Bench, run: Circumstances): string {
  const { date, command, machine, loads, minutes, postgres } = run;
  const isBusy = Number(loads[0]) > 1;
  const warning = isBusy
    ? '\n\n**The machine had other work when the run began: ratios come from rounds by turns and can be used, absolute times cannot.**'
    : '';
  const sections = [
    `Measured on ${date} by \`${command}\` in ${oneDigit(minutes)} minutes. ${machine}; load average ${loads[0]} before and ` +
      `${loads[1]} after (the run itself makes about 2). PostgreSQL: ${postgres}.${warning}`,
    '### Targets',
    table(['target', 'measured', ''], verdicts.map(verdictRow)),
  ];
  if (comparisons.length > 0) {
    const head = ['what', 'engine', 'shifts', 'connections', 'product /s', 'limit /s', 'ratio'];
    sections.push(
      '### Beside the limit server',
      table(
        [...head, 'limit, JSON in SQL', 'p50 ms', 'p99 ms', 'limit p50 / p99', 'failed'],
        comparisons.map(comparisonRow),
      ),
    );
  }
  if (swaps.length > 0) {
    const head = ['engine', 'shifts', 'at once', 'swaps /s', 'confirm p50 ms', 'confirm p99 ms'];
    sections.push('### Whole swaps: publish, pre-accept, confirm', table(head, swaps.map(swapRow)));
  }
  return sections.join('\n\n');
}
