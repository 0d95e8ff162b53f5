import type { Identity } from './people.ts';
import type { ReplayResult } from './run.ts';

/** The result as lines for the terminal. */
export function tableOf(result: ReplayResult, identity: Identity): string {
  const { traffic, seconds } = result;
  const rows: [string, string | number][] = [
    ['worksite', identity.worksiteName],
    ['first day', result.monday],
    ['people', result.people],
    ['shifts', result.shifts],
    ['wishes', result.wishes],
    ['wishes violated', result.violated],
    ['  met by a swap of the same day', result.met.turno],
    ['  met by a swap of days', result.met.giorno],
    ['requests', result.requests],
    ...countRows(result.outcomes),
    ['pre-acceptances', `${result.preAcceptancesOfThisRun} (this run)`],
    ['swaps', `${result.swaps} (${result.swapsOfThisRun} in this run)`],
    ['mails queued', `${result.swaps * 3} (three a swap)`],
    ['refused', Object.values(result.refusals).reduce((sum, times) => sum + times, 0)],
    ...countRows(result.refusals),
    ['calls', traffic.requests],
    ['seconds', `${seconds.toFixed(1)}${traffic.waitedSeconds ? ` (${traffic.waitedSeconds} waited)` : ''}`],
    ['calls a second', (traffic.requests / seconds).toFixed(0)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

const countRows = (counts: Record<string, number>): [string, number][] =>
  Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, times]) => [`  ${name}`, times]);
