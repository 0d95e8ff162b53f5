import sql from 'sql-template-tag';
import { limits } from './connectionSettings.ts';
import type { Database, ReportStatement } from './database.ts';
import { startEmbedded } from './embedded.ts';
import type { Warn } from './listener.ts';
import { PooledDatabase } from './pooledDatabase.ts';

interface OpenOptions {
  /** `postgres://…`; without it, the embedded server of `dataDir` is started, and ends with `close()`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Of the embedded server, as `startEmbedded` takes them. */
  serverSettings?: readonly string[] | undefined;
  onWarning?: Warn | undefined;
  /** Is told of every statement that is over. */
  onStatement?: ReportStatement | undefined;
  /** For work that may take long: no statement is given up. */
  isPatient?: boolean | undefined;
  /** How long a call waits for a connection before it fails with `53300`; default 10 s. */
  waitMs?: number | undefined;
}

/**
 * Opens PostgreSQL.
 * @throws DataFolderInUseError, DataFolderError of the embedded server; their messages are for the terminal
 * @throws DatabaseError when the database cannot be reached
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  serverSettings: settings = [],
  onWarning = () => undefined,
  onStatement,
  isPatient = false,
  waitMs = limits.waitForConnectionMs,
}: OpenOptions): Promise<Database> {
  const server = databaseUrl === undefined ? await startEmbedded(dataDir, { onWarning, settings }) : null;
  const database = new PooledDatabase(server?.databaseUrl ?? databaseUrl ?? '', {
    onWarning,
    onStatement,
    onClosed: () => server?.stop(),
    settings: {
      connectionTimeoutMillis: waitMs,
      ...(isPatient && { statement_timeout: 0, query_timeout: 0 }),
    },
  });
  for (let triesLeft = 3; ; triesLeft -= 1) {
    try {
      await database.one(sql`select 1`);
      return database;
    } catch (error) {
      // a start can keep this process busy for longer than a connection may take
      if (triesLeft > 1) continue;
      await database.close();
      throw error;
    }
  }
}
