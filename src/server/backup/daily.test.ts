import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { testServer } from '../../../tests/support/server.ts';
import { temporaryFolder } from '../../../tests/support/temporaryFolder.ts';
import { type Backups, startBackups } from './daily.ts';

const minutes = 60_000;
const server = await testServer();
afterEach(() => void vi.useRealTimers());

const numberOf = async (metric: string): Promise<number> => {
  const text = await server.context.metrics.registry.metrics();
  return Number(new RegExp(`^turnario_job_${metric}\\{job="backup"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
};
const failures = (): Promise<number> => numberOf('failures_total');

/** With its timers held until they are moved. */
function startIn(dataDir: string): Backups {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const backups = startBackups({ ...server.context, settings: { ...server.context.settings, dataDir } });
  onTestFinished(() => backups.stop());
  return backups;
}

test('a daily backup that fails is logged and counted, and tried again in a quarter of an hour, until the server stops', async () => {
  const dataDir = await temporaryFolder();
  // no folder, so nothing can be written there
  await writeFile(join(dataDir, 'backups'), '');
  const backups = startIn(dataDir);
  const pass = async (milliseconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  /** Waits without moving the timers that are held, as `vi.waitUntil` would. */
  const hasFailed = async (times: number): Promise<void> => {
    while ((await failures()) < times) await setImmediate();
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

test('the first daily backup comes a minute after the start, and is the last success that is told', async () => {
  const dataDir = await temporaryFolder();
  startIn(dataDir);
  vi.advanceTimersByTime(minutes);
  vi.useRealTimers();
  const now = Date.parse(server.clock.now()) / 1000;
  await vi.waitUntil(async () => (await numberOf('last_success_timestamp_seconds')) === now, {
    interval: 5,
    timeout: 60_000,
  });
  expect(await readdir(join(dataDir, 'backups'))).toEqual(['daily-2026-11-16T09-00-00-000Z.ndjson.gz']);
});

test('a server that stops while its daily backup is being written has no failure, and leaves nothing half made', async () => {
  await server.database.run(sql`
    insert into audit_log (action, target_type) select 'prova', n::text from generate_series(1, 50000) n`);
  const dataDir = await temporaryFolder();
  const before = await failures();
  const backups = startIn(dataDir);
  vi.advanceTimersByTime(minutes);
  vi.useRealTimers();
  const draft = join(dataDir, 'backups/daily-2026-11-16T09-00-00-000Z.ndjson.gz.part');
  await vi.waitUntil(() => existsSync(draft), { interval: 1, timeout: 60_000 });
  await backups.stop();
  expect(server.takeErrors()).toEqual([]);
  expect(await failures()).toBe(before);
  expect(await readdir(join(dataDir, 'backups'))).toEqual([]);
});
