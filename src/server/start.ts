import type { AddressInfo } from 'node:net';
import { fillDemo } from '../../db/seed.ts';
import { buildApp } from './app.ts';
import { startBackups } from './backup/daily.ts';
import { resealAtStart } from './mail/commands.reseal.ts';
import { startMailWorker } from './mail/worker.ts';
import { systemClock } from './platform/clock.ts';
import type { AppContext } from './platform/context.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/openDatabase.ts';
import { createEventHub } from './platform/events/hub.ts';
import type { App } from './platform/http/app.ts';
import type { Log } from './platform/log.ts';
import { watchStatements } from './platform/logSlowStatements.ts';
import { serveMetrics } from './platform/metrics/listener.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { createPasswordHasher } from './platform/passwordHasher.ts';
import type { Settings } from './platform/settings.ts';
import { startUpkeep } from './upkeep.ts';
import { ensureCeoAccounts } from './users/commands.ceoAccounts.ts';

export interface RunningServer {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Lines for the person at the terminal: demo sign-ins, one-time links. */
  notices: string[];
  /**
   * Tells proxies to send no more calls here and goes on answering for the time of the settings.
   *
   * @param hurry ends the wait
   */
  drain(hurry: AbortSignal): Promise<void>;
  /** Lets calls under way end, closes everything. */
  stop(): Promise<void>;
}

/** How long calls under way may take to end at shutdown before their connections are cut; the database may take 3 s. */
const closeMilliseconds = 1_500;

/**
 * Opens the database, migrates it, makes the CEO accounts, fills the demo, sends mail and listens.
 *
 * @param onFatal called when the server cannot go on (its database is lost)
 */
export async function startServer(
  settings: Settings,
  log: Log,
  onFatal: (error: Error) => void,
): Promise<RunningServer> {
  const metrics = createMetrics();
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl ?? undefined,
    dataDir: settings.dataDir,
    onFatal,
    onWarning: (message, error) => log.warn({ err: error }, message),
    waitMs: settings.limits.databaseWaitMs,
    onStatement: watchStatements(metrics, log, settings.slowQueryMilliseconds),
  });
  try {
    await migrate(database);
    const context: AppContext = {
      database,
      clock: systemClock,
      settings,
      log,
      passwords: await createPasswordHasher(),
      events: await createEventHub(database),
      metrics,
    };
    await resealAtStart(context);
    const notices = [
      ...(await ensureCeoAccounts(context)),
      ...(settings.isDemo ? await fillDemo(context) : []),
    ];
    const app = await buildApp(context);
    const mails = await startMailWorker(context);
    const upkeep = startUpkeep(context);
    await app.listen({ port: settings.port, host: settings.host });
    const backups = await startBackups(context);
    const numbers = await serveMetrics(context);
    const stop = async (): Promise<void> => {
      await Promise.all([close(app), upkeep.stop(), mails.stop(), backups.stop()]);
      await context.events.close();
      await numbers.close();
      await database.close();
    };
    const drain = (hurry: AbortSignal): Promise<void> => app.draining.drain(settings.limits.drainMs, hurry);
    return { url: urlOf(app, settings.host), notices, drain, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function close(app: App): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), closeMilliseconds);
  await app.close();
  clearTimeout(cut);
}

function urlOf(app: App, host: string): string {
  const { port } = app.server.address() as AddressInfo;
  return `http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${port}`;
}
