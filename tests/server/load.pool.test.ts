import sql from 'sql-template-tag';
import { afterAll, afterEach, expect, test } from 'vitest';
import { addDays, dayInRome } from '../../src/domain/calendar/day.ts';
import { type Product, startProduct } from '../../tools/product.ts';
import { createTestDatabase } from '../support/database.ts';
import { buildHttpTeam } from '../support/httpTeam.ts';

// Every connection of a real process to PostgreSQL is busy.

const database = await createTestDatabase();
let server: Product | null = null;
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.exited;
});
afterAll(() => database.close());

test('without a free connection calls answer 503 and when to come back, and those that have one are done', async () => {
  server = startProduct({
    DATABASE_URL: database.databaseUrl,
    APP_SECRET: 'a'.repeat(32),
    // a connection may take seconds itself on a busy machine; without a setting it would be 60
    DATABASE_WAIT_SECONDS: '5',
  });
  const url = await server.url;
  // one worksite alone does not get them all
  const teams = [await buildHttpTeam(() => url, 3, 0), await buildHttpTeam(() => url, 3, 0)];
  const people = teams.flatMap((team) => team.people);
  // so that each is counted by themselves, and not with all strangers of this machine
  for (const person of people) expect((await person.call('GET /api/auth/user')).status).toBe(200);
  const tomorrow = addDays(dayInRome(new Date().toISOString()), 1);
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.run(sql`select id from worksites for update`);
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  // each of ten takes a connection and waits for the worksite
  const writes = people.slice(0, 10).map((person) =>
    person.call('POST /api/shifts', {
      body: { date: tomorrow, workLocation: 'sede', startTime: '06:00', endTime: '14:00' },
    }),
  );
  const waiting = async (): Promise<number> => {
    const { count } = await database.one<{ count: number }>(sql`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return count;
  };
  await expect.poll(waiting).toBe(10);
  const asked = performance.now();
  const answer = await fetch(`${url}/api/worksites/available`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await answer.json()).toEqual({
    message: 'Turnario è sovraccarico. Riprova tra qualche secondo.',
    code: 'overloaded',
  });
  expect(performance.now() - asked).toBeLessThan(25_000);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  unlock.resolve();
  await holding;
  for (const write of writes) expect(await write).toMatchObject({ status: 201 });
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/api/worksites/available`)).status).toBe(200);
  expect(server.stdout()).not.toContain('"level":50');
});

test('a worksite whose lock is held leaves connections to the others', async () => {
  server = startProduct({ DATABASE_URL: database.databaseUrl, APP_SECRET: 'a'.repeat(32) });
  const url = await server.url;
  const team = await buildHttpTeam(() => url, 8, 0);
  for (const person of team.people) expect((await person.call('GET /api/auth/user')).status).toBe(200);
  const [other] = (await buildHttpTeam(() => url, 1, 0)).people;
  expect((await other!.call('GET /api/auth/user')).status).toBe(200);
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.run(sql`
      select w.id from worksites w where (select count(*) from users u where u.worksite_id = w.id) = 16 for update`);
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const date = addDays(dayInRome(new Date().toISOString()), 1);
  const shift = { date, workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
  const writes = team.people.map((person) => person.call('POST /api/shifts', { body: shift }));
  await expect
    .poll(() =>
      database.many(sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    )
    .toHaveLength(8);
  for (let time = 0; time < 5; time += 1) {
    expect((await other!.call('GET /api/shifts')).status).toBe(200);
  }
  expect((await other!.call('POST /api/shifts', { body: shift })).status).toBe(201);
  unlock.resolve();
  await holding;
  for (const write of writes) expect(await write).toMatchObject({ status: 201 });
});
