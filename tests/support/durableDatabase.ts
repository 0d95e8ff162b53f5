import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '../../src/server/platform/database/database.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { createTestDatabase } from './database.ts';

/** A database that outlives the processes that use it. On PGlite only one of them may have it open at a time. */
export interface DurableDatabase {
  /** Settings for a process that shall use it. */
  readonly env: Record<string, string>;
  /** Opens it in this process for the time of `work`. */
  use<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

/** A migrated, empty one of one's own, on the engine of the running project; on PGlite in a real folder. */
export async function createDurableDatabase(): Promise<DurableDatabase> {
  const template = inject('databaseTemplate');
  if (template.engine === 'postgres') {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.databaseUrl ?? '', APP_SECRET: 'x'.repeat(32) };
    return { env, use: (work) => work(database), remove: () => database.close() };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'turnario-'));
  await cp(template.dataFolder, dataDir, { recursive: true });
  const use: DurableDatabase['use'] = async (work) => {
    const database = await openDatabase({ dataDir });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  return { env: { DATA_DIR: dataDir }, use, remove: () => rm(dataDir, { recursive: true }) };
}

/** Data folders with an empty, migrated embedded database, each a copy. */
export async function prepareDataFolders(): Promise<{
  copy(): Promise<string>;
  /** Removes all of them. */
  remove(): Promise<void>;
}> {
  const root = await mkdtemp(join(tmpdir(), 'turnario-process-'));
  const template = inject('databaseTemplate');
  if (template.engine !== 'pglite') throw new Error('PostgreSQL has no data folder');
  return {
    copy: async () => {
      const folder = await mkdtemp(join(root, 'data-'));
      await cp(template.dataFolder, folder, { recursive: true });
      return folder;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
