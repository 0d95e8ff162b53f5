import type { Database, ReportStatement } from './platform/database/database.ts';
import { openDatabase } from './platform/database/openDatabase.ts';
import type { Log } from './platform/log.ts';
import type { Settings } from './platform/settings.ts';

export interface Opening {
  database: Promise<Database>;
  /** From now on every statement that is over is told to this. */
  watch(report: ReportStatement): void;
}

/** Begins to open the database of the settings, so that the rest of the server can be read meanwhile. */
export function beginOpening(settings: Settings, log: Log): Opening {
  let report: ReportStatement | null = null;
  const database = openDatabase({
    databaseUrl: settings.databaseUrl ?? undefined,
    dataDir: settings.dataDir,
    onWarning: (message, error) => log.warn({ err: error }, message),
    pool: { connectionTimeoutMillis: settings.limits.databaseWaitMs },
    onStatement: (statement) => report?.(statement),
  });
  // it is reported where the database is awaited, which may be later
  database.catch(() => undefined);
  const watch = (given: ReportStatement): void => {
    report = given;
  };
  return { database, watch };
}
