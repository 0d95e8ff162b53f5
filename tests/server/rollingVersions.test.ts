import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { violatedInvariants } from '../../db/invariants.ts';
import { addDays, dayInRome, type Day } from '../../src/domain/calendar/day.ts';
import { migrate, migrationsFolder } from '../../src/server/platform/database/migrate.ts';
import { settingsFor, testDatabase } from '../support/database.ts';
import { buildHttpTeam, confirmReady, type HttpTeam, testProducts } from './products.ts';

// A newer version has migrated the database while servers of this version run or restart.

const database = await testDatabase();
const start = testProducts(settingsFor(database));
const folder = await mkdtemp(join(tmpdir(), 'turnario-next-version-'));
afterAll(() => rm(folder, { recursive: true }));

/** Everything a newer version may do: tables, indexes, and columns on every table. */
const additions = (name: string): string => `
  do $$ declare known regclass; begin
    for known in select oid::regclass from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s add column ${name}_note text, add column ${name}_count int not null default 7', known);
    end loop;
  end $$;
  create table ${name}_things (id uuid primary key, user_id uuid references users on delete cascade);
  create index ${name}_by_day on shifts (day, ${name}_count);`;

async function addMigration(name: string): Promise<string> {
  const newest =
    (await readdir(folder))
      .filter((each) => each.endsWith('.sql'))
      .toSorted()
      .at(-1) ?? '';
  const file = `${String(Number(newest.slice(0, 4)) + 1).padStart(4, '0')}_${name}.sql`;
  await writeFile(join(folder, file), additions(name));
  return file;
}

/** Typical calls, repeated so that every statement is already prepared on the connections. */
async function work({ people, swaps }: HttpTeam, days: Day[]): Promise<void> {
  const [giulia] = people;
  for (const date of days) {
    const shift = { date, workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
    expect(await giulia!.call('POST /api/shifts', { body: shift })).toMatchObject({ status: 201 });
    for (const path of [
      '/api/auth/user',
      '/api/shifts',
      `/api/calendar/shifts?from=${date}&to=${date}`,
      '/api/exchange-requests',
      '/api/exchanges/completed',
      '/api/notifications',
      '/api/worksites/available',
    ]) {
      expect(await giulia!.send({ method: 'GET', path }), path).toMatchObject({ status: 200 });
    }
    expect(await confirmReady(swaps.shift()!)).toMatchObject({ status: 200 });
  }
}

test('servers keep working and can restart one migration behind the database', async () => {
  await cp(migrationsFolder, folder, { recursive: true });
  const server = start();
  let url = await server.url;
  const team = await buildHttpTeam(() => url, 3, 6);
  const first = addDays(dayInRome(new Date().toISOString()), 60);
  const days = Array.from({ length: 18 }, (_, index) => addDays(first, index));
  await work(team, days.slice(0, 6));

  const next = await addMigration('next');
  expect(await migrate(database, folder)).toEqual([next]);
  await work(team, days.slice(6, 12));
  expect(server.stdout()).not.toContain('"level":50');
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });

  const back = start();
  url = await back.url;
  await work(team, days.slice(12));
  expect(back.stdout()).not.toContain('"level":50');
  expect(await violatedInvariants(database)).toEqual([]);
  expect(await database.one(sql`select min(next_count) as least from shifts`)).toEqual({ least: 7 });
});

test('two migrations behind they refuse to start and say why', async () => {
  const after = await addMigration('after');
  expect(await migrate(database, folder)).toEqual([after]);
  const server = start();
  expect(await server.exited).toEqual({ code: 1, signal: null });
  expect(server.stderr()).toContain(`Il database contiene la migrazione ${after}, che questa versione`);
});
