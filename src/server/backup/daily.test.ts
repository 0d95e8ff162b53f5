import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../tests/support/database.ts';
import { testServer } from '../../../tests/support/server.ts';
import { backUpBeforeRemoval, type Backups, makeDailyBackup, startBackups } from './daily.ts';
import { removeAgedBackups } from './folder.ts';
import { writeBackup } from './write.ts';

const minutes = 60_000;
const server = await testServer();
afterEach(() => void vi.useRealTimers());

const numberOf = async (metric: string): Promise<number> => {
  const text = await server.context.metrics.registry.metrics();
  return Number(new RegExp(`^turnario_job_${metric}\\{job="backup"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
};
const failures = (): Promise<number> => numberOf('failures_total');

/** Starts backups with fake timers. */
function startIn(dataDir: string): Backups {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const backups = startBackups({ ...server.context, settings: { ...server.context.settings, dataDir } });
  onTestFinished(() => backups.stop());
  return backups;
}

test('a failed daily backup is logged, counted and retried in a quarter of an hour, until the server stops', async () => {
  const dataDir = await temporaryFolder();
  // a file in place of the folder, so that writing fails
  await writeFile(join(dataDir, 'backups'), '');
  const backups = startIn(dataDir);
  const pass = async (milliseconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  /** Waits without advancing the fake timers, as `vi.waitUntil` would. */
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

test('the first daily backup comes a minute after the start, and is reported as the last success', async () => {
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

test('a server that stops during its daily backup reports no failure and leaves no partial file', async () => {
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

const save = (target: string, now: string) => writeBackup(server.database, target, { now });
const day = 24 * 3600;

/** A data folder, and its daily backup after this many seconds. */
async function folderOfBackups() {
  const dataDir = await temporaryFolder();
  const context = { ...server.context, settings: { ...server.context.settings, dataDir } };
  const place = join(dataDir, 'backups');
  return {
    dataDir,
    place,
    names: async () => (await readdir(place)).toSorted(),
    daily: (seconds: number) => {
      server.clock.advance(seconds);
      return makeDailyBackup(context, save);
    },
    removal: (seconds: number) => {
      server.clock.advance(seconds);
      return backUpBeforeRemoval(dataDir, server.clock.now(), save);
    },
  };
}
const named = (kind: string, time: string) => (date: string) => `${kind}-2026-11-${date}T${time}Z.ndjson.gz`;

test('one backup a day, the newest seven kept, manual ones untouched', async () => {
  const { place, names, daily } = await folderOfBackups();
  await daily(0);
  await daily(23 * 3600);
  expect(await names()).toEqual(['daily-2026-11-16T09-00-00-000Z.ndjson.gz']);
  await writeFile(join(place, 'manual-x.ndjson.gz'), '');
  await writeFile(join(place, 'daily-2026-11-16T10-00-00-000Z.ndjson.gz.part'), '');
  for (let count = 0; count < 8; count += 1) await daily(day);
  expect(await names()).toEqual([
    ...['19', '20', '21', '22', '23', '24', '25'].map(named('daily', '08-00-00-000')),
    'manual-x.ndjson.gz',
  ]);
  // a manual one made this hour does not count as daily
  await writeFile(join(place, 'manual-2026-11-26T07-30-00-000Z.ndjson.gz'), '');
  await daily(day);
  expect(await names()).toContain('daily-2026-11-26T08-00-00-000Z.ndjson.gz');
});

test('backups before deletions are one a day, of which three stay', async () => {
  const { place, names, removal } = await folderOfBackups();
  for (const seconds of [0, 3600, day, day, day]) await removal(seconds);
  expect(await names()).toEqual(['17', '18', '19'].map(named('removal', '10-00-00-000')));
  // a manual one made today is sufficient
  await writeFile(join(place, 'manual-2026-11-20T07-30-00-000Z.ndjson.gz'), '');
  await removal(day);
  expect(await names()).not.toContain('removal-2026-11-20T10-00-00-000Z.ndjson.gz');
});

test('no backup gets older than 30 days, manual ones included, except the only one left', async () => {
  const { dataDir, place, names } = await folderOfBackups();
  await mkdir(place);
  const at = (date: string): string => `${date}T08-00-00-000Z.ndjson.gz`;
  const dated = ['manual-2026-10-21', 'move-2026-10-20', 'removal-2026-10-20', 'replaced-2026-10-21'].map(at);
  const others = [`${at('daily-2026-10-01')}.part`, 'mine.ndjson.gz'];
  for (const name of [...dated, ...others]) await writeFile(join(place, name), '');
  await removeAgedBackups(dataDir, '2026-11-20T08:00:00.000Z');
  expect(await names()).toEqual([others[0], dated[0], others[1], dated[3]]);
  await removeAgedBackups(dataDir, '2027-11-20T08:00:00.000Z');
  expect((await names()).filter((name) => dated.includes(name))).toHaveLength(1);
  await removeAgedBackups(join(dataDir, 'nowhere'), '2026-11-20T08:00:00.000Z');
});

test('a clock that was ahead loses no backup', async () => {
  const { names, daily } = await folderOfBackups();
  for (let count = 0; count < 7; count += 1) await daily(day);
  const before = await names();
  const ahead = 800 * day;
  await server.database.run(sql`
    insert into upkeep_state (clock, seen_at, steady_seconds) values ('suspected', ${server.clock.now()}, 0)`);
  await daily(ahead);
  const future = (await names()).find((name) => !before.includes(name));
  expect(future).toMatch(/^daily-2029/);
  // corrected: today's exists, and the one from the future does not count
  await daily(900 - ahead);
  for (let quarters = 0; quarters < 2; quarters += 1) await daily(900);
  expect(await names()).toEqual([...before, future]);
  await server.database.run(sql`delete from upkeep_state`);
  await daily(day);
  expect(await names()).toEqual([...before.slice(1), 'daily-2026-11-24T09-45-00-000Z.ndjson.gz', future]);
});
