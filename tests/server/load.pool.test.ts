import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { addDays, dayInRome } from '../../src/domain/calendar/day.ts';
import type { HttpClient } from '../../tools/http.ts';
import { settingsFor, testDatabase } from '../support/database.ts';
import { countWaiting, holdLock } from '../support/locks.ts';
import { buildHttpTeam, testProducts } from './products.ts';

// A real process whose connections to PostgreSQL are all in use.

const database = await testDatabase();
const start = testProducts(settingsFor(database));

/** People of a new worksite; their calls now count per person instead of per address. */
async function buildPeople(url: string, pairs: number): Promise<HttpClient[]> {
  const { people } = await buildHttpTeam(() => url, pairs, 0);
  for (const person of people) await person.ask('GET /api/auth/user');
  return people;
}

const record = (person: HttpClient) => {
  const date = addDays(dayInRome(new Date().toISOString()), 1);
  const duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
  return person.call('POST /api/shifts', { body: { date, ...duty } });
};

test('without a free connection a call answers 503 with Retry-After; calls that have one complete', async () => {
  // on a busy machine, connecting can take seconds; the default is 60
  const server = start({ DATABASE_WAIT_SECONDS: '5' });
  const url = await server.url;
  // a single worksite may not use all connections
  const people = [...(await buildPeople(url, 3)), ...(await buildPeople(url, 3))];
  const lock = await holdLock(database, sql`select from worksites for update`);
  // each of ten holds a connection while waiting for the worksite's lock
  const writes = people.slice(0, 10).map(record);
  await expect.poll(() => countWaiting(database)).toBe(10);
  const answer = await fetch(`${url}/api/worksites/available`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ code: 'overloaded' });
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await lock.letGo();
  for (const write of writes) expect(await write).toMatchObject({ status: 201 });
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  expect(server.stdout()).not.toContain('"level":50');
});

test('a worksite whose lock is held leaves connections to the others', async () => {
  const url = await start().url;
  const people = await buildPeople(url, 8);
  const [other] = await buildPeople(url, 1);
  const lock = await holdLock(
    database,
    sql`select from worksites w where (select count(*) from users u where u.worksite_id = w.id) = 16 for update`,
  );
  const writes = people.map(record);
  await expect.poll(() => countWaiting(database)).toBe(8);
  for (let time = 0; time < 5; time += 1) await other!.ask('GET /api/shifts');
  expect(await record(other!)).toMatchObject({ status: 201 });
  await lock.letGo();
  for (const write of writes) expect(await write).toMatchObject({ status: 201 });
});
