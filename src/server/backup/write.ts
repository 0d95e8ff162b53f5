import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { BackupError, type BackupHeader } from './format.ts';
import { countRows, listMigrations, listSequences, listTables, readTable } from './queries.ts';

interface WriteOptions {
  /** Only recorded in the file. */
  now: Instant;
  /** Aborts, and leaves no file. */
  signal?: AbortSignal;
}

/**
 * Writes all rows of a read-only snapshot, which blocks nobody, to `file`, readable by its owner only. The file appears
 * complete and synced, or not at all. Memory use does not grow with the database.
 * @throws BackupError if the database was never migrated
 */
export const writeBackup = (database: Database, file: string, options: WriteOptions): Promise<BackupHeader> =>
  database.transaction(async (tx) => {
    await beginSnapshot(tx);
    return writeSnapshot(tx, file, options);
  });

/** The snapshot is that of the first statement that reads after this. */
export const beginSnapshot = (tx: Transaction): Promise<void> =>
  tx.script('set transaction isolation level repeatable read, read only; set local statement_timeout = 0');

/** `writeBackup` in a transaction that began with `beginSnapshot`. */
export async function writeSnapshot(
  tx: Transaction,
  file: string,
  { now, signal }: WriteOptions,
): Promise<BackupHeader> {
  const draft = `${file}.part`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await rm(draft, { force: true });
  try {
    const header = await describe(tx, now);
    const destination = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(contents(tx, header)), createGzip(), destination, signal ? { signal } : {});
    await rename(draft, file);
    await syncFolder(dirname(file));
    return header;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function describe(tx: Transaction, now: Instant): Promise<BackupHeader> {
  const migrations = await listMigrations(tx);
  if (migrations.length === 0) throw new BackupError('Il database è ancora vuoto: non c’è nulla da salvare.');
  const tables: BackupHeader['tables'] = [];
  for (const table of await listTables(tx)) {
    const rows = await countRows(tx, table.name);
    tables.push({ ...table, rows, sequences: await listSequences(tx, table.name) });
  }
  return { format: 'turnario-backup', formatVersion: 1, madeAt: now, migrations, tables };
}

async function* contents(tx: Transaction, header: BackupHeader): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (lines: string): string => {
    hash.update(lines);
    return lines;
  };
  yield hashed(`${JSON.stringify(header)}\n`);
  for (const table of header.tables) {
    for await (const lines of readTable(tx, table)) yield hashed(`${lines.join('\n')}\n`);
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
