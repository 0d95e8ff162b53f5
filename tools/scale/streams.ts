import { heartbeatSeconds } from '../../src/domain/events/stream.ts';
import { type OpenStream, openStream } from '../bench/load/stream.ts';
import { table } from '../bench/report/markdown.ts';
import { loadNow, memoryOf } from '../cpu.ts';
import { repeat } from './repeat.ts';
import { cpuPerSecond, openWorld, type Run } from './world.ts';

/** What streams cost that are open and hear nothing but heartbeats, for one round of these. */
export async function runStreams(run: Run): Promise<boolean> {
  const { options, say, signal } = run;
  const { people, pids } = await openWorld(run, 1);
  const [pid = 0] = pids;
  const idle = await cpuPerSecond(pid, heartbeatSeconds, signal);
  const open: OpenStream[] = [];
  const openMany = (from: number, to: number): Promise<void> =>
    repeat(to - from, 8, signal, async (n) => {
      open.push(await openStream(people.origin(), (from + n) % people.world.people));
    });
  // the first ones also pay for what the process then has
  const first = Math.ceil(options.streams / 5);
  await openMany(0, first);
  const before = memoryOf(pid);
  await openMany(first, options.streams);
  const bytes = Math.max(0, memoryOf(pid) - before) / (options.streams - first);
  const used = await cpuPerSecond(pid, heartbeatSeconds + 1, signal);
  for (const stream of open) stream.close();
  const perStream = Math.max(0, used - idle) / options.streams;
  say(`load ${loadNow()}, the server alone uses ${idle.toFixed(1)} ms of CPU a second\n`);
  const head = ['streams', 'memory of each, kB', 'CPU of 1,000, ms a second'];
  say(table(head, [[options.streams, bytes / 1024, perStream * 1000]]));
  return true;
}
