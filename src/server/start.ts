import type { AddressInfo } from 'node:net';
import { fillDemo } from '../../db/seed.ts';
import { buildApp } from './app.ts';
import { startBackups } from './backup/daily.ts';
import { startMailWorker } from './mail/worker.ts';
import { systemClock } from './platform/clock.ts';
import type { AppContext } from './platform/context.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/openDatabase.ts';
import { createEventHub } from './platform/events/hub.ts';
import type { App } from './platform/http/app.ts';
import type { Log } from './platform/log.ts';
import { createPasswordHasher } from './platform/passwordHasher.ts';
import type { Settings } from './platform/settings.ts';
import { startUpkeep } from './upkeep.ts';
import { ensureCeoAccounts } from './users/commands.ceoAccounts.ts';

export interface RunningServer {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Lines for the person at the terminal: demo sign-ins, one-time links. */
  notices: string[];
  /** Lets calls under way end, closes everything. */
  stop(): Promise<void>;
}

/** How long calls under way may take to end at shutdown before their connections are cut; the database may take 3 s. */
const drainMilliseconds = 1_500;

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
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl ?? undefined,
    dataDir: settings.dataDir,
    onFatal,
    onWarning: (message, error) => log.warn({ err: error }, message),
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
    };
    const notices = [
      ...(await ensureCeoAccounts(context)),
      ...(settings.isDemo ? await fillDemo(context) : []),
    ];
    const app = await buildApp(context);
    const mails = await startMailWorker(context);
    const upkeep = startUpkeep(context);
    await app.listen({ port: settings.port, host: settings.host });
    const backups = await startBackups(context);
    const stop = async (): Promise<void> => {
      await Promise.all([drain(app), upkeep.stop(), mails.stop(), backups.stop()]);
      await context.events.close();
      await database.close();
    };
    return { url: urlOf(app, settings.host), notices, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function drain(app: App): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds);
  await app.close();
  clearTimeout(cut);
}

function urlOf(app: App, host: string): string {
  const { port } = app.server.address() as AddressInfo;
  return `http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${port}`;
}
