import { constants, rmSync } from 'node:fs';
import { cp, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import sql from 'sql-template-tag';
import type { Database, Transaction } from './database.ts';
import { limits } from './engine.ts';

export interface OpenEmbedded {
  database: Database;
  dataDir: string;
}

const copyOf = (dataDir: string): string => join(dataDir, 'copy.part');

const removal = { recursive: true, force: true, maxRetries: 3 };

/** Removes the copy that a process left which was killed meanwhile. */
export const removeLeftCopy = (dataDir: string): void => rmSync(copyOf(dataDir), removal);

const removeCopy = (dataDir: string): Promise<void> => rm(copyOf(dataDir), removal);

/** Left for the log of the database while its files are copied: with none PostgreSQL gives up, and the server with it. */
const reservedBytes = 64 * 1024 * 1024;

async function freeBytesOf(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}

/** @throws Error when the copy would fill the disk */
async function requireRoom(dataDir: string, free: number): Promise<void> {
  const folder = join(dataDir, 'db');
  let needed = reservedBytes;
  for (const path of await readdir(folder, { recursive: true })) {
    // a file may go meanwhile
    needed += (await stat(join(folder, path)).catch(() => null))?.size ?? 0;
  }
  if (free < needed) {
    const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);
    throw new Error(
      `the disk is too full for a backup: ${megabytes(free)} MB free, ${megabytes(needed)} MB needed`,
    );
  }
}

/**
 * Copies the embedded database, as it is at this moment, into another data folder, which is a database of its own for as
 * long as `work` takes. Calls wait only while the files are copied. One copy at a time.
 * @param signal gives up: the copy is removed
 * @throws Error when the disk is too full, before anything is written
 */
export async function withCopy(
  { database, dataDir }: OpenEmbedded,
  work: (dataDir: string) => Promise<void>,
  signal: AbortSignal,
  readFreeBytes = freeBytesOf,
): Promise<void> {
  signal.throwIfAborted();
  await removeCopy(dataDir);
  await requireRoom(dataDir, await readFreeBytes(dataDir));
  const copy = copyOf(dataDir);
  try {
    // whoever has a transaction has the one connection: nobody writes meanwhile
    await database.transaction((tx) => copyFiles(tx, join(dataDir, 'db'), join(copy, 'db'), signal));
    await work(copy);
  } finally {
    await removeCopy(dataDir);
  }
}

async function copyFiles(tx: Transaction, from: string, to: string, signal: AbortSignal): Promise<void> {
  const isNeeded = await checkpointed(tx);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const keepConnection = (): Promise<number> => tx.run(sql`select 1`);
  // what fails here fails once more at the end
  const keeping = setInterval(
    () => void keepConnection().catch(() => undefined),
    limits.idleInTransactionMs / 3,
  );
  try {
    await cp(from, to, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => {
        signal.throwIfAborted();
        return basename(dirname(path)) !== 'pg_wal' || isNeeded(basename(path));
      },
    });
  } finally {
    clearInterval(keeping);
  }
  // fails if the connection was taken away meanwhile: then somebody may have written
  await keepConnection();
}

/** Has everything in the files. @returns which files of the log a start from them reads */
async function checkpointed(tx: Transaction): Promise<(file: string) => boolean> {
  await tx.run(sql`checkpoint`);
  const { first, last } = await tx.one<{ first: string; last: string }>(sql`
    select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
    from pg_control_checkpoint()`);
  return (file) => !/^[\dA-F]{24}$/.test(file) || (file >= first && file <= last);
}
