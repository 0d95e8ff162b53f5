import { createECDH } from 'node:crypto';
import { addDays } from '../../../src/domain/calendar/day.ts';
import { untilAtRest } from '../../cpu.ts';
import { bodyOfSuccess } from '../../http.ts';
import {
  crowd,
  daySwapPairs,
  freeDays,
  lastOffset,
  loader,
  monthSpan,
  type Pair,
  shiftIdOf,
  swapPairs,
  worksOn,
} from '../data/world.ts';
import { openStream } from '../load/events.ts';
import { median, quantile } from '../statistics.ts';
import { type Bench, type Calls, compare, isAsked, judge, machineLoad, type Setting } from './bench.ts';
import { monthCalls } from './reading.ts';
import { agree, agreeOnDay, clientOf, confirm, swapFor } from './swapping.ts';

/**
 * Everything that writes. Each entry and each pair of shifts is used once; what tells 199 people on their devices comes last,
 * since all that is published after it would be sent there too.
 */
export async function measureWriting(bench: Bench, setting: Setting): Promise<void> {
  const { world } = setting.store;
  const pairs = swapPairs(world);
  if (isAsked(bench, 'create')) await measureCreate(bench, setting);
  if (isAsked(bench, 'confirm')) await measureConfirm(bench, setting, pairs);
  if (isAsked(bench, 'live')) await measureLive(bench, setting, pairs);
  if (isAsked(bench, 'swap')) await measureSwap(bench, setting, pairs);
  if (isAsked(bench, 'push')) await measurePush(bench, setting);
}

async function measureCreate(bench: Bench, setting: Setting): Promise<void> {
  const days = freeDays(setting.store.world);
  const count = bench.options.isQuick ? 1000 : 2000;
  const take = (path: string, body: (day: string) => object) => (): Calls => ({
    isOnce: true,
    calls: Array.from({ length: count }, () => {
      const { person, day } = days.next().value as { person: number; day: string };
      return { method: 'POST', path, cookie: `turnario=bench-${person}`, body: body(day) };
    }),
  });
  const entry = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' };
  for (const connections of bench.options.connections) {
    await compare(bench, setting, 'create a shift', connections, {
      product: take('/api/shifts', (date) => ({ date, ...entry })),
      baseline: take('/shift', (day) => ({ day })),
    });
  }
}

/** One after the other, by turns with the smallest transaction that locks two rows and updates them. */
async function measureConfirm(bench: Bench, setting: Setting, pairs: Iterator<Pair>): Promise<void> {
  const { product, baseline, store } = setting;
  const dayPairs = daySwapPairs(store.world);
  const times = { shift: [] as number[], day: [] as number[], smallest: [] as number[] };
  const shiftIds = pastShifts(setting);
  for (let n = 0; n < (bench.options.isQuick ? 30 : 80); n += 1) {
    const pair = nextOf(pairs);
    const { id } = await agree(product.url, store.world, pair);
    const took = await confirm(product.url, pair.requester, id);
    const dayPair = nextOf(dayPairs);
    const dayRequest = await agreeOnDay(product.url, store.world, dayPair);
    const dayTook = await confirm(product.url, dayPair.requester, dayRequest.id);
    const swap = { method: 'POST', path: '/swap', body: { shiftIds } };
    const { status, milliseconds } = await clientOf(baseline.url, 0).send(swap);
    if (status !== 200) throw new Error(`the baseline server: ${status}`);
    // the first ones compile the code
    if (n < 10) continue;
    times.shift.push(took);
    times.day.push(dayTook);
    times.smallest.push(milliseconds);
  }
  const smallest = median(times.smallest);
  for (const [what, took] of [
    ['confirm', median(times.shift)],
    ['confirm a day for a day', median(times.day)],
  ] as const) {
    const ratio = took / smallest;
    judge(
      bench,
      `${what} at most 3 times the smallest transaction on two rows (${store.engine}, ${store.world.shifts} shifts)`,
      `${took.toFixed(1)} ms to ${smallest.toFixed(1)} ms: ${ratio.toFixed(1)} times`,
      ratio <= 3,
    );
  }
}

function pastShifts({ store: { world } }: Setting): string[] {
  const { from } = monthSpan(world);
  const people = [2, 3, 4, 5].filter((person) => worksOn(person, -10)).slice(0, 2);
  return people.map((person) => shiftIdOf(world, person, from));
}

/** From the press of the button to the event on the colleague's screen, while others read their months. */
async function measureLive(bench: Bench, setting: Setting, pairs: Iterator<Pair>): Promise<void> {
  const { product, store } = setting;
  const swaps = bench.options.isQuick ? 15 : 40;
  const busy = { seconds: bench.options.isQuick ? 3 : 6, warmup: 0, rate: 200 };
  const others = bench.second.measure({
    url: product.url,
    connections: 10,
    ...monthCalls(store.world),
    ...busy,
  });
  const delays: number[] = [];
  for (let n = 0; n < swaps; n += 1) {
    const pair = nextOf(pairs);
    const { id } = await agree(product.url, store.world, pair);
    const stream = await openStream(product.url, pair.accepter);
    const arrival = stream.nextChange('shifts');
    const begin = performance.now();
    await confirm(product.url, pair.requester, id);
    delays.push((await arrival) - begin);
    stream.close();
  }
  await others;
  const p95 = quantile(delays, 0.95);
  judge(
    bench,
    `live event within 150 ms of the confirm (${store.engine}, ${store.world.shifts} shifts, 200 calls a second beside it)`,
    `p50 ${median(delays).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, slowest ${Math.max(...delays).toFixed(0)} ms of ${delays.length}`,
    p95 <= 150,
  );
}

/**
 * Publishing to the whole crowd, with a device of each of them and without, by turns: what is sent is queued with the
 * request, and goes to a push service that cannot be reached. The next publication comes when the server rests.
 */
async function measurePush(bench: Bench, { product, store }: Setting): Promise<void> {
  const day = addDays(store.world.today, lastOffset);
  const offeredShiftId = shiftIdOf(store.world, loader, day);
  const client = clientOf(product.url, loader);
  const times = { without: [] as number[], with: [] as number[] };
  let told = 0;
  const publish = async (into: number[], count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const published = await client.call('POST /api/exchange-requests', {
        body: { offeredShiftId, requestedShiftType: 'pomeriggio', requestedDate: day },
      });
      const { request, toldCount } = bodyOfSuccess('POST /api/exchange-requests', published);
      told = toldCount;
      into.push(published.milliseconds);
      await client.ask('DELETE /api/exchange-requests/:id', { params: { id: request.id } });
      await untilAtRest(product.pid);
    }
  };
  const count = bench.options.isQuick ? 6 : 15;
  // the first ones compile the code
  await publish([], 5);
  for (let round = 0; round < 3; round += 1) {
    await publish(times.without, count);
    await switchCrowd(product.url, 'on');
    await publish(times.with, count);
    await switchCrowd(product.url, 'off');
  }
  const ratio = median(times.with) / median(times.without);
  judge(
    bench,
    `publishing to ${told} people with devices at most 1.2 times as slow as without (${store.engine}, ${store.world.shifts} shifts)`,
    `${median(times.with).toFixed(1)} ms (p95 ${quantile(times.with, 0.95).toFixed(1)}) to ` +
      `${median(times.without).toFixed(1)} ms (p95 ${quantile(times.without, 0.95).toFixed(1)}): ${ratio.toFixed(2)} times, load ${machineLoad()}`,
    ratio <= 1.2,
  );
}

/** Gives each of the crowd a device, or takes it away. */
async function switchCrowd(url: string, to: 'on' | 'off'): Promise<void> {
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

/** Publish, pre-accept, confirm, by different people of all worksites at once. */
async function measureSwap(bench: Bench, setting: Setting, pairs: Iterator<Pair>): Promise<void> {
  const { product, store } = setting;
  for (const connections of [10, 50]) {
    const rounds: number[] = [];
    const confirms: number[] = [];
    for (let round = 0; round < bench.options.rounds; round += 1) {
      const { seconds } = bench.options;
      const { perSecond, times } = await swapFor(product.url, store.world, pairs, { connections, seconds });
      rounds.push(perSecond);
      confirms.push(...times.map((time) => time.confirm));
    }
    const found = {
      engine: store.engine,
      shifts: store.world.shifts,
      connections,
      perSecond: median(rounds),
      confirmP50: quantile(confirms, 0.5),
      confirmP99: quantile(confirms, 0.99),
    };
    bench.swaps.push(found);
    bench.say(
      `whole swaps, ${found.engine}, ${found.shifts} shifts, ${connections} at once: ${found.perSecond.toFixed(0)}/s, ` +
        `confirm p50 ${found.confirmP50.toFixed(0)} p99 ${found.confirmP99.toFixed(0)} ms, load ${machineLoad()}`,
    );
  }
}

function nextOf<P extends Pair>(pairs: Iterator<P>): P {
  const next = pairs.next();
  if (next.done) throw new Error(`no more pairs who can swap among ${crowd} people`);
  return next.value;
}
