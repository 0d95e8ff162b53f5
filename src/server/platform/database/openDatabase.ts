import type { PoolConfig } from 'pg';
import sql from 'sql-template-tag';
import type { Database } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { PooledDatabase, type PoolOptions } from './pooledDatabase.ts';

interface OpenOptions extends PoolOptions {
  /** `postgres://…`; without it, the embedded server of `dataDir` is started, and ends with `close()`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Of the embedded server, as `startEmbedded` takes them. */
  serverSettings?: readonly string[] | undefined;
}

/** For work that may take long: no statement is given up. */
export const patient: PoolConfig = { statement_timeout: 0, query_timeout: 0 };

/**
 * Opens PostgreSQL.
 * @throws DataFolderInUseError, DataFolderError of the embedded server; their messages are for the terminal
 * @throws DatabaseError when the database cannot be reached
 */
export async function openDatabase({ databaseUrl, dataDir, ...options }: OpenOptions): Promise<Database> {
  const { onWarning = () => undefined, serverSettings: settings = [] } = options;
  const server = databaseUrl === undefined ? await startEmbedded(dataDir, { onWarning, settings }) : null;
  const url = databaseUrl ?? server?.databaseUrl ?? '';
  const database = new PooledDatabase(url, options, async () => server?.stop());
  try {
    const ask = (): Promise<unknown> => database.one(sql`select 1`);
    // a start can keep this process busy for longer than a connection may take
    await ask().catch(ask).catch(ask);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
