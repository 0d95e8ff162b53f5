import { cpus, loadavg } from 'node:os';
import type { Strike } from './faults.ts';
import type { RunResult } from './run.ts';

/** The result of a run as Markdown. */
export function reportOf(result: RunResult): string {
  const { options, place, ledger, strikes, swaps, mails } = result;
  const { entries, problems } = ledger;
  const broken = problems.length === 0 ? 'nothing broken' : `${problems.length} BROKEN`;
  const machine = `${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`;
  const writes = entries.filter(({ what }) => what !== 'read');
  const done = writes.filter(({ outcome }) => outcome === 'done');
  const cut = entries.filter(({ status }) => status >= 500 || status === 0);
  const slowest = entries.reduce((most, { took }) => Math.max(most, took), 0);
  return [
    `# ${place.name}, ${options.minutes} min, ${options.people} people a worksite: ${broken}`,
    `\n${new Date().toISOString().slice(0, 16)}Z; ${machine}\n`,
    '| calls | |',
    '|---|---|',
    `| all | ${entries.length} |`,
    `| writes | ${tally(writes, ({ outcome }) => outcome)} |`,
    `| acknowledged | ${tally(done, ({ what }) => what)} |`,
    `| answered 5xx, or aborted | ${tally(cut, ({ status, code }) => `${status || ''} ${code}`.trim())} |`,
    `| slowest answer | ${Math.round(slowest)} ms |`,
    `| swaps completed | ${tally(swaps, ({ kind }) => kind)} |`,
    `| mails | ${tally(mails, ({ status }) => status)} |`,
    '',
    '| fault | times | until the next acknowledged write, ms: median / longest | writes answered 503 meanwhile |',
    '|---|---|---|---|',
    ...[...Map.groupBy(strikes, ({ fault }) => fault)].map(rowOf),
    ...(place.disk === null && place.proxy === null
      ? ['| disk full | NOT RUN: only root can mount a small file system | | |']
      : []),
    ...problems.map((problem) => `\n- BROKEN: ${problem}`),
    '',
  ].join('\n');
}

function tally<Item>(items: readonly Item[], nameOf: (item: Item) => string): string {
  const counts = [...Map.groupBy(items, nameOf)].map(([name, { length }]) => `${name} ${length}`);
  return counts.join(', ') || 'none';
}

function rowOf([fault, strikes]: [string, Strike[]]): string {
  const recoveries = strikes.map(({ recovery }) => recovery ?? Infinity).toSorted((a, b) => a - b);
  const [median, longest] = [recoveries[Math.floor(recoveries.length / 2)], recoveries.at(-1)];
  const busy = strikes.reduce((sum, { busyAnswers }) => sum + busyAnswers, 0);
  return `| ${fault} | ${strikes.length} | ${median?.toFixed()} / ${longest?.toFixed()} | ${busy} |`;
}
