import { join } from 'node:path';
import { heartbeatSeconds } from '../../src/domain/events/stream.ts';
import { loadNow } from '../cpu.ts';
import { startMeasured } from '../measuredServer.ts';
import { measureCalls } from './costs.ts';
import { busiestHourShare, connectedShare, occasions, stayMinutes } from './day.ts';
import { demandOf } from './formula.ts';
import { openLaboratory, prepareWorld, worldOf } from './laboratory.ts';
import { measureIdle, measureOpenStreams } from './openStreams.ts';
import { costTable, personTable, table } from './report.ts';
import { openWorld, type Run } from './run.ts';

/** What each call costs on the embedded database: 'server' is the thread that answers, 'database' all others. */
export async function runEmbedded({ options, folder, say, signal }: Run): Promise<boolean> {
  const world = worldOf(options.worksites, options.people);
  const dataDir = join(folder, 'embedded');
  await prepareWorld(world, { dataDir });
  const server = await startMeasured({ DATA_DIR: dataDir }, folder);
  const laboratory = openLaboratory(world, server, null, signal);
  await measureCalls(laboratory, Math.ceil(options.samples / 5));
  const calls = await measureCalls(laboratory, options.samples);
  const costs = { calls, told: {}, eventServerMs: 0 };
  const day = demandOf(occasions, ({ perDay }) => perDay, costs, {
    processes: 1,
    connectedShare: connectedShare(),
  });
  say(`${world.worksites} worksites of ${world.people} people; load ${loadNow()}\n\n${costTable(costs)}\n`);
  say(personTable(day));
  return true;
}

/** What streams cost that are open and hear nothing but heartbeats. */
export async function runStreams(run: Run): Promise<boolean> {
  const { options, say, signal } = run;
  const { world, servers } = await openWorld(run, 1);
  const [server] = servers;
  if (!server) throw new RangeError('no process');
  const idle = await measureIdle(server, heartbeatSeconds, signal);
  const cost = await measureOpenStreams(server, world, options.streams, idle, signal);
  const perDay = (cost.serverMsPerSecond * stayMinutes * 60 * (occasions[0]?.perDay ?? 0)) / busiestHourShare;
  say(`load ${loadNow()}, the server alone uses ${idle.toFixed(1)} ms of CPU a second\n`);
  say(
    table(
      ['streams', 'memory of each, kB', 'CPU of 1,000, ms a second', 'CPU of a person a day, ms'],
      [[cost.streams, cost.bytes / 1024, cost.serverMsPerSecond * 1000, perDay * busiestHourShare]],
    ),
  );
  return true;
}
