import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { fillDemo } from '../../db/seed.ts';
import { compareWithBackup, restoreBackup } from '../../src/server/backup/restore.ts';
import { writeBackup } from '../../src/server/backup/write.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { runBackupCommand } from '../support/commands.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestServer } from '../support/server.ts';

const folder = await mkdtemp(join(tmpdir(), 'turnario-move-'));
afterAll(() => rm(folder, { recursive: true }));

test('a backup made while others write holds one moment of all tables', async () => {
  const [database, copy] = [await createTestDatabase(), await createTestDatabase()];
  onTestFinished(async () => {
    await Promise.all([database.close(), copy.close()]);
  });
  // each transaction leaves as many worksites as lines of the record
  let isOver = false;
  let written = 0;
  const write = async (writer: number): Promise<void> => {
    while (!isOver) {
      written += 1;
      const name = `${writer}-${written}`;
      await database.transaction(async (tx) => {
        await tx.run(sql`insert into audit_log (action, target_type) values (${name}, 'x')`);
        await tx.run(
          sql`insert into worksites (name, access_code, email) values (${name}, 'CODICE', 'a@b.it')`,
        );
      });
    }
  };
  const writers = [1, 2, 3].map(write);
  try {
    for (const round of [1, 2, 3, 4, 5]) {
      const file = join(folder, `busy-${round}.gz`);
      await writeBackup(database, file, { now: '2026-11-20T12:00:00.000Z' });
      await restoreBackup(copy, file, { replace: true, as: 'copy' });
      const rows = await copy.one<{ worksites: number; lines: number }>(sql`
        select (select count(*) from worksites) as worksites, (select count(*) from audit_log) as lines`);
      expect(rows.worksites).toBe(rows.lines);
    }
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  expect(written).toBeGreaterThan(20);
});

test('the demo moves from PostgreSQL to the embedded database and back, and stays the same', async () => {
  const server = await startTestServer();
  const back = await createTestDatabase();
  onTestFinished(async () => {
    await Promise.all([server.close(), back.close()]);
  });
  await fillDemo(server.context);
  const original = join(folder, 'original.gz');
  await writeBackup(server.database, original, { now: server.clock.now() });

  const env = { DATA_DIR: join(folder, 'data') };
  const there = await runBackupCommand('move', env, server.database.databaseUrl, '--back');
  expect(there).toMatchObject({ code: 0, stderr: '' });
  expect(there.stdout).toMatch(/^Da PostgreSQL a /);
  const embedded = await openDatabase({ dataDir: env.DATA_DIR });
  await embedded.transaction((tx) => compareWithBackup(tx, original));
  await embedded.close();

  const home = await runBackupCommand('move', env, back.databaseUrl);
  expect(home).toMatchObject({ code: 0, stderr: '' });
  await back.transaction((tx) => compareWithBackup(tx, original));
  expect(await readdir(join(env.DATA_DIR, 'backups'))).toHaveLength(2);

  expect(await runBackupCommand('move', env, back.databaseUrl)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('non è vuoto') as string,
  });
  const file = join(folder, 'of-postgres.gz');
  const settings = { DATABASE_URL: back.databaseUrl, APP_SECRET: 'x'.repeat(32), ...env };
  expect(await runBackupCommand('backup', settings, file)).toMatchObject({ code: 0, stderr: '' });
  const restored = await runBackupCommand('restore', settings, file, '--replace');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  // the demo's mails had not left when the backup was made: nothing sends them now by itself
  expect(await back.many(sql`select distinct status from mail_outbox`)).toEqual([{ status: 'unsure' }]);
});
