import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from '../../connection.ts';
import { loadNow } from '../../cpu.ts';
import { startMeasured } from '../../measuredServer.ts';
import { median } from '../../statistics.ts';
import { emailOf } from '../data/world.ts';
import type { Generator, Load, Measured } from '../load/load.ts';
import { type Bench, isAsked, judge, placeOf, type Setting } from './bench.ts';
import { heavyWork, type Neighbour } from './heavy.ts';
import { monthCallOf, monthCalls, signInsOf, tabCalls } from './reading.ts';

// What one kind of call does to the others.

export async function measureBeside(bench: Bench, setting: Setting): Promise<void> {
  if (isAsked(bench, 'login')) await measureOthersAtLogin(bench, setting);
  if (isAsked(bench, 'nodb') && setting.store.engine === 'pglite') await measureNoDatabase(bench, setting);
  if (isAsked(bench, 'heavy')) await measureHeavy(bench, setting);
  if (isAsked(bench, 'flood') && setting.store.engine === 'postgres') await measureFlood(bench, setting);
}

/** Calls of people who are nobody's colleagues, so many a second. */
const othersOf = ({ product, store }: Setting, rate: number, seconds: number): Load => ({
  url: product.url,
  ...monthCalls(store.world, store.world.crowd),
  rate,
  seconds,
  warmup: 0.5,
});

/** Measures the others while a neighbour is busy, from the neighbour's lead on. */
async function measureOne(bench: Bench, others: Load, { lead = 0, keepBusy }: Neighbour): Promise<Measured> {
  const busy = keepBusy(lead + others.warmup + others.seconds);
  // told where it is awaited, not before
  busy.catch(() => undefined);
  await wait(lead * 1000);
  const measured = await bench.second.measure(others);
  await busy;
  return measured;
}

/** A third round changes nothing about the median where two agree. */
const isDecided = ({ options }: Bench, found: readonly number[], most: number): boolean =>
  found.length === (options.isQuick ? 1 : 3) ||
  (found.length === 2 && new Set(found.map((one) => one <= most)).size === 1);

/** The others alone and beside each neighbour, by turns: how many times longer their p99 is, the median of the rounds. */
async function judgeNeighbours(
  bench: Bench,
  setting: Setting,
  others: Load,
  neighbours: readonly Neighbour[],
  most: number,
): Promise<void> {
  await bench.second.measure(others);
  const found = neighbours.map((neighbour) => ({ neighbour, ratios: [] as number[], failed: 0 }));
  for (let round = 0; ; round += 1) {
    const open = found.filter(({ ratios }) => !isDecided(bench, ratios, most));
    if (open.length === 0) break;
    const alone = await bench.second.measure(others);
    for (const one of open) {
      const lead = (one.neighbour.lead ?? 0) * (round === 0 ? 1 : 0.4);
      const beside = await measureOne(bench, others, { ...one.neighbour, lead });
      one.ratios.push(beside.p99 / alone.p99);
      one.failed += beside.failed;
      const [p99, ofAlone] = [beside.p99.toFixed(1), alone.p99.toFixed(1)];
      bench.say(`beside ${one.neighbour.name}: p99 ${p99} of ${ofAlone} ms, load ${loadNow()}`);
    }
  }
  for (const { neighbour, ratios, failed } of found) {
    judge(
      bench,
      `p99 of other worksites beside ${neighbour.name} at most ${most} times as long, none turned away (${placeOf(setting)})`,
      `${median(ratios).toFixed(2)} times (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}), ${failed} failed`,
      median(ratios) <= most && failed === 0,
    );
  }
}

async function measureHeavy(bench: Bench, setting: Setting): Promise<void> {
  const neighbours = await heavyWork(setting, bench.folder);
  await judgeNeighbours(bench, setting, othersOf(setting, 150, 2), neighbours, 1.5);
}

/** A program that calls without pause, with the limits that a server has in service. */
async function measureFlood(bench: Bench, setting: Setting): Promise<void> {
  const limits = { STRANGER_CALLS_PER_SECOND: '200' };
  const server = await startMeasured({ ...setting.store.productEnv, ...limits }, bench.folder);
  const flood = (name: string, connections: number, call: Call): Neighbour => ({
    name,
    lead: 8, // until what is granted at first is used up
    keepBusy: withoutPause(bench.generator, { url: server.url, connections, calls: [call] }),
  });
  const body = { email: emailOf(0), password: 'Non-questa-1' };
  const refused: Call = { method: 'POST', path: '/api/auth/login', cookie: null, body };
  const neighbours = [
    flood('500 connections of one account', 500, monthCallOf(setting.store.world, 0)),
    flood('60 connections of refused sign-ins', 60, refused),
  ];
  const others = othersOf({ ...setting, product: server }, 100, 3);
  await judgeNeighbours(bench, setting, others, neighbours, 2);
  await server.stop();
}

const withoutPause =
  (generator: Generator, load: Omit<Load, 'seconds' | 'warmup'>) =>
  (seconds: number): Promise<unknown> =>
    generator.measure({ ...load, seconds, warmup: 0, isOnlyBusy: true });

async function measureOthersAtLogin(bench: Bench, setting: Setting): Promise<void> {
  const signIns = { url: setting.product.url, connections: 10, calls: signInsOf(1) };
  const others = othersOf(setting, 50, 1.5);
  const target = `p99 of other calls under 50 ms while ten people sign in without pause (${placeOf(setting)})`;
  await judgeP99(bench, target, 50, others, withoutPause(bench.generator, signIns));
}

/** The heaviest list without pause, and beside it calls that ask the database nothing. */
async function measureNoDatabase(bench: Bench, setting: Setting): Promise<void> {
  const { url } = setting.product;
  const lists = { url, connections: 10, ...tabCalls(setting.store.world) };
  const calls: Load['calls'] = [{ method: 'GET', path: '/healthz', cookie: null }];
  const others = { url, calls, rate: 100, seconds: 1.5, warmup: 0.3 };
  const target = `a route without database keeps its p99 under 15 ms under the heaviest list (${placeOf(setting)})`;
  await judgeP99(bench, target, 15, others, withoutPause(bench.generator, lists));
}

async function judgeP99(
  bench: Bench,
  target: string,
  limit: number,
  others: Load,
  keepBusy: Neighbour['keepBusy'],
): Promise<void> {
  const p99s: number[] = [];
  while (!isDecided(bench, p99s, limit)) {
    p99s.push((await measureOne(bench, others, { name: '', keepBusy })).p99);
  }
  judge(bench, target, `${median(p99s).toFixed(1)} ms`, median(p99s) < limit);
}
