import type { PoolConfig } from 'pg';
import sql from 'sql-template-tag';
import type { Database } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { PooledDatabase, type PoolOptions } from './pooledDatabase.ts';

interface OpenOptions extends PoolOptions {
  /** `postgres://…`; without it, the embedded server of `dataDir` is started, and stops with `close()`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Settings of the embedded server, see `startEmbedded`. */
  serverSettings?: readonly string[] | undefined;
}

/** For long work: statements do not time out. */
export const patient: PoolConfig = { statement_timeout: 0, query_timeout: 0 };

/**
 * Opens PostgreSQL.
 * @throws DataFolderInUseError, DataFolderError from the embedded server; their messages are for the operator
 * @throws DatabaseError if the database cannot be reached
 */
export async function openDatabase({ databaseUrl, dataDir, ...options }: OpenOptions): Promise<Database> {
  const { onWarning = () => undefined, serverSettings: settings = [] } = options;
  const server = databaseUrl === undefined ? await startEmbedded(dataDir, { onWarning, settings }) : null;
  const url = databaseUrl ?? server?.databaseUrl ?? '';
  const database = new PooledDatabase(url, options, async () => server?.stop());
  try {
    const ask = (): Promise<unknown> => database.one(sql`select 1`);
    // starting can block this process for longer than the connection timeout
    await ask().catch(ask).catch(ask);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
