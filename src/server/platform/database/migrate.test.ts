import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder, testDatabase } from '../../../../tests/support/database.ts';
import { MigrationError } from './errors.ts';
import { migrate } from './migrate.ts';

const database = await testDatabase();
let folder: string;

const files: Record<string, string> = {
  '0001_people.sql': `
    create table people (id int primary key, name text not null);
    -- a semicolon; in a comment, and one in a text:
    insert into people values (1, 'a;b');`,
  '0002_older.sql': `
    create function older(id int) returns int language plpgsql as $$
    begin
      return id + 1;
    end;
    $$;
    alter table people add column age int not null default older(41);`,
};

async function write(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text);
}

beforeEach(async () => {
  await database.transaction((tx) => tx.script('drop schema public cascade; create schema public'));
  folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await write(name, text);
});

test('applies and records every file once, in order; then a new one', async () => {
  expect(await migrate(database, folder)).toStrictEqual(['0001_people.sql', '0002_older.sql']);
  expect(await migrate(database, folder)).toStrictEqual([]);
  expect(await database.many(sql`select id, name, age from people`)).toStrictEqual([
    { id: 1, name: 'a;b', age: 42 },
  ]);
  expect(
    await database.many(
      sql`select version, name, length(sha256) as length from schema_migrations order by version`,
    ),
  ).toStrictEqual([
    { version: '0001', name: '0001_people.sql', length: 64 },
    { version: '0002', name: '0002_older.sql', length: 64 },
  ]);
  await write('0003_more.sql', `insert into people values (2, 'b')`);
  expect(await migrate(database, folder)).toStrictEqual(['0003_more.sql']);
});

test('concurrent starts apply each file once', async () => {
  const second = await database.connect();
  const applied = await Promise.all([database, second, database, second].map((one) => migrate(one, folder)));
  expect(applied.flat().toSorted()).toStrictEqual(['0001_people.sql', '0002_older.sql']);
  await second.close();
});

test('a failing file is rolled back, and those before it stay', async () => {
  await write('0003_broken.sql', `create table half (id int); insert into nowhere values (1);`);
  await expect(migrate(database, folder)).rejects.toMatchObject({ code: '42P01' });
  expect(await database.many(sql`select name from schema_migrations order by name`)).toHaveLength(2);
  expect(await database.one(sql`select to_regclass('half') is null as gone`)).toStrictEqual({ gone: true });
});

test.each([
  ['text', '0001_people.sql'],
  ['name', '0001_persons.sql'],
])('a file that was applied with another %s stops', async (_what, name) => {
  await migrate(database, folder);
  await rm(join(folder, '0001_people.sql'));
  await write(name, `${files['0001_people.sql']}${name === '0001_people.sql' ? ' -- harmless' : ''}`);
  await expect(migrate(database, folder)).rejects.toThrow(MigrationError);
  await expect(migrate(database, folder)).rejects.toThrow(
    `Il database è stato creato con un altro testo di ${name}`,
  );
});

const more = `insert into people values (2, 'b')`;

test.each<[string, Record<string, string>, refused?: string]>([
  ['goes on, one step ahead', { '0003_more.sql': more }],
  [
    'goes on, several migrations ahead that say they work with it',
    { '0003_more.sql': more, '0004_rest.sql': `-- works with code from 0002\ndelete from people` },
  ],
  [
    'stops, two steps ahead',
    { '0003_more.sql': more, '0004_rest.sql': more.replace('2', '3') },
    '0004_rest.sql',
  ],
  [
    'stops, one ahead that does not work with it',
    { '0003_more.sql': `-- works with code from 0003\n${more}` },
    '0003_more.sql',
  ],
])('code that finds a newer database %s', async (_what, newer, refused) => {
  for (const [name, text] of Object.entries(newer)) await write(name, text);
  await migrate(database, folder);
  for (const name of Object.keys(newer)) await rm(join(folder, name));
  if (refused) await expect(migrate(database, folder)).rejects.toThrow(`${refused}, che questa versione`);
  else expect(await migrate(database, folder)).toStrictEqual([]);
});

test('a file added with a smaller number is applied too, once', async () => {
  await rm(join(folder, '0001_people.sql'));
  await write('0002_older.sql', 'create table later (id int)');
  await migrate(database, folder);
  await write('0001_people.sql', 'create table early (id int)');
  expect(await migrate(database, folder)).toStrictEqual(['0001_people.sql']);
  expect(await migrate(database, folder)).toStrictEqual([]);
  // code without the file does not know what it did
  await rm(join(folder, '0001_people.sql'));
  await expect(migrate(database, folder)).rejects.toThrow('0001_people.sql, che questa versione');
});

test('a migration waiting for a table locked by a long read does not block others from it', async () => {
  await migrate(database, folder);
  await write('0003_more.sql', 'alter table people add column nickname text');
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
  // answered during the backup, queued behind a migration that gave way
  expect(await database.many(sql`select id from people`)).toEqual([{ id: 1 }]);
  over.resolve();
  await backup;
  expect(await migrating).toEqual(['0003_more.sql']);
});
