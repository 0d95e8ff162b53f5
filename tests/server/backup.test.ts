import { existsSync } from 'node:fs';
import { access, cp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fillDemo } from '../../db/seed.ts';
import { readHeader } from '../../src/server/backup/format.ts';
import { compareWithBackup, restoreBackup } from '../../src/server/backup/restore.ts';
import { writeBackup } from '../../src/server/backup/write.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { runToEnd, startProcess } from '../../tools/process.ts';
import { startProduct } from '../../tools/product.ts';
import { settingsFor, temporaryFolder, testDatabase } from '../support/database.ts';
import { startTestServer } from '../support/server.ts';

/** Runs `npm run backup`, `restore` or `db:move`. */
const runBackup = (command: 'backup' | 'restore' | 'move', env: Record<string, string>, ...args: string[]) =>
  runToEnd({ args: [`scripts/backup/${command}.ts`, ...args], env });
const refusal = (text: string) => ({ code: 1, stderr: expect.stringContaining(text) as string });
const isBackup = (kind: string): RegExp => new RegExp(`^${kind}-2.+\\.ndjson\\.gz$`);

test('a backup made during writes is a consistent snapshot', async () => {
  const folder = await temporaryFolder();
  const [database, copy] = [await testDatabase(onTestFinished), await testDatabase(onTestFinished)];
  // each transaction adds one worksite and one audit entry
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

test('the embedded database is backed up while its server runs and after a kill, and restored while it is stopped', async () => {
  const dataDir = await temporaryFolder();
  const env = { DATA_DIR: dataDir };
  const killed = startProduct(env);
  await killed.url;
  await killed.end('SIGKILL');
  expect(await runBackup('backup', env)).toMatchObject({ code: 0, stderr: '' });
  const server = startProduct(env);
  onTestFinished(() => void server.child.kill('SIGKILL'));
  await server.url;

  const wanted = join(dataDir, 'mine.ndjson.gz');
  const saved = await runBackup('backup', env, wanted);
  expect(saved).toMatchObject({ code: 0, stderr: '' });
  expect(saved.stdout).toMatch(/confrontato riga per riga:\n(.*\n)* {2}users +1\n/);
  expect((await stat(wanted)).mode & 0o777).toBe(0o600);
  expect(await runBackup('restore', env, wanted, '--replace')).toMatchObject(refusal('già in uso'));
  expect(await server.end()).toEqual({ code: 0, signal: null });

  const changed = await openDatabase({ dataDir });
  await changed.run(sql`delete from users`);
  await changed.run(sql`insert into audit_log (action, target_type) values ('dopo', 'x')`);
  await changed.close();
  expect(await runBackup('restore', env, wanted)).toMatchObject(refusal('--replace'));
  const restored = await runBackup('restore', env, wanted, '--replace');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain(': l’account era stato eliminato\n');
  const again = await openDatabase({ dataDir });
  await again.transaction((tx) => compareWithBackup(tx, wanted));
  await again.close();
  expect((await readdir(join(dataDir, 'backups'))).toSorted()).toEqual(
    ['manual', 'replaced'].map((kind) => expect.stringMatching(isBackup(kind)) as string),
  );
});

test('the demo moves from PostgreSQL to the embedded database, back, and to another PostgreSQL, unchanged', async () => {
  const folder = await temporaryFolder();
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const [back, third] = [await testDatabase(onTestFinished), await testDatabase(onTestFinished)];
  await fillDemo(server.context);
  const original = join(folder, 'original.gz');
  await writeBackup(server.database, original, { now: server.clock.now() });

  const env = { DATA_DIR: join(folder, 'data') };
  const there = await runBackup('move', env, server.database.databaseUrl, '--back');
  expect(there).toMatchObject({ code: 0, stderr: '' });
  expect(there.stdout).toContain(`Dal PostgreSQL indicato al database incorporato in ${env.DATA_DIR}:\n`);
  const embedded = await openDatabase({ dataDir: env.DATA_DIR });
  await embedded.transaction((tx) => compareWithBackup(tx, original));
  await embedded.close();

  const home = await runBackup('move', env, back.databaseUrl);
  expect(home).toMatchObject({ code: 0, stderr: '' });
  await back.transaction((tx) => compareWithBackup(tx, original));
  expect(await runBackup('move', env, back.databaseUrl)).toMatchObject(refusal('non è vuoto'));

  const settings = { ...settingsFor(back), ...env };
  const on = await runBackup('move', settings, third.databaseUrl);
  expect(on).toMatchObject({ code: 0, stderr: '' });
  expect(on.stdout).toContain('Dal database di DATABASE_URL al PostgreSQL indicato:\n');
  await third.transaction((tx) => compareWithBackup(tx, original));

  const file = join(folder, 'of-postgres.gz');
  expect(await runBackup('backup', settings, file)).toMatchObject({ code: 0, stderr: '' });
  const restored = await runBackup('restore', settings, file, '--replace');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  // unsent mails of a restored backup are not sent automatically
  expect(await back.many(sql`select distinct status from mail_outbox`)).toEqual([{ status: 'unsure' }]);
});

test('a backup interrupted during its trial restore leaves neither the trial database nor its server', async () => {
  const [temporary, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const database = await testDatabase(onTestFinished);
  const backup = startProcess({
    args: [join(import.meta.dirname, '../../scripts/backup/backup.ts')],
    env: { ...settingsFor(database), DATA_DIR: dataDir, TMPDIR: temporary },
  });
  const pid = await vi.waitFor(
    async () => {
      const [trial = ''] = await readdir(temporary);
      return Number.parseInt(await readFile(join(temporary, trial, 'postgres/postmaster.pid'), 'utf8'), 10);
    },
    { interval: 1, timeout: 60_000 },
  );
  expect(await backup.end()).toMatchObject({ code: 1 });
  expect(await readdir(temporary)).toEqual([]);
  await vi.waitUntil(() => !existsSync(`/proc/${pid}`), { timeout: 60_000 });
});

test('restoring a missing file does not create a data folder', async () => {
  const dataDir = join(await temporaryFolder(), 'none');
  expect(await runBackup('restore', { DATA_DIR: dataDir }, 'nessuno.gz')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Il file nessuno.gz non esiste.\n',
  });
  await expect(access(dataDir)).rejects.toThrow('ENOENT');
});

test('a new version backs up the database before migrating it, and does not start if that fails', async () => {
  const product = await temporaryFolder();
  const root = join(import.meta.dirname, '../..');
  for (const part of ['src/server', 'src/domain', 'scripts', 'db', 'package.json'])
    await cp(join(root, part), join(product, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(product, 'node_modules'));
  await writeFile(join(product, 'db/migrations/0009_next.sql'), 'create table next_things (id int)');
  const database = await testDatabase(onTestFinished);
  const dataDir = await temporaryFolder();
  const backups = join(dataDir, 'backups');
  const run = (script: string) =>
    runToEnd({
      args: [join(product, script)],
      env: { ...settingsFor(database), DATA_DIR: dataDir, DEMO: '0', PORT: '0', METRICS_PORT: 'off' },
    });

  await writeFile(backups, '');
  const sentence = 'Prima di aggiornare il database ne serve un backup, che non è riuscito: ';
  expect(await run('src/server/main.ts')).toMatchObject(refusal(sentence));
  expect(await run('scripts/migrate.ts')).toMatchObject(refusal(sentence));
  await rm(backups);
  expect(await run('scripts/migrate.ts')).toMatchObject({
    code: 0,
    stdout: 'Applicate: 0009_next.sql\n',
    stderr: '',
  });
  const [file = '', ...others] = await readdir(backups);
  expect(file).toMatch(isBackup('before-0001-0009'));
  expect(others).toEqual([]);
  expect((await readHeader(join(backups, file))).migrations).toHaveLength(1);
});
