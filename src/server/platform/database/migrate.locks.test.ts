import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/database.ts';
import { migrate } from './migrate.ts';

const database = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'turnario-migrations-'));
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('a migration that waits for a table held by a long reading does not keep the others from it', async () => {
  await database.transaction((tx) =>
    tx.script('drop schema public cascade; create schema public; create table people (id int)'),
  );
  await writeFile(join(folder, '0001_more.sql'), 'alter table people add column name text');
  const reading = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const backup = database.transaction(async (tx) => {
    await tx.many(sql`select id from people`);
    reading.resolve();
    await over.promise;
  });
  await reading.promise;
  const migrating = migrate(database, folder);
  const isWaiting = (): Promise<{ isWaiting: boolean }> =>
    database.one(sql`
      select exists (
        select from pg_locks l join pg_database d on d.oid = l.database
        where not l.granted and l.mode = 'AccessExclusiveLock' and d.datname = current_database()
      ) as "isWaiting"`);
  await expect.poll(isWaiting).toEqual({ isWaiting: true });
  // answered while the backup goes on, behind a migration that has stepped back
  expect(await database.many(sql`select id from people`)).toEqual([]);
  over.resolve();
  await backup;
  expect(await migrating).toEqual(['0001_more.sql']);
});
