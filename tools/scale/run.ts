import { cpuOf, loadNow, totalOf } from '../cpu.ts';
import { findPostgres, type Server, startMeasured } from '../measuredServer.ts';
import { callKinds } from './calls.ts';
import { type Laboratory, measureCalls } from './costs.ts';
import { createScaleDatabase, type ScaleDatabase } from './database.ts';
import { busiestHourShare, connectedShare, type Occasion, occasions, serverMsOfStreams } from './day.ts';
import { measureEvent, EventCounter } from './eventCounter.ts';
import { type Costs, type Demand, demandOf } from './formula.ts';
import { openLaboratory, prepareWorld, worldOf } from './laboratory.ts';
import { measureIdle } from './openStreams.ts';
import type { Options } from './options.ts';
import { carriedTable, comparedTable, costTable, dayTable, latencyLine, personTable } from './report.ts';
import { simulate, type Simulated } from './simulate.ts';
import { type Compared, faultsOf, greatestError } from './verdict.ts';
import type { World } from './world.ts';

export interface Run {
  options: Options;
  /** For what the run leaves behind until it ends. */
  folder: string;
  say: (line: string) => void;
  signal: AbortSignal;
}

/** Calls of each kind before any is measured: the first ones are compiled while they run. */
const warmUpPart = 0.2;
const idleSeconds = 3;

/** A filled PostgreSQL with its server processes. */
export async function openWorld(run: Run, processes: number) {
  const { options, folder, say } = run;
  const world = worldOf(options.worksites, options.people);
  const database = await createScaleDatabase((await findPostgres(folder)).url);
  const begin = performance.now();
  await prepareWorld(world, { databaseUrl: database.url, dataDir: folder });
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  say(`${world.worksites} worksites of ${world.people} people, filled in ${seconds} s`);
  const servers: Server[] = [];
  for (let n = 0; n < processes; n += 1) {
    servers.push(await startMeasured({ DATABASE_URL: database.url }, folder));
  }
  return { world, database, servers };
}

/**
 * Measures what calls cost in one process, has all of them serve the busiest hour, and compares.
 *
 * @returns whether nothing was refused and the formula holds
 */
export async function runSimulation(run: Run): Promise<boolean> {
  const { options, say, signal } = run;
  const { world, database, servers } = await openWorld(run, options.processes);
  const [first] = servers;
  if (!first) throw new RangeError('no process');
  const laboratory = openLaboratory(world, first, database, signal);
  for (const { url } of servers) {
    await measureCalls({ ...laboratory, origin: url }, Math.ceil(options.samples * warmUpPart));
  }
  const costs = await measureCosts(run, laboratory, database, first);
  const idle = await measureIdle(first, idleSeconds, signal);
  const day = demandOf(occasions, ({ perDay }) => perDay, costs, {
    processes: servers.length,
    connectedShare: connectedShare(),
  });
  say(`\nassumed, and taken from the rosters:\n\n${dayTable()}`);
  say(`\nmeasured at load ${loadNow()}, ${options.samples} calls of each kind:\n\n${costTable(costs)}`);
  say(`\nan event that concerns nobody who is connected: ${costs.eventServerMs.toFixed(3)} ms of the server`);
  say(`\ncomputed:\n\n${personTable(day)}\n\n${carriedTable(day)}`);
  const people = world.worksites * world.people * options.traffic;
  say(
    `\nthe busiest hour of ${people} people, ${options.seconds} s, ${servers.length} processes, load ${loadNow()} …`,
  );
  const streams = Math.round(people * connectedShare());
  const measured = await measureSimulation(run, laboratory, database, servers, streams);
  const predicted = demandOf(occasions, rateOf(world, options), costs, {
    processes: servers.length,
    // of those who are stored, so many times more are there
    connectedShare: connectedShare() * options.traffic,
  });
  return judge(
    run,
    compare(predicted, measured, idle * servers.length + serverMsOfStreams(streams)),
    measured.simulated,
  );
}

/** Occasions a second of all people in the busiest hour. */
const rateOf =
  ({ worksites, people }: World, { traffic }: Options) =>
  ({ perDay }: Occasion): number =>
    (worksites * people * traffic * perDay * busiestHourShare) / 3600;

async function measureCosts(
  { options }: Run,
  laboratory: Laboratory,
  { client }: ScaleDatabase,
  server: Server,
): Promise<Costs> {
  const told = await EventCounter.listen(client);
  const calls = await measureCalls(laboratory, options.samples, (kind) => told.assign(kind, options.samples));
  return {
    calls,
    told: await told.stop(),
    eventServerMs: await measureEvent(client, server, { worksite: 1, number: 1 }, options.samples * 10),
  };
}

interface Measured {
  simulated: Simulated;
  /** CPU a second. */
  serverMs: number;
  databaseMs: number;
}

async function measureSimulation(
  { options, signal }: Run,
  laboratory: Laboratory,
  database: ScaleDatabase,
  servers: readonly Server[],
  streams: number,
): Promise<Measured> {
  const { world } = laboratory;
  const serverTime = (): number => servers.reduce((sum, { pid }) => sum + totalOf(cpuOf(pid)), 0);
  const before = { server: 0, database: 0 };
  const simulated = await simulate(
    { ...laboratory, signal },
    {
      origins: servers.map(({ url }) => url),
      seconds: options.seconds,
      rateOf: rateOf(world, options),
      streams,
      onBegin: async () => {
        before.database = await database.cpu();
        before.server = serverTime();
      },
    },
  );
  return {
    simulated,
    serverMs: (serverTime() - before.server) / simulated.seconds,
    databaseMs: ((await database.cpu()) - before.database) / simulated.seconds,
  };
}

/** @param besides what the servers use without any call, milliseconds a second */
function compare(
  predicted: Demand,
  { simulated, serverMs, databaseMs }: Measured,
  besides: number,
): Compared[] {
  const sumOf = (calls: Demand['calls']): number => callKinds.reduce((sum, kind) => sum + calls[kind], 0);
  const { calls, readAgain, seconds } = simulated;
  const figure = (name: string, formula: number, measured: number, counts: boolean): Compared => ({
    name,
    predicted: formula,
    measured,
    counts,
  });
  return [
    figure('calls a second', sumOf(predicted.calls), sumOf(calls) / seconds, false),
    figure('of them because of an event', predicted.readAgain, readAgain / seconds, false),
    figure('CPU of the servers, ms a second', predicted.serverMs + besides, serverMs, true),
    figure('CPU of the database, ms a second', predicted.databaseMs, databaseMs, true),
  ];
}

function judge({ options, say }: Run, compared: readonly Compared[], simulated: Simulated): boolean {
  say(`\n${comparedTable(compared)}\n\n${latencyLine(simulated)}, load ${loadNow()}`);
  const faults = faultsOf(compared, simulated.failures, options.factor);
  for (const fault of faults) say(fault);
  if (faults.length > 0) return false;
  const percent = (greatestError(compared) * 100).toFixed(0);
  say(`The formula holds: CPU within ${percent} %, allowed is a factor of ${options.factor}.`);
  return true;
}
