import { type Bench, type Comparison, ratioText, type Swaps, type Verdict } from '../cases/bench.ts';

/** A table with a head; cells may hold Markdown. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');
const oneDigit = (number: number): string => number.toFixed(1);

const comparisonRow = (comparison: Comparison) => {
  const { name, engine, shifts, connections, product, baseline } = comparison;
  return [
    name,
    engine,
    whole(shifts),
    String(connections),
    whole(product.rate),
    whole(baseline.rate),
    ratioText(comparison),
    oneDigit(product.p50),
    oneDigit(product.p99),
    `${oneDigit(baseline.p50)} / ${oneDigit(baseline.p99)}`,
  ];
};

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

/** Everything a run has found, for the terminal. */
export function describeRun(bench: Bench, run: Circumstances): string {
  const { comparisons, swaps, verdicts } = bench;
  const sections = [
    describeStart(run),
    '### Targets',
    table(['target', 'measured', ''], verdicts.map(verdictRow)),
  ];
  if (comparisons.length > 0) {
    const head = ['what', 'engine', 'shifts', 'connections', 'product /s', 'baseline /s', 'ratio'];
    sections.push(
      '### Beside the baseline server',
      table([...head, 'p50 ms', 'p99 ms', 'baseline p50 / p99'], comparisons.map(comparisonRow)),
    );
  }
  if (swaps.length > 0) {
    const head = ['engine', 'shifts', 'at once', 'swaps /s', 'confirm p50 ms', 'confirm p99 ms'];
    sections.push('### Whole swaps: publish, pre-accept, confirm', table(head, swaps.map(swapRow)));
  }
  return sections.join('\n\n');
}

/** How many targets are met, and those that are not: the part of the run that docs/performance.md keeps. */
export function describeTargets({ verdicts }: Bench, run: Circumstances): string {
  const missed = verdicts.filter(({ isMet }) => !isMet);
  const count = `${verdicts.length - missed.length} of ${verdicts.length} are met.`;
  const sections = [describeStart(run), '### Targets', missed.length > 0 ? `${count} Missed:` : count];
  const rows = missed.map(({ target, measured }) => [target, measured]);
  if (missed.length > 0) sections.push(table(['target', 'measured'], rows));
  return sections.join('\n\n');
}

function describeStart(run: Circumstances): string {
  const { date, command, machine, loads, minutes, postgres } = run;
  const isBusy = Number(loads[0]) > 1;
  const warning = isBusy
    ? '\n\n**The machine had other work when the run began: ratios come from rounds by turns and can be used, absolute times cannot.**'
    : '';
  return (
    `Measured on ${date} by \`${command}\` in ${oneDigit(minutes)} minutes. ${machine}; load average ${loads[0]} before and ` +
    `${loads[1]} after (the run itself makes about 2). PostgreSQL: ${postgres}.${warning}`
  );
}
