import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { testServer } from '../../../tests/support/server.ts';
import { temporaryFolder } from '../../../tests/support/temporaryFolder.ts';
import { openDatabase } from '../platform/database/openDatabase.ts';
import { startBackups } from './daily.ts';

// the process that writes gets what others leave of a busy machine
vi.setConfig({ testTimeout: 300_000 });

const minutes = 60_000;
const server = await testServer();
afterEach(() => void vi.useRealTimers());

const failures = async (): Promise<number> => {
  const text = await server.context.metrics.registry.metrics();
  return Number(/^turnario_job_failures_total\{job="backup"\} (\d+)$/m.exec(text)?.[1] ?? 0);
};
/** Waits without moving the timers that are held, as `vi.waitUntil` would. */
const hasFailed = async (times: number): Promise<void> => {
  while ((await failures()) < times) await setImmediate();
};
const lastSuccess = async (): Promise<number> => {
  const text = await server.context.metrics.registry.metrics();
  const seconds = /^turnario_job_last_success_timestamp_seconds\{job="backup"\} (\d+)$/m.exec(text)?.[1];
  return Number(seconds ?? 0);
};

test('a daily backup that fails is logged and counted, and tried again in a quarter of an hour, until the server stops', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'turnario-daily-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  // no folder, so nothing can be written there
  await writeFile(join(dataDir, 'backups'), '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const settings = { ...server.context.settings, dataDir };
  const backups = await startBackups({ ...server.context, settings });
  const pass = async (milliseconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  await pass(minutes - 1);
  expect(await failures()).toBe(0);
  await pass(1);
  await hasFailed(1);
  expect(server.takeErrors().map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'daily backup', err: { code: 'ENOTDIR' } },
  ]);
  await pass(15 * minutes - 1);
  expect(await failures()).toBe(1);
  await pass(1);
  await hasFailed(2);
  server.takeErrors();
  await backups.stop();
  await pass(60 * minutes);
  expect(await failures()).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('a server that stops while its daily backup is being written has no failure, and leaves nothing half made', async () => {
  const dataDir = await temporaryFolder();
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  const before = await failures();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const settings = { ...server.context.settings, dataDir };
  const backups = await startBackups({ ...server.context, database, settings });
  vi.advanceTimersByTime(minutes);
  vi.useRealTimers();
  await vi.waitUntil(() => existsSync(join(dataDir, 'copy.part')), { interval: 1, timeout: 60_000 });
  await backups.stop();
  expect(server.takeErrors()).toEqual([]);
  expect(await failures()).toBe(before);
  expect(existsSync(join(dataDir, 'copy.part'))).toBe(false);
  expect(existsSync(join(dataDir, 'backup.sock'))).toBe(false);
});

test('the first daily backup comes a minute after the start, and is the last success that is told', async () => {
  const dataDir = await temporaryFolder();
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const settings = { ...server.context.settings, dataDir };
  const backups = await startBackups({ ...server.context, database, settings });
  onTestFinished(() => backups.stop());
  vi.advanceTimersByTime(minutes);
  vi.useRealTimers();
  const now = Date.parse(server.clock.now()) / 1000;
  await vi.waitUntil(async () => (await lastSuccess()) === now, { interval: 5, timeout: 120_000 });
  expect(await readdir(join(dataDir, 'backups'))).toEqual(['daily-2026-11-16T09-00-00-000Z.ndjson.gz']);
});

test('a backup whose server died ends and leaves no file, and until then gives way to the others', async () => {
  const dataDir = await temporaryFolder();
  const database = await openDatabase({ dataDir });
  await database.run(sql`
    insert into audit_log (action, target_type) select 'prova', n::text from generate_series(1, 50000) n`);
  await database.close();
  const file = join(dataDir, 'orphan.ndjson.gz');
  const program = join(import.meta.dirname, 'backupProcess.ts');
  const child = fork(program, [dataDir, file, '2026-11-22T09:00:00.000Z'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await vi.waitUntil(() => existsSync(`${file}.part`), { interval: 1, timeout: 120_000 });
  expect(getPriority(child.pid)).toBeGreaterThanOrEqual(10);
  child.disconnect();
  expect(await ended).toBe(1);
  expect(existsSync(file)).toBe(false);
});
