import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseRoster } from '../replay/roster.ts';
import { type Occasion, rosters } from './day.ts';
import { type Compared, type Costs, demandOf, faultsOf, peopleCarried } from './formula.ts';
import { callKinds } from './people.ts';
import { dealer } from './simulate.ts';

const nothing = { serverMs: 0, databaseMs: 0, bytes: 0, stored: 0 };
const costs = {
  ...(Object.fromEntries(callKinds.map((kind) => [kind, nothing])) as Costs),
  month: { serverMs: 1, databaseMs: 0.5, bytes: 100, stored: 7 },
  session: { ...nothing, serverMs: 2, bytes: 10 },
};

test('an occasion costs its calls, as often as they are made', () => {
  const open: Occasion = { name: 'open', perDay: 2, source: 'assumed', calls: { month: 3, session: 1 } };
  const list: Occasion = { ...open, perDay: 1, calls: { available: 1 } };
  const demand = demandOf([open, list], ({ perDay }) => perDay, costs);
  expect(demand).toEqual({ calls: 9, serverMs: 10, databaseMs: 3, bytes: 620, stored: 42 });
});

test('cores carry as many people as fit into their busiest hour', () => {
  // 36 ms a day, a fifth of it in that hour: 7.2 ms of the 1,800,000 that half a core has
  expect(peopleCarried(1, 0.5, 36, 0.2)).toBe(250_000);
  expect(peopleCarried(8, 0.5, 36, 0.2)).toBe(2_000_000);
});

test('the rosters are those of tests/data', async () => {
  const files = ['roster-12', 'roster-21'].flatMap((name) => [`${name}-shifts`, `${name}-wishes`]);
  const [shifts1 = '', wishes1 = '', shifts2 = '', wishes2 = ''] = await Promise.all(
    files.map((name) => readFile(join(import.meta.dirname, `../../tests/data/${name}.csv`), 'utf8')),
  );
  const people = [parseRoster(shifts1, wishes1), parseRoster(shifts2, wishes2)].flatMap(
    ({ employees }) => employees,
  );
  expect(people.reduce((sum, { shifts }) => sum + shifts.length, 0)).toBe(rosters.shifts);
});

test('items come as often as they should', () => {
  const deal = dealer([
    ['often', 3],
    ['seldom', 1],
  ]);
  expect(Array.from({ length: 8 }, deal).filter((item) => item === 'seldom')).toHaveLength(2);
});

const cpu = (measured: number): Compared => ({ name: 'CPU', predicted: 100, measured, counts: true });
const aside: Compared = { name: 'calls', predicted: 1, measured: 50, counts: false };

test('nothing is wrong while what counts is within the factor', () => {
  expect(faultsOf([cpu(149), cpu(67), aside], {}, 1.5)).toEqual([]);
});

test.each([151, 66, Number.NaN])('%d instead of 100 is wrong', (measured) => {
  expect(faultsOf([cpu(measured)], {}, 1.5)).toEqual([
    `WRONG by more than 1.5: CPU, ${measured} instead of 100`,
  ]);
});

test('a single refused call is a fault', () => {
  const faults = faultsOf([cpu(100)], { 'month: 503 overloaded': 1 }, 1.5);
  expect(faults).toEqual(['FAILED 1 times: month: 503 overloaded']);
});
