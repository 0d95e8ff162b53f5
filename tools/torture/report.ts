import { arch, cpus, loadavg } from 'node:os';
import type { Judgement } from './checks.ts';
import type { Entry } from './journal.ts';
import type { RunResult } from './run.ts';

/** What a run found, as Markdown that also reads well in a terminal. */
export function reportOf(result: RunResult): string {
  const { options, problems, judgement, database } = result;
  const { minutes, seed, people, pauseMs } = options;
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const rest = `--people ${people} --pause ${pauseMs}`;
  return [
    `# ${database}, ${minutes} min, seed ${seed}: ${problems.length === 0 ? 'nothing broken' : `${problems.length} BROKEN`}`,
    '',
    `${date} UTC; ${cpus().length} × ${cpus()[0]?.model ?? arch()}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
    '',
    `    npm run torture -- --minutes ${minutes} --seed ${seed} ${rest}`,
    '',
    ...callsOf(result),
    '',
    ...faultsOf(result),
    '',
    ...mailsOf(result),
    `Swaps completed: ${swapsOf(judgement)}.`,
    '',
    ...(problems.length === 0 ? [] : ['## Broken', '', ...problems.map((problem) => `- ${problem}`), '']),
  ].join('\n');
}

const swapsOf = (judgement: Judgement): string =>
  [...judgement.swaps].map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none';

function callsOf({ entries, busyMs, serverStarts, lateStops, streamConnections }: RunResult): string[] {
  const writes = entries.filter(({ operation }) => operation.what !== 'read');
  const count = (outcome: Entry['outcome']): number =>
    writes.filter((entry) => entry.outcome === outcome).length;
  const perSecond = (entries.length / (busyMs / 1000)).toFixed(1);
  const slowest = entries.reduce((most, { took }) => Math.max(most, took), 0);
  const foreign = writes.filter(({ operation }) => operation.what === 'foreign').length;
  return [
    '| calls | |',
    '|---|---|',
    `| all, and a second | ${entries.length}, ${perSecond} |`,
    `| writes acknowledged / refused / unknown | ${count('done')} / ${count('refused')} / ${count('unknown')} |`,
    `| tries at what is somebody else's | ${foreign} |`,
    `| answered 500 and above, by code | ${failuresOf(entries)} |`,
    `| connections broken, by error | ${breaksOf(entries)} |`,
    `| slowest answer | ${Math.round(slowest)} ms |`,
    `| SIGTERM that did not end everything in time | ${lateStops} |`,
    `| starts of the server | ${serverStarts} |`,
    `| event streams opened | ${streamConnections} |`,
  ];
}

const failuresOf = (entries: readonly Entry[]): string =>
  tally(entries.filter(({ status }) => status >= 500).map(({ status, code }) => `${status} ${code}`));

const breaksOf = (entries: readonly Entry[]): string =>
  tally(entries.filter(({ status }) => status === 0).map(({ code }) => code));

function tally(names: readonly string[]): string {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => `${name}: ${all.length}`);
  return counts.length === 0 ? 'none' : counts.join(', ');
}

function faultsOf({ strikes, notRun }: RunResult): string[] {
  const rows = [...Map.groupBy(strikes, ({ fault }) => fault)].map(([fault, all]) => {
    const recoveries = all
      .map(({ recovery }) => recovery ?? Number.POSITIVE_INFINITY)
      .toSorted((a, b) => a - b);
    const held = all.reduce((sum, strike) => sum + strike.held, 0) / all.length;
    const busy = all.reduce((sum, { busyAnswers }) => sum + busyAnswers, 0);
    const middle = recoveries[Math.floor(recoveries.length / 2)] ?? 0;
    const longest = recoveries.at(-1) ?? 0;
    return `| ${fault} | ${all.length} | ${Math.round(held)} | ${Math.round(middle)} / ${Math.round(longest)} | ${busy} |`;
  });
  return [
    '| fault | times | held, ms on average | until the next acknowledged write, ms: middle / longest | writes answered 503 meanwhile |',
    '|---|---|---|---|---|',
    ...rows.toSorted(),
    ...notRun.map((reason) => `| NOT RUN: ${reason} | 0 | | | |`),
  ];
}

function mailsOf({ judgement, mails }: RunResult): string[] {
  const { sent, unsure, refused } = judgement.mails;
  const reasons = [...unsure].map(([reason, count]) => `| unsure: ${reason} | ${count} |`);
  const met = [...mails.met].map(([behaviour, count]) => `${behaviour} ${count}`).join(', ');
  return [
    '| mails of swaps | |',
    '|---|---|',
    `| received exactly once | ${sent} |`,
    ...reasons,
    `| refused for good by the mail server, or tried in vain too often | ${refused} |`,
    `| connections by the mail server's behaviour | ${met} |`,
    '',
  ];
}
