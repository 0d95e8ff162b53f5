import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { type EngineEvents, limits } from './engine.ts';
import { EngineDatabase } from './engineDatabase.ts';
import { BrokenDataFolderError, DataFolderInUseError } from './errors.ts';
import { removeLeftCopy } from './pgliteCopy.ts';
import { PgliteEngine } from './pgliteEngine.ts';
import { startMaintenance } from './pgliteMaintenance.ts';
import type { ReportStatement } from './statementReport.ts';

interface OpenOptions extends Partial<EngineEvents> {
  /** `postgres://…`; without it, the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Is told of every statement that is over. */
  onStatement?: ReportStatement | undefined;
  /** How long a call waits for a connection before it fails with `53300`; default 10 s. */
  waitMs?: number | undefined;
}

/**
 * Opens PostgreSQL, or the embedded database in `<dataDir>/db`, which belongs to one process at a time.
 * @throws DataFolderInUseError when another process has the folder; its message is for the terminal
 * @throws BrokenDataFolderError when files of the embedded one are missing; so is its message
 * @throws DatabaseError when the database cannot be reached or opened
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, onFatal = () => undefined, onWarning = () => undefined } = options;
  const events: EngineEvents = { onFatal, onWarning };
  return databaseUrl === undefined
    ? openEmbedded(options, events)
    : openPostgres(databaseUrl, options, events);
}

async function openPostgres(
  databaseUrl: string,
  { onStatement, waitMs = limits.waitForConnectionMs }: OpenOptions,
  events: EngineEvents,
): Promise<Database> {
  // the embedded one needs no driver
  const { PostgresEngine } = await import('./postgresEngine.ts');
  const engine = new PostgresEngine(databaseUrl, events, { connectionTimeoutMillis: waitMs });
  try {
    await engine.execute({ text: 'select 1', values: [] });
  } catch (error) {
    await engine.close();
    throw error;
  }
  return new EngineDatabase(engine, undefined, onStatement);
}

/** Nothing is awaited until its thread runs: whoever goes on with the start would keep it waiting. */
async function openEmbedded(
  { dataDir, onStatement, waitMs }: OpenOptions,
  events: EngineEvents,
): Promise<Database> {
  const unlock = lockFolder(dataDir);
  try {
    removeLeftCopy(dataDir);
    const where = { folder: join(dataDir, 'db'), template: null };
    requireWhole(where.folder);
    const engine = await PgliteEngine.open(where, events, { waitMs });
    const stopMaintenance = startMaintenance(engine, events);
    const onClosed = (): void => {
      stopMaintenance();
      unlock();
    };
    return new EngineDatabase(engine, onClosed, onStatement);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A folder with something in it is never taken for a new database. */
function requireWhole(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, 'PG_VERSION'))) return;
  if (readdirSync(folder).length > 0) throw new BrokenDataFolderError(folder);
}

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
