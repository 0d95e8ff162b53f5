import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderInUseError } from './errors.ts';

const sqliteBusy = 5;
/** A killed process is still being taken down when the next one is started. */
const timeoutMs = 1_000;

/**
 * Makes the folder if needed (readable by its owner only) and takes it for this process alone. PGlite itself does not
 * notice a second process in its folder, and rows then vanish.
 *
 * The lock is an exclusive transaction on an empty SQLite file: a lock of the operating system, which ends with the
 * process however it ends, so that there is nothing stale to clean up; SQLite refuses a second one within the process
 * as well. Nothing else may open and close the file `lock` in this process: that would drop the lock (POSIX).
 *
 * @returns the function that gives the folder free
 * @throws DataFolderInUseError
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: timeoutMs });
  try {
    // Nothing is ever written; the journal would only be a file more.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new DataFolderInUseError(folder);
    }
    throw error;
  }
  return () => lock.close();
}
