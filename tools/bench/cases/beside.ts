import { verify } from '@node-rs/argon2';
import { createPasswordHasher } from '../../../src/server/platform/passwordHasher.ts';
import { emailOf, password } from '../data/world.ts';
import type { Call } from '../load/load.ts';
import { median } from '../statistics.ts';
import { type Bench, type Calls, compare, isAsked, judge, ratioText, type Setting } from './bench.ts';
import { measureFlood } from './flood.ts';
import { monthCalls, tabCalls } from './reading.ts';

// What one kind of call does to the others.

export async function measureBeside(bench: Bench, setting: Setting): Promise<void> {
  if (isAsked(bench, 'login')) {
    await measureLogin(bench, setting);
    await measureOthersAtLogin(bench, setting);
  }
  if (isAsked(bench, 'nodb') && setting.store.engine === 'pglite') await measureNoDatabase(bench, setting);
  if (isAsked(bench, 'flood') && setting.store.engine === 'postgres') await measureFlood(bench, setting);
}

/** Sign-ins of 200 people, so many places apart, each on a phone's own network: those of one network wait for each other. */
const signInsOf = (spread: number): Call[] =>
  Array.from({ length: 200 }, (_, n) => ({
    method: 'POST',
    path: '/api/auth/login',
    cookie: null,
    body: { email: emailOf(Math.floor(n * spread)), password },
    address: `10.0.0.${n + 1}`,
  }));

/** Sign-ins of many people, and the hash alone in a server that does nothing else. */
async function measureLogin(bench: Bench, setting: Setting): Promise<void> {
  const hash = await (await createPasswordHasher()).hash(password);
  if (!(await verify(hash, password))) throw new Error('the hash does not fit');
  const signIns = (): Calls => ({ calls: signInsOf(setting.store.world.people / 200) });
  const hashes = (): Calls => ({
    calls: [{ method: 'POST', path: '/hash', cookie: null, body: { hash, password } }],
  });
  const compared = await compare(bench, setting, 'login', 10, { product: signIns, baseline: hashes });
  judge(
    bench,
    `login at least 0.9 of the hash alone (${placeOf(setting)})`,
    ratioText(compared),
    compared.flaw === null && compared.ratio >= 0.9,
  );
}

async function measureOthersAtLogin(bench: Bench, { store, product }: Setting): Promise<void> {
  const { seconds, warmup, rounds } = bench.options;
  const p99s: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const signIns = bench.generator.measure({
      url: product.url,
      connections: 10,
      seconds: seconds + 1,
      warmup: 0,
      calls: signInsOf(1),
    });
    const others = await bench.second.measure({
      url: product.url,
      connections: 2,
      seconds,
      warmup,
      rate: 50,
      ...monthCalls(store.world),
    });
    await signIns;
    p99s.push(others.p99);
  }
  const p99 = median(p99s);
  judge(
    bench,
    `p99 of other calls under 50 ms while ten people sign in without pause (${placeOf({ store })})`,
    `${p99.toFixed(0)} ms`,
    p99 < 50,
  );
}

/** The heaviest list without pause, and beside it calls that ask the database nothing. */
async function measureNoDatabase(bench: Bench, { store, product }: Setting): Promise<void> {
  const { seconds, warmup, rounds } = bench.options;
  const p99s: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const heavy = bench.generator.measure({
      url: product.url,
      connections: 10,
      seconds: seconds + 1,
      warmup: 0,
      ...tabCalls(),
    });
    const light = await bench.second.measure({
      url: product.url,
      connections: 1,
      seconds,
      warmup,
      rate: 100,
      calls: [{ method: 'GET', path: '/healthz', cookie: null }],
    });
    await heavy;
    p99s.push(light.p99);
  }
  const p99 = median(p99s);
  judge(
    bench,
    `a route without database keeps its p99 under 15 ms under the heaviest list (${placeOf({ store })})`,
    `${p99.toFixed(1)} ms`,
    p99 < 15,
  );
}

const placeOf = ({ store }: Pick<Setting, 'store'>): string =>
  `${store.engine}, ${store.world.shifts} shifts`;
