import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeatSeconds } from '../../src/domain/events/stream.ts';
import { evenWorldOf, stepOf } from '../bench/data/world.ts';
import { createDatabase } from '../bench/servers/store.ts';
import { forEachConcurrently } from '../concurrently.ts';
import { cpuOf, loadNow, memoryOf, totalOf } from '../cpu.ts';
import { HttpClient } from '../http.ts';
import { ceo, findPostgres, startMeasured } from '../measuredServer.ts';
import { signIn } from '../world.ts';
import { measureCalls } from './costs.ts';
import { watchDatabase } from './database.ts';
import { busiestHourShare, connectedShare, type Occasion, occasions } from './day.ts';
import { type CallCost, type Compared, demandOf, faultsOf } from './formula.ts';
import type { Options } from './options.ts';
import { People } from './people.ts';
import { comparedTable, costTable, latencyLine, personTables } from './report.ts';
import { simulate, type Simulated } from './simulate.ts';

interface Run {
  options: Options;
  /** For what the run leaves behind until it ends. */
  folder: string;
  say: (line: string) => void;
}

/** A filled PostgreSQL with its server processes. */
interface Place {
  people: People;
  pids: readonly number[];
  /** CPU and storage so far. */
  used: () => Promise<CallCost>;
}

async function openPlace({ options, folder, say }: Run): Promise<Place> {
  const world = evenWorldOf(options.worksites, options.people);
  const begin = performance.now();
  const { productEnv } = await createDatabase((await findPostgres(folder)).url, folder, world);
  const { cpu, stored } = await watchDatabase(productEnv['DATABASE_URL'] ?? '');
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  say(`${options.worksites} worksites of ${options.people} people, filled in ${seconds} s`);
  const servers = [];
  for (let n = 0; n < options.processes; n += 1) servers.push(await startMeasured(productEnv, folder));
  const [urls, pids] = [servers.map(({ url }) => url), servers.map(({ pid }) => pid)];
  const people = new People(world, urls);
  const used = async (): Promise<CallCost> => ({
    serverMs: sumOf(pids, (pid) => totalOf(cpuOf(pid))),
    databaseMs: await cpu(),
    bytes: 0,
    stored: await stored(),
  });
  return { people, pids, used };
}

const sumOf = (pids: readonly number[], of: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + of(pid), 0);

/** @returns whether nothing was refused and the formula holds */
export async function runScale(run: Run): Promise<boolean> {
  const { options, say } = run;
  const place = await openPlace(run);
  const { people, used } = place;
  // the first calls are compiled while they run
  await measureCalls(people, used, Math.ceil(options.samples / 5) * options.processes);
  const costs = await measureCalls(people, used, options.samples);
  const count = options.worksites * options.people * options.traffic;
  const streams = Math.round(count * connectedShare());
  const open = await measureStreams(run, place, streams);
  say(`\nmeasured at load ${loadNow()}, ${options.samples} calls of each kind:\n\n${costTable(costs)}`);
  const day = demandOf(occasions, ({ perDay }) => perDay, costs);
  say(`\ncomputed:\n\n${personTables(day, open.perStream)}`);
  say(`\nthe busiest hour of ${count} people, ${options.seconds} s, ${options.processes} processes …`);
  const rateOf = ({ perDay }: Occasion): number => (count * perDay * busiestHourShare) / 3600;
  const before = await used();
  const simulated = await simulate(people, options.seconds, rateOf);
  const after = await used();
  people.closeStreams();
  const predicted = demandOf(occasions, rateOf, costs);
  const figure = (name: string, formula: number, measured: number, counts = true): Compared => ({
    name,
    predicted: formula,
    measured: measured / simulated.seconds,
    counts,
  });
  const [serverMs, databaseMs] = [after.serverMs - before.serverMs, after.databaseMs - before.databaseMs];
  const isRight = judge(run, simulated, [
    figure('calls a second', predicted.calls, simulated.latencies.length, false),
    figure('CPU of the servers, ms a second', predicted.serverMs + open.all, serverMs),
    figure('CPU of the database, ms a second', predicted.databaseMs, databaseMs),
  ]);
  await sayLimits(run, people);
  return isRight;
}

/**
 * Opens the streams of the busiest hour, which stay open.
 *
 * @returns CPU of the servers that nobody calls, milliseconds a second: with all streams, and of one of them
 */
async function measureStreams({ options, say }: Run, { people, pids, used }: Place, streams: number) {
  const perSecond = async (): Promise<number> => {
    // a heartbeat of each, where the run is long enough for it
    const seconds = Math.min(options.seconds, heartbeatSeconds + 1);
    const before = await used();
    await sleep(seconds * 1000);
    return ((await used()).serverMs - before.serverMs) / seconds;
  };
  const idle = await perSecond();
  const before = sumOf(pids, memoryOf);
  await people.openStreams(streams);
  const kilobytes = Math.max(0, sumOf(pids, memoryOf) - before) / streams / 1024;
  const all = await perSecond();
  const perStream = Math.max(0, all - idle) / streams;
  say(
    `\n${streams} open event streams: ${kilobytes.toFixed(0)} kB each, ${(perStream * 1000).toFixed(1)} µs a second`,
  );
  return { all, perStream };
}

function judge({ options, say }: Run, simulated: Simulated, compared: readonly Compared[]): boolean {
  say(`\n${comparedTable(compared)}\n\n${latencyLine(simulated)}, load ${loadNow()}`);
  const faults = faultsOf(compared, simulated.failures, options.factor);
  for (const fault of faults) say(fault);
  if (faults.length === 0) say(`The formula holds: CPU within a factor of ${options.factor}.`);
  return faults.length === 0;
}

/** What ends before CPU does: the lock of a worksite, lists over all worksites. */
async function sayLimits({ options, say }: Run, people: People): Promise<void> {
  for (const [where, apart] of [
    ['as many worksites', 1],
    ['one worksite', stepOf(people.world)],
  ] as const) {
    const begin = performance.now();
    await forEachConcurrently(Array.from({ length: options.samples }), 8, () => people.record(apart));
    const perSecond = (options.samples * 1000) / (performance.now() - begin);
    say(`${perSecond.toFixed(0)} shifts a second are recorded by 8 people of ${where}`);
  }
  const client = new HttpClient(people.origin());
  await signIn(client, ceo);
  const { milliseconds, bytes } = await client.call('GET /api/admin/worksites');
  say(`the list of all worksites: ${Math.ceil(bytes / 1000)} kB in ${milliseconds.toFixed(0)} ms`);
}
