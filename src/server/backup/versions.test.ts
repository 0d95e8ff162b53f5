import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, testDatabase } from '../../../tests/support/database.ts';
import { contentsOf, demoBackup, isEmpty, writeWhole } from '../../../tests/support/demoBackup.ts';
import type { Database } from '../platform/database/database.ts';
import { migrate, migrationsFolder } from '../platform/database/migrate.ts';
import { BackupError } from './format.ts';
import { restoreBackup } from './restore.ts';
import { upgradeDatabase } from './upgrade.ts';
import { writeBackup } from './write.ts';

// Restoring backups across versions, and backups made before a migration.

const { folder, server, database, file, made, lines } = await demoBackup();
const namesIn = async (dataDir: string): Promise<string[]> =>
  (await readdir(join(dataDir, 'backups'))).toSorted();

const later = join(folder, 'later');
await cp(migrationsFolder, later, { recursive: true });
await writeFile(join(later, '9999_later.sql'), 'create table later_things (id int primary key)');
const clear = (one: Database): Promise<void> =>
  one.transaction((tx) => tx.script('drop schema public cascade; create schema public'));

test('a backup of another version than an existing database is refused; a new database takes an older one and is migrated', async () => {
  const copy = await testDatabase(onTestFinished);
  await migrate(copy, later);
  const options = { replace: true, as: 'past', migrationsFolder: later } as const;
  await expect(restoreBackup(copy, file, options)).rejects.toThrow('un’altra');
  expect(await isEmpty(copy)).toBe(true);

  await clear(copy);
  await restoreBackup(copy, file, { ...options, as: 'copy' });
  const { later_things: added, ...contents } = await contentsOf(copy);
  expect(added).toMatchObject({ rows: 0 });
  expect(contents).toEqual(await contentsOf(database));
  expect(await copy.many(sql`select name from schema_migrations order by version`)).toEqual([
    ...made.migrations.map(({ name }) => ({ name })),
    { name: '9999_later.sql' },
  ]);
});

test('a newer version is refused', async () => {
  const migrations = [...made.migrations, { name: '9999_future.sql', sha256: 'x' }];
  const newer = await writeWhole(
    join(folder, 'newer.ndjson.gz'),
    { ...made, migrations },
    lines.slice(0, -1),
  );
  const copy = await testDatabase(onTestFinished);
  await expect(restoreBackup(copy, newer, { replace: false, as: 'copy' })).rejects.toThrow('un’altra');
  await clear(copy);
  await expect(restoreBackup(copy, newer, { replace: false, as: 'copy' })).rejects.toThrow('più recente');
});

test('a database that cannot be backed up is not migrated; three backups of the same upgrade stay', async () => {
  const copy = await testDatabase(onTestFinished);
  const dataDir = await temporaryFolder();
  const broken = join(dataDir, 'migrations');
  await cp(later, broken, { recursive: true });
  await writeFile(join(broken, '9999_later.sql'), 'drop table gone_wrong');
  const upgrade = (day: number) =>
    upgradeDatabase(copy, { dataDir, now: `2026-11-${day}T08:00:00.000Z`, migrationsFolder: broken });
  await writeFile(join(dataDir, 'backups'), '');
  await expect(upgrade(20)).rejects.toThrow(
    /^Prima di aggiornare .* non è riuscito: .*EEXIST.*Il database è rimasto com’era\.$/,
  );
  await rm(join(dataDir, 'backups'));
  for (const day of [21, 22, 23, 24]) await expect(upgrade(day)).rejects.toThrow('gone_wrong');
  expect(await namesIn(dataDir)).toEqual(
    [22, 23, 24].map((day) => expect.stringContaining(`-9999-2026-11-${day}T`) as string),
  );
});

test('a database that was never migrated needs no backup', async () => {
  const fresh = await testDatabase(onTestFinished);
  await clear(fresh);
  const now = server.clock.now();
  await expect(writeBackup(fresh, join(folder, 'none.gz'), { now })).rejects.toThrow(BackupError);
  const dataDir = join(folder, 'fresh');
  await upgradeDatabase(fresh, { dataDir, now, migrationsFolder: later });
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
});
