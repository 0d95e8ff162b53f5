import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderInUseError } from './errors.ts';

const sqliteBusy = 5;

/**
 * Creates the folder if needed and locks it for this process: SQLite's lock ends with the process, however it ends.
 * Nothing else in this process may open and close the file `lock`: that would drop the lock (POSIX).
 * @returns the function that unlocks the folder
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // one second: a killed process may still be ending when the next starts
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 1_000 });
  try {
    // nothing is ever written; the journal would be one more file
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
    throw isBusy ? new DataFolderInUseError(folder) : error;
  }
  return () => lock.close();
}
