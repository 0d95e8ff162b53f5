import { cpuOf, loadNow, totalOf } from '../cpu.ts';
import { measureCalls } from './costs.ts';
import { busiestHourShare, connectedShare, type Occasion, occasions, serverMsOfStreams } from './day.ts';
import { type Compared, type Demand, demandOf, faultsOf } from './formula.ts';
import type { Options } from './options.ts';
import { comparedTable, costTable, dayTable, latencyLine, personTables } from './report.ts';
import { simulate, type Simulated } from './simulate.ts';
import { cpuPerSecond, openWorld, type Run } from './world.ts';

/** Calls of each kind before any is measured: the first ones are compiled while they run. */
const warmUpPart = 0.2;
const idleSeconds = 3;

/**
 * Measures what calls cost, has all processes serve the busiest hour, and compares.
 *
 * @returns whether nothing was refused and the formula holds
 */
export async function runSimulation(run: Run): Promise<boolean> {
  const { options, say, signal } = run;
  const { people, pids, databaseCpu } = await openWorld(run, options.processes);
  const serverCpu = (): number => pids.reduce((sum, pid) => sum + totalOf(cpuOf(pid)), 0);
  const cpu = async () => ({ main: serverCpu(), other: await databaseCpu() });
  await measureCalls(people, cpu, Math.ceil(options.samples * warmUpPart) * pids.length, signal);
  const costs = await measureCalls(people, cpu, options.samples, signal);
  let idle = 0;
  for (const pid of pids) idle += await cpuPerSecond(pid, idleSeconds, signal);
  say(`\nassumed, and taken from the rosters:\n\n${dayTable()}`);
  say(`\nmeasured at load ${loadNow()}, ${options.samples} calls of each kind:\n\n${costTable(costs)}`);
  say(`\ncomputed:\n\n${personTables(demandOf(occasions, ({ perDay }) => perDay, costs))}`);
  const count = peopleOf(options);
  say(
    `\nthe busiest hour of ${count} people, ${options.seconds} s, ${pids.length} processes, load ${loadNow()} …`,
  );
  const streams = Math.round(count * connectedShare());
  const rateOf = ({ perDay }: Occasion): number => (count * perDay * busiestHourShare) / 3600;
  let before = { main: 0, other: 0 };
  const onBegin = async (): Promise<void> => void (before = await cpu());
  const simulated = await simulate(people, { seconds: options.seconds, rateOf, streams, onBegin }, signal);
  const used = await cpu();
  const predicted = demandOf(occasions, rateOf, costs);
  predicted.serverMs += idle + serverMsOfStreams(streams);
  const [serverMs, databaseMs] = [used.main - before.main, used.other - before.other];
  return judge(run, compare(predicted, simulated, { serverMs, databaseMs }), simulated);
}

const peopleOf = ({ worksites, people, traffic }: Options): number => worksites * people * traffic;

function compare(
  predicted: Demand,
  { calls, seconds }: Simulated,
  used: Pick<Demand, 'serverMs' | 'databaseMs'>,
): Compared[] {
  const figure = (name: string, formula: number, measured: number, counts = true): Compared => ({
    name,
    predicted: formula,
    measured: measured / seconds,
    counts,
  });
  return [
    figure('calls a second', predicted.calls, calls, false),
    figure('CPU of the servers, ms a second', predicted.serverMs, used.serverMs),
    figure('CPU of the database, ms a second', predicted.databaseMs, used.databaseMs),
  ];
}

function judge({ options, say }: Run, compared: readonly Compared[], simulated: Simulated): boolean {
  say(`\n${comparedTable(compared)}\n\n${latencyLine(simulated)}, load ${loadNow()}`);
  const faults = faultsOf(compared, simulated.failures, options.factor);
  for (const fault of faults) say(fault);
  if (faults.length === 0) say(`The formula holds: CPU within a factor of ${options.factor}.`);
  return faults.length === 0;
}
