import { createECDH } from 'node:crypto';
import { addDays } from '../../../src/domain/calendar/day.ts';
import { untilAtRest } from '../../cpu.ts';
import { openStream } from '../../eventStream.ts';
import { median, quantile } from '../../statistics.ts';
import {
  cookieOf,
  daySwapPairs,
  emptyOffset,
  loader,
  monthSpan,
  type Pair,
  shiftIdOf,
  swapPairs,
  type World,
  worksOn,
} from '../data/world.ts';
import { anyDay } from '../load/load.ts';
import { type Bench, isAsked, judge, judgeTimes, placeOf, type Setting } from './bench.ts';
import { type Calls, compare } from './compare.ts';
import { monthCalls } from './reading.ts';
import { clientOf, dayRequestOf, nextOf, publishAndWithdraw, requestOf, swap } from './swapping.ts';

/**
 * Everything that writes. Each entry and each pair of shifts is used once; what tells 199 people on their devices comes last,
 * since all that is published after it would be sent there too.
 */
export async function measureWriting(bench: Bench, setting: Setting): Promise<void> {
  const pairs = swapPairs(setting.store.world);
  if (isAsked(bench, 'create')) await measureCreate(bench, setting);
  if (isAsked(bench, 'confirm')) await measureConfirm(bench, setting, pairs);
  if (isAsked(bench, 'live')) await measureLive(bench, setting, pairs);
  if (isAsked(bench, 'push')) await measurePush(bench, setting);
}

/** Each connection records days of people of its own, one day after the other. */
async function measureCreate(bench: Bench, setting: Setting): Promise<void> {
  const { world } = setting.store;
  const calls = (path: string, body: object): Calls => ({
    calls: Array.from({ length: world.people }, (_, person) => ({
      method: 'POST',
      path,
      cookie: cookieOf(person),
      body,
    })),
    firstDay: addDays(world.today, emptyOffset + 100),
  });
  const entry = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' };
  for (const connections of bench.options.connections) {
    await compare(bench, setting, 'create a shift', connections, {
      product: calls('/api/shifts', { date: anyDay, ...entry }),
      baseline: calls('/shift', { day: anyDay }),
    });
  }
}

/** One after the other, by turns with the smallest transaction that locks two rows and updates them. */
async function measureConfirm(bench: Bench, setting: Setting, pairs: Iterator<Pair>): Promise<void> {
  const { product, baseline, store } = setting;
  const { world } = store;
  const dayPairs = daySwapPairs(world);
  const times = { shift: [] as number[], day: [] as number[], smallest: [] as number[] };
  const body = { shiftIds: pastShifts(world) };
  for (let n = 0; n < (bench.options.isQuick ? 30 : 60); n += 1) {
    const [pair, dayPair] = [nextOf(pairs), nextOf(dayPairs)];
    const took = await swap(product.url, pair, requestOf(world, pair));
    const dayTook = await swap(product.url, dayPair, dayRequestOf(world, dayPair));
    const smallest = await clientOf(baseline.url, 0).send({ method: 'POST', path: '/swap', body });
    if (smallest.status !== 200) throw new Error(`the baseline server: ${smallest.status}`);
    // the first ones compile the code
    if (n < 10) continue;
    times.shift.push(took);
    times.day.push(dayTook);
    times.smallest.push(smallest.milliseconds);
  }
  const target = `at most 3 times the smallest transaction on two rows (${placeOf(setting)})`;
  const smallest = { other: times.smallest, most: 3 };
  judgeTimes(bench, `confirm ${target}`, { one: times.shift, ...smallest });
  judgeTimes(bench, `confirm a day for a day ${target}`, { one: times.day, ...smallest });
}

function pastShifts(world: World): string[] {
  const { from } = monthSpan(world);
  const people = [2, 3, 4, 5].filter((person) => worksOn(person, -10)).slice(0, 2);
  return people.map((person) => shiftIdOf(world, person, from));
}

/** From the press of the button to the event on the colleague's screen, while others read their months. */
async function measureLive(bench: Bench, setting: Setting, pairs: Iterator<Pair>): Promise<void> {
  const { product, store } = setting;
  const swaps = bench.options.isQuick ? 15 : 40;
  const seconds = bench.options.isQuick ? 3 : 6;
  const load = { url: product.url, ...monthCalls(store.world), seconds, warmup: 0, rate: 200 };
  const others = bench.second.measure(load);
  const delays: number[] = [];
  for (let n = 0; n < swaps; n += 1) {
    const pair = nextOf(pairs);
    const arrival = Promise.withResolvers<number>();
    let begin = 0;
    const watching = await openStream(product.url, cookieOf(pair.accepter), (lists) => {
      if (begin > 0 && lists.includes('shifts')) arrival.resolve(performance.now());
    });
    await swap(product.url, pair, requestOf(store.world, pair), async () => void (begin = performance.now()));
    delays.push((await arrival.promise) - begin);
    watching.close();
  }
  await others;
  const p95 = quantile(delays, 0.95);
  judge(
    bench,
    `live event within 150 ms of the confirm (${placeOf(setting)}, 200 calls a second beside it)`,
    `p50 ${median(delays).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, slowest ${Math.max(...delays).toFixed(0)} ms of ${delays.length}`,
    p95 <= 150,
  );
}

/**
 * Publishing to the whole crowd, with a device of each of them and without, by turns: what is sent is queued with the
 * request, and goes to a push service that cannot be reached. The next publication comes when the server rests.
 */
async function measurePush(bench: Bench, setting: Setting): Promise<void> {
  const { product, store } = setting;
  const body = publicationOf(store.world);
  const client = clientOf(product.url, loader);
  const times = { without: [] as number[], with: [] as number[] };
  let told = 0;
  const publish = async (into: number[], count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const { milliseconds, toldCount } = await publishAndWithdraw(client, body);
      told = toldCount;
      into.push(milliseconds);
      await untilAtRest(product.pid);
    }
  };
  const count = bench.options.isQuick ? 6 : 10;
  // the first ones compile the code
  await publish([], 5);
  for (let round = 0; round < 2; round += 1) {
    await publish(times.without, count);
    await switchCrowd(product.url, store.world, 'on');
    await publish(times.with, count);
    await switchCrowd(product.url, store.world, 'off');
  }
  const target = `publishing to ${told} people with devices at most 1.2 times as slow as without (${placeOf(setting)})`;
  judgeTimes(bench, target, { one: times.with, other: times.without, most: 1.2 });
}

/** What everybody else of the crowd could take. */
export const publicationOf = (world: World) =>
  requestOf(world, { requester: loader, accepter: 1, day: addDays(world.today, world.last) });

/** Gives each of the crowd a device, or takes it away. */
async function switchCrowd(url: string, { crowd }: World, to: 'on' | 'off'): Promise<void> {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const p256dh = keys.getPublicKey().toString('base64url');
  for (let person = 0; person < crowd; person += 1) {
    const client = clientOf(url, person);
    if (to === 'on') {
      const body = { endpoint: `https://push.invalid/${person}`, p256dh, auth: 'A'.repeat(22) };
      await client.ask('PUT /api/push/device', { body });
      continue;
    }
    const { devices } = await client.ask('GET /api/push');
    for (const { id } of devices) await client.ask('DELETE /api/push/devices/:id', { params: { id } });
  }
}
