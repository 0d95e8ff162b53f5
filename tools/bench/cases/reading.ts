import { addressOf } from '../../../src/domain/call.ts';
import { type ExchangeTab, exchangeTabs } from '../../../src/domain/exchanges/schema.ts';
import { cookieOf, crowd, monthSpan, type World } from '../data/world.ts';
import type { Call } from '../load/load.ts';
import type { CaseName } from '../options.ts';
import { type Bench, type Calls, compare, isAsked, type Setting } from './bench.ts';

const get = (person: number, path: string): Call => ({ method: 'GET', path, cookie: cookieOf(person) });

/** The people of the worksite with the requests, by turns. */
const ofCrowd = (paths: (person: number) => readonly string[]): Calls => ({
  calls: Array.from({ length: crowd }, (_, person) => paths(person).map((path) => get(person, path))).flat(),
});

/** 600 people of all worksites, by turns: enough that nobody makes more calls than one person may. */
function ofEverybody({ people }: World, path: string): Calls {
  const callers = Math.min(people, 600);
  return { calls: Array.from({ length: callers }, (_, n) => get(Math.floor((n * people) / callers), path)) };
}

const tabPath = (tab: ExchangeTab): string => addressOf('GET /api/exchange-requests', { query: { tab } });

/** The five tabs, by turns. */
export const tabCalls = (): Calls => ofCrowd(() => exchangeTabs.map(tabPath));

export const monthCalls = (world: World): Calls =>
  ofEverybody(world, addressOf('GET /api/calendar/shifts', { query: monthSpan(world) }));

/** The same of a server that the product is compared with. */
const comparedMonth = (world: World, path: string): Calls =>
  ofEverybody(world, `${path}?${new URLSearchParams({ ...monthSpan(world) }).toString()}`);

interface Reading {
  name: CaseName;
  label: string;
  product: (world: World) => Calls;
  baseline: (world: World) => Calls;
}

function dashboardPaths(world: World): { product: string[]; baseline: string[] } {
  const span = monthSpan(world, 42);
  return {
    // what the page asks for before it is complete, besides its event stream
    product: [
      addressOf('GET /api/auth/user'),
      addressOf('GET /api/user-shifts'),
      addressOf('GET /api/calendar/shifts', { query: span }),
      addressOf('GET /api/exchanges/completed'),
      tabPath('pre-accettati'),
      addressOf('GET /api/notifications'),
    ],
    baseline: [
      '/user',
      `/month?from=${world.today}&to=2100-01-01`,
      `/month?${new URLSearchParams(span).toString()}`,
      '/completed',
      '/tab/pre-accettati',
      '/notifications',
    ],
  };
}

const readings: Reading[] = [
  {
    name: 'month',
    label: 'month of shifts',
    product: monthCalls,
    baseline: (world) => comparedMonth(world, '/month'),
  },
  {
    name: 'exchanges',
    label: 'exchange list, five tabs by turns',
    product: tabCalls,
    baseline: () => ofCrowd(() => exchangeTabs.map((tab) => `/tab/${tab}`)),
  },
  {
    name: 'notifications',
    label: 'notifications',
    product: () => ofCrowd(() => [addressOf('GET /api/notifications')]),
    baseline: () => ofCrowd(() => ['/notifications']),
  },
  {
    name: 'dashboard',
    label: 'dashboard start (calls a second, six to a start)',
    product: (world) => ofCrowd(() => dashboardPaths(world).product),
    baseline: (world) => ofCrowd(() => dashboardPaths(world).baseline),
  },
];

/** Everything that is only read. */
export async function measureReading(bench: Bench, setting: Setting): Promise<void> {
  const { world } = setting.store;
  for (const { name, label, product, baseline } of readings) {
    if (!isAsked(bench, name)) continue;
    for (const connections of bench.options.connections) {
      await compare(bench, setting, label, connections, {
        product: () => product(world),
        baseline: () => baseline(world),
      });
    }
  }
}
