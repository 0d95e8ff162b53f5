import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder, query, startDatabase } from '../../../../tests/support/embedded.ts';

// What remains after killing the database, the product or both, and how the database stops.

const mainPid = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

/** All processes working in the folder. */
function processesOf(dataDir: string): number[] {
  const worksThere = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'postgres');
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter(worksThere).map(Number);
}

/** Starts a product in another process, to be killed. */
async function startElsewhere(dataDir: string) {
  const library = JSON.stringify(new URL('./embedded.ts', import.meta.url));
  const code = `import { startEmbedded } from ${library};
    console.log((await startEmbedded(${JSON.stringify(dataDir)}, { onWarning() {} })).databaseUrl);`;
  const product = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = async (): Promise<void> => {
    if (product.kill('SIGKILL')) await once(product, 'exit');
  };
  onTestFinished(kill);
  const [databaseUrl] = (await once(createInterface(product.stdout), 'line')) as [string];
  return { databaseUrl, kill };
}

test.each([
  ['the main process', (main: number) => [main]],
  ['one of the others', (main: number, all: number[]) => all.filter((pid) => pid !== main).slice(0, 1)],
  ['all', (_main: number, all: number[]) => all],
])('after kill -9 of %s it runs again, whatever runs a long statement', async (_what, chosen) => {
  const dataDir = newFolder();
  const { databaseUrl, warnings } = await startDatabase(dataDir);
  await query(databaseUrl, 'create table numbers (n int); insert into numbers values (1)');
  // it does not notice by itself that the main process is gone
  const long = query(databaseUrl, 'do $$ begin loop perform 1; end loop; end $$').catch(String);
  const begun = `select count(*)::int from pg_stat_activity where query like '%perform 1%' and pid <> pg_backend_pid()`;
  await expect.poll(() => query(databaseUrl, begun)).toEqual([1]);
  const main = await mainPid(dataDir);
  const pids = chosen(main, processesOf(dataDir));
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  expect(await long).toMatch(/terminat|ECONNRESET/);
  await expect
    .poll(() => query(databaseUrl, 'insert into numbers values (2) returning n').catch(String))
    .toEqual([2]);
  expect(await query(databaseUrl, 'select n from numbers')).toEqual([1, 2]);
  expect(warnings).toHaveLength(pids.includes(main) ? 1 : 0);
});

test.each([
  ['left over by', false],
  ['killed together with', true],
])('a server %s a killed product keeps what it acknowledged', async (_what, isKilledToo) => {
  const dataDir = newFolder();
  const { databaseUrl, kill } = await startElsewhere(dataDir);
  await query(databaseUrl, 'create table numbers (n int); insert into numbers values (1)');
  const left = await mainPid(dataDir);
  await kill();
  expect(processesOf(dataDir)).toContain(left);
  if (isKilledToo) for (const pid of processesOf(dataDir)) process.kill(pid, 'SIGKILL');
  const next = await startDatabase(dataDir);
  expect(await query(next.databaseUrl, 'select n from numbers')).toEqual([1]);
  expect(processesOf(dataDir)).not.toContain(left);
});

test('a killed server whose process id was reused is not waited for', async () => {
  const dataDir = newFolder();
  const server = await startDatabase(dataDir);
  const files = [join(dataDir, 'postgres', 'postmaster.pid'), join(dataDir, 'run', '.s.PGSQL.5432.lock')];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  await server.stop();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill());
  for (const [index, file] of files.entries())
    await writeFile(file, texts[index]?.replace(/^\d+/, `${other.pid}`) ?? '');
  const { databaseUrl } = await startDatabase(dataDir);
  expect(await query(databaseUrl, 'select 1')).toEqual([1]);
  expect(other.exitCode).toBeNull();
});

test('stop() ends a suspended server with an open transaction, and all its processes', async () => {
  const dataDir = newFolder();
  const server = await startDatabase(dataDir);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin; create table numbers (n int)');
  process.kill(await mainPid(dataDir), 'SIGSTOP');
  await server.stop();
  expect(processesOf(dataDir)).toEqual([]);
  expect(server.warnings).toEqual([]);
});
