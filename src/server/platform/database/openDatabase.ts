import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { lockFolder } from './embeddedFolder.ts';
import { type EngineEvents, limits } from './engine.ts';
import { EngineDatabase } from './engineDatabase.ts';
import { DataFolderError } from './errors.ts';
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
 * @throws DataFolderError when files of the embedded one are missing; so is its message
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
  if (readdirSync(folder).length > 0)
    throw new DataFolderError(`${folder} non è un database intero: manca PG_VERSION.`);
}
