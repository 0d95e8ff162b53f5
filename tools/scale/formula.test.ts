import { expect, test } from 'vitest';
import { callKinds } from './calls.ts';
import { type Occasion, rosters } from './day.ts';
import { type CallCost, type Costs, demandOf, peopleCarried } from './formula.ts';

const nothing: CallCost = { serverMs: 0, databaseMs: 0, bytes: 0 };
const alone = { processes: 1, connectedShare: 0 };

function costsWith(calls: Partial<Costs['calls']>, told: Costs['told'] = {}): Costs {
  const all = Object.fromEntries(callKinds.map((kind) => [kind, nothing])) as Costs['calls'];
  return { calls: { ...all, ...calls }, told, eventServerMs: 0.5 };
}

const occasion = (calls: Occasion['calls'], perDay = 1): Occasion => ({
  name: 'open',
  perDay,
  source: 'assumed',
  calls,
});
const daily = ({ perDay }: Occasion): number => perDay;

test('an occasion costs its calls, as often as they are made', () => {
  const costs = costsWith({
    month: { serverMs: 1, databaseMs: 0.5, bytes: 100 },
    session: { serverMs: 2, databaseMs: 0, bytes: 10 },
  });
  const demand = demandOf([occasion({ month: 3, session: 1 }, 2)], daily, costs, alone);
  expect(demand).toMatchObject({ serverMs: 10, databaseMs: 3, bytes: 620, readAgain: 0, events: 0 });
  expect(demand.calls).toMatchObject({ month: 6, session: 2, publish: 0 });
});

test('whoever is told and has the page open reads again what changed', () => {
  const costs = costsWith(
    { record: { serverMs: 4, databaseMs: 1, bytes: 0 }, month: { serverMs: 1, databaseMs: 1, bytes: 50 } },
    { record: { people: { shifts: 10, mail: 7 }, events: 1 } },
  );
  const demand = demandOf([occasion({ record: 1 })], daily, costs, { processes: 1, connectedShare: 0.2 });
  // two people of ten read their month and what is to come
  expect(demand.calls).toMatchObject({ record: 1, month: 2, upcoming: 2 });
  expect(demand).toMatchObject({ readAgain: 4, serverMs: 6, databaseMs: 3, bytes: 100 });
});

test('every further process hears every event', () => {
  const costs = costsWith({}, { publish: { people: {}, events: 3 } });
  const work = [occasion({ publish: 2 })];
  expect(demandOf(work, daily, costs, alone)).toMatchObject({ events: 6, serverMs: 0 });
  expect(demandOf(work, daily, costs, { processes: 5, connectedShare: 0 }).serverMs).toBe(12);
});

test('cores carry as many people as fit into their busiest hour', () => {
  // 36 ms a day, a fifth of it in that hour: 7.2 ms of the 1,800,000 that half a core has
  expect(peopleCarried(1, 0.5, 36, 0.2)).toBe(250_000);
  expect(peopleCarried(8, 0.5, 36, 0.2)).toBe(2_000_000);
});

test('the rosters are those of tests/data', () => {
  expect(rosters.shifts).toBe(749);
  expect(rosters.personDays).toBe(1260);
});
