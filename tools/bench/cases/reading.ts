import { exchangeTabs } from '../../../src/domain/exchanges/schema.ts';
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

const tabPath = (tab: string): string => `/api/exchange-requests?tab=${tab}`;

/** The five tabs, by turns. */
export const tabCalls = (): Calls => ofCrowd(() => exchangeTabs.map(tabPath));

export function monthCalls(world: World, path = '/api/calendar/shifts'): Calls {
  const { from, to } = monthSpan(world);
  return ofEverybody(world, `${path}?from=${from}&to=${to}`);
}

interface Reading {
  name: CaseName;
  label: string;
  product: (world: World) => Calls;
  baseline: (world: World) => Calls;
  ceiling?: (world: World) => Calls;
}

function dashboardPaths(world: World): { product: string[]; baseline: string[] } {
  const { from, to } = monthSpan(world, 42);
  return {
    // what the page asks for before it is complete, besides its event stream
    product: [
      '/api/auth/user',
      '/api/user-shifts',
      `/api/calendar/shifts?from=${from}&to=${to}`,
      '/api/exchanges/completed',
      tabPath('pre-accettati'),
      '/api/notifications',
    ],
    baseline: [
      '/user',
      `/month?from=${world.today}&to=2100-01-01`,
      `/month?from=${from}&to=${to}`,
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
    product: (world) => monthCalls(world),
    baseline: (world) => monthCalls(world, '/month'),
    ceiling: (world) => monthCalls(world, '/month-json'),
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
    product: () => ofCrowd(() => ['/api/notifications']),
    baseline: () => ofCrowd(() => ['/notifications']),
  },
  {
    name: 'dashboard',
    label: 'dashboard start (calls a second, six to a start)',
    product: (world) => ofCrowd(() => dashboardPaths(world).product),
    baseline: (world) => ofCrowd(() => dashboardPaths(world).baseline),
  },
];

/** Everything that is only read, at 10 and at 50 connections. */
export async function measureReading(bench: Bench, setting: Setting): Promise<void> {
  const { world } = setting.store;
  for (const { name, label, product, baseline, ceiling } of readings) {
    if (!isAsked(bench, name)) continue;
    for (const connections of [10, 50]) {
      await compare(bench, setting, label, connections, {
        product: () => product(world),
        baseline: () => baseline(world),
        ...(ceiling && { ceiling: () => ceiling(world) }),
      });
    }
  }
}
