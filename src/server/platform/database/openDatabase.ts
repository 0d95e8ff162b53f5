import { join } from 'node:path';
import type { Database } from './database.ts';
import type { EngineEvents } from './engine.ts';
import { EngineDatabase } from './engineDatabase.ts';
import { lockFolder } from './folderLock.ts';
import { PgliteEngine } from './pgliteEngine.ts';
import { startMaintenance } from './pgliteMaintenance.ts';
import { PostgresEngine } from './postgresEngine.ts';

interface OpenOptions extends Partial<EngineEvents> {
  /** `postgres://…`; without it, the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
}

/**
 * Opens PostgreSQL, or the embedded database in `<dataDir>/db`, which belongs to one process at a time.
 * @throws DataFolderInUseError when another process has the folder; its message is for the terminal
 * @throws DatabaseError when the database cannot be reached or opened
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, dataDir, onFatal = () => undefined, onWarning = () => undefined } = options;
  const events: EngineEvents = { onFatal, onWarning };
  return databaseUrl === undefined ? openEmbedded(dataDir, events) : openPostgres(databaseUrl, events);
}

async function openPostgres(databaseUrl: string, events: EngineEvents): Promise<Database> {
  const engine = new PostgresEngine(databaseUrl, events);
  try {
    await engine.execute({ text: 'select 1', values: [] });
  } catch (error) {
    await engine.close();
    throw error;
  }
  return new EngineDatabase(engine);
}

async function openEmbedded(dataDir: string, events: EngineEvents): Promise<Database> {
  const unlock = lockFolder(dataDir);
  try {
    const engine = await PgliteEngine.open({ folder: join(dataDir, 'db'), template: null }, events);
    const stopMaintenance = startMaintenance(engine, events);
    return new EngineDatabase(engine, () => {
      stopMaintenance();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}
