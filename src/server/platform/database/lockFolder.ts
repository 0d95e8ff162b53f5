import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderInUseError } from './errors.ts';

const sqliteBusy = 5;

/**
 * Makes the folder if needed and takes it for this process alone: SQLite's lock ends with the process, however it ends.
 * Nothing else may open and close the file `lock` in this process: that would drop the lock (POSIX).
 * @returns the function that gives the folder free
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // a second: a killed process is still being taken down when the next one is started
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 1_000 });
  try {
    // nothing is ever written; the journal would only be a file more
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
    throw isBusy ? new DataFolderInUseError(folder) : error;
  }
  return () => lock.close();
}
