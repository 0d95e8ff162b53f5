import { constants } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import sql from 'sql-template-tag';
import type { Database, Transaction } from './database.ts';

/**
 * Copies the embedded database, as it is at this moment, into another data folder, which then is a database of its own.
 * Calls wait only while the files are copied.
 *
 * @param dataDir of the open database
 * @param destination a folder that does not exist yet
 */
export function copyEmbedded(database: Database, dataDir: string, destination: string): Promise<void> {
  // whoever has a transaction has the one connection: nobody writes meanwhile
  return database.transaction(async (tx) => {
    const isNeeded = await checkpointed(tx);
    await mkdir(destination, { recursive: true, mode: 0o700 });
    await cp(join(dataDir, 'db'), join(destination, 'db'), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => basename(dirname(path)) !== 'pg_wal' || isNeeded(basename(path)),
    });
    // fails if it took so long that the connection was taken away: then somebody may have written
    await tx.run(sql`select 1`);
  });
}

/** Has everything in the files. @returns which files of the log a start from them reads */
async function checkpointed(tx: Transaction): Promise<(file: string) => boolean> {
  await tx.run(sql`checkpoint`);
  const { first, last } = await tx.one<{ first: string; last: string }>(sql`
    select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
    from pg_control_checkpoint()`);
  return (file) => !/^[\dA-F]{24}$/.test(file) || (file >= first && file <= last);
}
