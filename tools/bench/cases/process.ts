import { join } from 'node:path';
import { findFreePort } from '../../freePort.ts';
import { startServer } from '../../measuredServer.ts';
import { answers, nextLook } from '../../process.ts';
import { median, slope } from '../../statistics.ts';
import { startProduct, type Store } from '../servers/store.ts';
import { type Bench, isAsked, judge, placeOf } from './bench.ts';
import { monthCalls, tabCalls } from './reading.ts';

const root = join(import.meta.dirname, '../../..');

/** What the process itself costs: time to start, memory. No other server runs meanwhile. */
export async function measureProcess(bench: Bench, store: Store): Promise<void> {
  if (isAsked(bench, 'start')) await measureStart(bench, store);
  if (isAsked(bench, 'memory')) await measureMemory(bench, store);
}

async function measureStart(bench: Bench, store: Store): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < (bench.options.isQuick ? 2 : 3); n += 1) times.push(await startOnce(bench, store));
  const [fastest, middle] = [Math.min(...times), median(times)];
  judge(
    bench,
    `npm start to the first answered page under 1.0 s (${placeOf({ store })})`,
    `median ${middle.toFixed(0)} ms, fastest ${fastest.toFixed(0)} ms of ${times.length}`,
    middle < 1000,
  );
}

/** `npm start` as a person types it, npm's own time included. */
async function startOnce({ folder }: Bench, store: Store): Promise<number> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const npm = await startServer({
    command: 'npm',
    args: ['start'],
    cwd: root,
    env: { ...store.productEnv, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` },
    url,
    logFile: join(folder, 'start.log'),
    isGroup: true, // npm, its shell and the server end together
  });
  const took = performance.now() - begin;
  await npm.stop();
  // the server itself may outlive npm by a moment, and holds the folder until it ends
  while (await answers(url)) await nextLook();
  return took;
}

async function measureMemory(bench: Bench, store: Store): Promise<void> {
  const points = await watchMemory(bench, store, bench.options.isQuick ? 4 : 6, 100);
  const most = Math.max(...points.map(([, megabytes]) => megabytes));
  const limit = store.engine === 'pglite' ? 500 : 120;
  judge(
    bench,
    `memory under ${limit} MB (${placeOf({ store })})`,
    `${points[0]?.[1].toFixed(0)} MB after the start, ${most.toFixed(0)} MB at most under load`,
    most < limit,
  );
}

/** Memory under an even load for so many minutes: after the first tenth it should no longer grow. */
export async function soak(bench: Bench, store: Store, minutes: number): Promise<void> {
  const points = await watchMemory(bench, store, minutes * 60, 1000);
  const settled = points.slice(Math.floor(points.length / 10));
  const [first, last] = [settled[0]?.[1] ?? 0, settled.at(-1)?.[1] ?? 0];
  const growth = slope(settled);
  judge(
    bench,
    `memory flat over ${minutes} minutes of 100 calls a second (${placeOf({ store })})`,
    `${first.toFixed(0)} MB to ${last.toFixed(0)} MB, slope ${growth.toFixed(1)} MB an hour`,
    Math.abs(growth) < 10,
  );
}

/** Starts the product, loads it and looks at its memory every so many milliseconds: in MB, by the hours that have passed. */
async function watchMemory(bench: Bench, store: Store, seconds: number, every: number) {
  const product = await startProduct(store, bench.folder);
  const { world } = store;
  const points: [hours: number, megabytes: number][] = [];
  const begin = performance.now();
  const look = async (): Promise<void> => {
    const megabytes = await product.memory();
    points.push([(performance.now() - begin) / 3_600_000, megabytes]);
  };
  await look();
  const watch = setInterval(() => void look(), every);
  const calls = [...monthCalls(world).calls, ...tabCalls(world).calls.slice(0, 200)];
  const load = { url: product.url, calls, rate: 100, seconds, warmup: 0 };
  await bench.generator.measure(load).finally(() => clearInterval(watch));
  await look();
  await product.stop();
  return points;
}
