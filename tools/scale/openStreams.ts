import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeatSeconds } from '../../src/domain/events/stream.ts';
import { cpuOf, memoryOf, totalOf } from '../cpu.ts';
import type { Server } from '../measuredServer.ts';
import { repeat } from './repeat.ts';
import { type OpenStream, openStream } from './streams.ts';
import { personAt, type World } from './world.ts';

export interface StreamCost {
  /** Streams that were open. */
  streams: number;
  /** Memory of the server for each. */
  bytes: number;
  /** CPU of the server for each and second, heartbeats included. */
  serverMsPerSecond: number;
}

/** CPU of a server process that nobody calls, milliseconds a second. */
export async function measureIdle({ pid }: Server, seconds: number, signal: AbortSignal): Promise<number> {
  const before = totalOf(cpuOf(pid));
  await sleep(seconds * 1000, undefined, { signal });
  return (totalOf(cpuOf(pid)) - before) / seconds;
}

/**
 * Opens many streams, each of another person while there are enough, and keeps them open for one round of heartbeats.
 *
 * @param idle what the server uses without them
 */
export async function measureOpenStreams(
  server: Server,
  world: World,
  count: number,
  idle: number,
  signal: AbortSignal,
): Promise<StreamCost> {
  const open: OpenStream[] = [];
  const openMany = (from: number, to: number): Promise<void> =>
    repeat(to - from, 8, signal, async (n) => {
      open.push(await openStream(server.url, personAt(world, from + n), () => undefined));
    });
  try {
    // the first ones also pay for what the process then has
    const first = Math.ceil(count / 5);
    await openMany(0, first);
    const before = memoryOf(server.pid);
    await openMany(first, count);
    const bytes = Math.max(0, memoryOf(server.pid) - before) / (count - first);
    const used = await measureIdle(server, heartbeatSeconds + 1, signal);
    return { streams: count, bytes, serverMsPerSecond: Math.max(0, used - idle) / count };
  } finally {
    for (const stream of open) stream.close();
  }
}
