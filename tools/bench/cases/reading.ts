import { addressOf } from '../../../src/domain/call.ts';
import { type ExchangeTab, exchangeTabs } from '../../../src/domain/exchanges/schema.ts';
import { createPasswordHasher } from '../../../src/server/platform/passwordHasher.ts';
import type { Call } from '../../connection.ts';
import { cookieOf, emailOf, monthSpan, password, type World } from '../data/world.ts';
import type { CaseName } from '../options.ts';
import { type Bench, isAsked, type Setting } from './bench.ts';
import { type Calls, compare, type Contenders } from './compare.ts';

const get = (person: number, path: string): Call => ({ method: 'GET', path, cookie: cookieOf(person) });

/** The people of the worksite with the requests, by turns. */
const ofCrowd = ({ crowd }: World, paths: readonly string[]): Calls => ({
  calls: Array.from({ length: crowd }, (_, person) => paths.map((path) => get(person, path))).flat(),
});

/** 600 people of all worksites, by turns: enough that nobody makes more calls than one person may. */
function ofEverybody({ people }: World, path: string, first = 0): Calls {
  const count = Math.min(people - first, 600);
  const person = (n: number): number => first + Math.floor((n * (people - first)) / count);
  return { calls: Array.from({ length: count }, (_, n) => get(person(n), path)) };
}

const tabPath = (tab: ExchangeTab): string =>
  addressOf('GET /api/exchange-requests/page', { query: { tab } });

/** The five tabs, by turns. */
export const tabCalls = (world: World): Calls => ofCrowd(world, exchangeTabs.map(tabPath));

const monthPath = (world: World): string =>
  addressOf('GET /api/calendar/shifts', { query: monthSpan(world) });

export const monthCallOf = (world: World, person: number): Call => get(person, monthPath(world));

/** Months of people from one on. */
export const monthCalls = (world: World, first = 0): Calls => ofEverybody(world, monthPath(world), first);

/** Sign-ins of 200 people, so many places apart, each on a phone's own network: those of one network wait for each other. */
export const signInsOf = (spread: number): Call[] =>
  Array.from({ length: 200 }, (_, n) => ({
    method: 'POST',
    path: '/api/auth/login',
    cookie: null,
    body: { email: emailOf(Math.floor(n * spread)), password },
    address: `10.0.0.${n + 1}`,
  }));

/** Product and baseline server are asked for the same. */
interface Reading extends Contenders {
  name: CaseName;
  label: string;
  /** Numbers of connections at which a target reads it. */
  at: readonly number[];
}

const queryOf = (span: { from: string; to: string }): string => new URLSearchParams(span).toString();

function dashboardOf(world: World): Pick<Reading, 'product' | 'baseline'> {
  const query = monthSpan(world, 42);
  return {
    // what the page asks for before it is complete, besides its event stream
    product: ofCrowd(world, [
      addressOf('GET /api/auth/user'),
      addressOf('GET /api/user-shifts'),
      addressOf('GET /api/calendar/shifts', { query }),
      addressOf('GET /api/exchanges/completed/page'),
      tabPath('pre-accettati'),
      addressOf('GET /api/notifications/page'),
    ]),
    baseline: ofCrowd(world, [
      '/user',
      `/month?${queryOf({ from: world.today, to: '2100-01-01' })}`,
      `/month?${queryOf(query)}`,
      '/completed',
      '/tab/pre-accettati',
      '/notifications',
    ]),
  };
}

const readingsOf = (world: World, hash: string): Reading[] => [
  {
    name: 'month',
    label: 'month of shifts',
    at: [10, 50],
    product: monthCalls(world),
    baseline: ofEverybody(world, `/month?${queryOf(monthSpan(world))}`),
  },
  {
    name: 'exchanges',
    label: 'exchange list, five tabs by turns',
    at: [10, 50],
    product: tabCalls(world),
    baseline: ofCrowd(
      world,
      exchangeTabs.map((tab) => `/tab/${tab}`),
    ),
  },
  {
    name: 'notifications',
    label: 'notifications',
    at: [50],
    isOnlyTail: true,
    product: ofCrowd(world, [addressOf('GET /api/notifications/page')]),
    baseline: ofCrowd(world, ['/notifications']),
  },
  {
    name: 'dashboard',
    label: 'dashboard start (calls a second, six to a start)',
    at: [50],
    isOnlyTail: true,
    ...dashboardOf(world),
  },
  {
    name: 'login',
    label: 'login',
    at: [10],
    product: { calls: signInsOf(world.people / 200) },
    baseline: { calls: [{ method: 'POST', path: '/hash', cookie: null, body: { hash, password } }] },
  },
];

/** Everything that leaves the stored days as they are. */
export async function measureReading(bench: Bench, setting: Setting): Promise<void> {
  const hash = await (await createPasswordHasher()).hash(password);
  for (const { name, label, at, ...contenders } of readingsOf(setting.store.world, hash)) {
    if (!isAsked(bench, name)) continue;
    for (const connections of bench.options.connections.filter((count) => at.includes(count))) {
      await compare(bench, setting, label, connections, contenders);
    }
  }
}
