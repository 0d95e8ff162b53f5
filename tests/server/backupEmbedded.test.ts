import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { compareWithBackup } from '../../src/server/backup/restore.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { startProduct } from '../../tools/product.ts';
import { runBackupCommand } from '../support/commands.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

// The commands on the embedded database, with a server that has it open and without.

test('a running server is asked for its backup; stopped, it is brought back to it', async () => {
  const dataDir = await temporaryFolder();
  const env = { DATA_DIR: dataDir };
  const killed = startProduct(env);
  onTestFinished(() => void killed.child.kill('SIGKILL'));
  await killed.url;
  killed.child.kill('SIGKILL');
  await killed.exited;
  // what it left is not in the way of the next
  const server = startProduct(env);
  onTestFinished(() => void server.child.kill('SIGKILL'));
  await server.url;

  const wanted = join(dataDir, 'mine.ndjson.gz');
  const saved = await runBackupCommand('backup', env, wanted);
  expect(saved).toMatchObject({ code: 0, stderr: '' });
  expect(saved.stdout).toMatch(/confrontato riga per riga:\n(.*\n)* {2}users +1\n/);
  expect((await stat(wanted)).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'backup.sock'))).mode & 0o777).toBe(0o600);
  expect(await readdir(join(dataDir, 'backups'))).toEqual([expect.stringMatching(/^manual-.+\.ndjson\.gz$/)]);

  expect(await runBackupCommand('restore', env, wanted, '--replace')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('già in uso') as string,
  });
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  await expect(access(join(dataDir, 'backup.sock'))).rejects.toThrow('ENOENT');

  const changed = await openDatabase({ dataDir });
  await changed.run(sql`delete from users`);
  await changed.run(sql`insert into audit_log (action, target_type) values ('dopo', 'x')`);
  await changed.close();
  expect(await runBackupCommand('restore', env, wanted)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--replace') as string,
  });
  const restored = await runBackupCommand('restore', env, wanted, '--replace');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain(': l’account era stato eliminato\n');
  expect((await readdir(join(dataDir, 'backups'))).some((name) => name.startsWith('replaced-'))).toBe(true);
  const again = await openDatabase({ dataDir });
  await again.transaction((tx) => compareWithBackup(tx, wanted));
  await again.close();
});

test('a file that is missing makes no data folder', async () => {
  const dataDir = join(await temporaryFolder(), 'none');
  expect(await runBackupCommand('restore', { DATA_DIR: dataDir }, 'nessuno.gz')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Il file nessuno.gz non esiste.\n',
  });
  await expect(access(dataDir)).rejects.toThrow('ENOENT');
});
