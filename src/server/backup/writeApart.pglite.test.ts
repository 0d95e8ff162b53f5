import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { prepareDataFolders } from '../../../tests/support/durableDatabase.ts';
import type { Database } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/openDatabase.ts';
import { withCopy } from '../platform/database/pgliteCopy.ts';
import { readHeader } from './format.ts';
import { writeBackupApart } from './writeApart.ts';

// the process that writes gets what others leave of a busy machine
vi.setConfig({ testTimeout: 300_000 });

const now = '2026-11-22T09:00:00.000Z';

const folders = await prepareDataFolders();
afterAll(() => folders.remove());

/** An open database with a record of so many lines. */
async function open(lines: number) {
  const dataDir = await folders.copy();
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  await record(database, lines);
  const giving = new AbortController();
  const backups = join(dataDir, 'backups');
  await mkdir(backups);
  const file = join(backups, 'given.ndjson.gz');
  const write = () => writeBackupApart({ database, dataDir }, file, { now, signal: giving.signal });
  return { database, dataDir, backups, file, write, giveUp: () => giving.abort() };
}

const record = (database: Database, lines: number) =>
  database.run(sql`
    insert into audit_log (action, target_type) select 'prova', n::text from generate_series(1, ${lines}::int) n`);

/** Resolves when the condition holds, asked again and again. */
async function until(condition: () => boolean): Promise<void> {
  // its process has less priority than this one: asking without a pause could keep it from ever getting there
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

test('others write meanwhile, and the file holds the moment at which it began', async () => {
  const { database, file, write } = await open(20_000);
  const writing = write();
  // its process has begun to write
  await until(() => existsSync(`${file}.part`));
  await record(database, 1);
  await writing;
  const recorded = (await readHeader(file)).tables.find(({ name }) => name === 'audit_log');
  expect(recorded?.rows).toBe(20_000);
});

test('giving up ends its process and leaves nothing, and a copy that was left is in nobody’s way', async () => {
  const { dataDir, backups, file, write, giveUp } = await open(1);
  await mkdir(join(dataDir, 'copy.part', 'db'), { recursive: true });
  await writeFile(join(dataDir, 'copy.part', 'db', 'PG_VERSION'), 'x');
  const writing = write();
  await until(() => existsSync(join(dataDir, 'copy.part', 'lock')));
  giveUp();
  await expect(writing).rejects.toThrow('aborted');
  expect(existsSync(join(dataDir, 'copy.part'))).toBe(false);
  expect(await readdir(backups)).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

test('what its process says when it cannot is in the error', async () => {
  const { database, backups, write } = await open(1);
  await database.run(sql`delete from schema_migrations`);
  await expect(write()).rejects.toThrow(/ended with 1: [^]*Il database è ancora vuoto/);
  expect(await readdir(backups)).toEqual([]);
});

test('on a disk too full for the copy nothing is written, and the database goes on', async () => {
  const { database, dataDir } = await open(1);
  const work = vi.fn<(folder: string) => Promise<void>>(async () => undefined);
  const { signal } = new AbortController();
  const copying = withCopy({ database, dataDir }, work, signal, async () => 64_000_000);
  await expect(copying).rejects.toThrow(/too full for a backup: 64 MB free, \d+ MB needed/);
  expect(work).not.toHaveBeenCalled();
  expect(existsSync(join(dataDir, 'copy.part'))).toBe(false);
  await record(database, 1);
  await withCopy({ database, dataDir }, work, signal, async () => 64_000_000_000);
  expect(work).toHaveBeenCalledOnce();
});

test('of the log of the database only the files from which the copy starts are copied', async () => {
  const { database, dataDir } = await open(1);
  const log = join(dataDir, 'db/pg_wal');
  const [before, later] = ['000000010000000000000000', '0000000100000000000000FF'];
  for (const name of [before, later, 'note']) await writeFile(join(log, name), 'x');
  let copied: string[] = [];
  const keep = async (folder: string): Promise<void> => {
    copied = await readdir(join(folder, 'db/pg_wal'));
  };
  await withCopy({ database, dataDir }, keep, new AbortController().signal);
  expect(copied).toContain('note');
  expect(copied).not.toContain(before);
  expect(copied).not.toContain(later);
  expect(copied.filter((name) => /^[\dA-F]{24}$/.test(name))).not.toEqual([]);
});
