import { setTimeout as wait } from 'node:timers/promises';
import { startMeasured } from '../../measuredServer.ts';
import { cookieOf, crowd, emailOf } from '../data/world.ts';
import type { Call, Load } from '../load/load.ts';
import { median } from '../statistics.ts';
import { type Bench, judge, machineLoad, type Setting } from './bench.ts';
import { monthCalls } from './reading.ts';

interface Flood {
  name: string;
  connections: number;
  calls: Call[];
}

/** Longer than other cases: of 50 calls a second the slowest hundredth has to be some. */
const seconds = 6;
/** Until the flood has used up what is granted to everybody at first. */
const floodsBefore = 12;
const rounds = 3;

/** What a program that calls without pause does to people of other worksites, with the limits that a server has in service. */
export async function measureFlood(bench: Bench, { store }: Setting): Promise<void> {
  const limits = { STRANGER_CALLS_PER_SECOND: '200' };
  const server = await startMeasured({ ...store.productEnv, ...limits }, bench.folder);
  const month = monthCalls(store.world).calls;
  // nobody of the caller's worksite
  const others = {
    url: server.url,
    connections: 2,
    rate: 50,
    warmup: 1,
    seconds,
    calls: month.slice(crowd / 2),
  };
  await bench.second.measure(others);
  const body = { email: emailOf(0), password: 'Non-questa-1' };
  const floods: Flood[] = [
    {
      name: '500 connections of one account',
      connections: 500,
      calls: month.slice(0, 1).map((call) => ({ ...call, cookie: cookieOf(0) })),
    },
    {
      name: '60 connections of refused sign-ins',
      connections: 60,
      calls: [{ method: 'POST', path: '/api/auth/login', cookie: null, body }],
    },
  ];
  for (const flood of floods) {
    const { ratio, failed } = await measureOthers(bench, others, { url: server.url, ...flood });
    judge(
      bench,
      `p99 of other worksites beside ${flood.name} at most twice as slow, none turned away (${store.engine})`,
      `${ratio.toFixed(2)} times, ${failed} failed`,
      ratio <= 2 && failed === 0,
    );
  }
  await server.stop();
}

/** Others without and with the flood, by turns: how many times their p99 is longer, and how many failed beside it. */
async function measureOthers(
  bench: Bench,
  others: Load,
  { name, ...flood }: Flood & { url: string },
): Promise<{ ratio: number; failed: number }> {
  const ratios: number[] = [];
  let failed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await bench.second.measure(others);
    const flooding = bench.generator.measure({ ...flood, seconds: floodsBefore + seconds + 1, warmup: 0 });
    await wait(floodsBefore * 1000);
    const beside = await bench.second.measure(others);
    await flooding;
    ratios.push(beside.p99 / quiet.p99);
    failed += beside.failed;
    bench.say(
      `beside ${name}: p50 ${beside.p50.toFixed(1)} of ${quiet.p50.toFixed(1)} ms, p99 ${beside.p99.toFixed(1)} of ` +
        `${quiet.p99.toFixed(1)} ms, load ${machineLoad()}`,
    );
  }
  return { ratio: median(ratios), failed };
}
