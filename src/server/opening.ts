import type { Database, ReportStatement } from './platform/database/database.ts';
import { openDatabase } from './platform/database/openDatabase.ts';
import type { Log } from './platform/log.ts';
import type { Settings } from './platform/settings.ts';

export interface Opening {
  database: Promise<Database>;
  /** Sets the callback that receives every finished statement. */
  watch(report: ReportStatement): void;
}

/** Starts opening the configured database while the rest of the server loads. */
export function beginOpening(settings: Settings, log: Log): Opening {
  let report: ReportStatement | null = null;
  const database = openDatabase({
    databaseUrl: settings.databaseUrl ?? undefined,
    dataDir: settings.dataDir,
    onWarning: (message, error) => log.warn({ err: error }, message),
    pool: { connectionTimeoutMillis: settings.limits.databaseWaitMs },
    onStatement: (statement) => report?.(statement),
  });
  // errors are reported where the database is awaited, possibly later
  database.catch(() => undefined);
  const watch = (given: ReportStatement): void => {
    report = given;
  };
  return { database, watch };
}
