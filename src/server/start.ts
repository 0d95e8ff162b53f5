import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { startBackups } from './backup/daily.ts';
import { upgradeDatabase } from './backup/upgrade.ts';
import { createBoards } from './exchanges/board.ts';
import { reEncryptAtStart } from './mail/commands.reEncrypt.ts';
import { startMailWorker } from './mail/worker.ts';
import { readPushKeys } from './notifications/push/commands.keys.ts';
import { startPushWorker } from './notifications/push/worker.ts';
import type { Opening } from './opening.ts';
import { ChildQueue } from './platform/child/childQueue.ts';
import { systemClock } from './platform/clock.ts';
import type { AppContext } from './platform/context.ts';
import { createEventHub } from './platform/events/hub.ts';
import type { App } from './platform/http/app.ts';
import type { Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { createPasswordHasher } from './platform/passwordHasher.ts';
import { watchStatements } from './platform/requestLog.ts';
import { privacyNotices, type Settings } from './platform/settings.ts';
import { startUpkeep } from './upkeep/upkeep.ts';
import { ensureCeoAccounts } from './users/commands.ceoAccounts.ts';

export interface RunningServer {
  /** The address it listens on, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Lines for the terminal: demo sign-ins, one-time links. */
  notices: string[];
  /** Reports not ready to proxies and keeps serving for the configured time. */
  drain(hurry: AbortSignal): Promise<void>;
  /** Lets calls in progress finish, then closes everything. */
  stop(): Promise<void>;
}

/** How long calls in progress may take at shutdown before their connections are cut; the database may take 3 s. */
const closeMilliseconds = 1_500;

/**
 * Migrates the database, creates the CEO accounts, loads the demo, listens and sends mail. Does everything that needs
 * no database while it opens.
 */
export async function startServer(settings: Settings, log: Log, opening: Opening): Promise<RunningServer> {
  const metrics = createMetrics();
  opening.watch(watchStatements(metrics, log, settings.slowQueryMilliseconds));
  const database = await opening.database;
  try {
    const context: AppContext = {
      database,
      clock: systemClock,
      settings,
      log,
      passwords: await createPasswordHasher(),
      events: await createEventHub(database),
      metrics,
      children: new ChildQueue(log),
      boards: createBoards(database),
    };
    const [app, notices] = await Promise.all([buildApp(context), prepareData(context)]);
    await app.listen({ port: settings.port, host: settings.host });
    const mails = await startMailWorker(context);
    const pushes = await startPushWorker(context);
    const backups = startBackups(context);
    const upkeep = startUpkeep(context, {
      backUp: () => backups.beforeRemoval(),
      removeAgedBackups: (now) => backups.removeAged(now),
    });
    const numbers = await serveNumbers(context);
    const stop = async (): Promise<void> => {
      await Promise.all([close(app), upkeep.stop(), mails.stop(), pushes.stop(), backups.stop()]);
      await context.events.close();
      await numbers.close();
      await database.close();
    };
    const drain = (hurry: AbortSignal): Promise<void> => app.drain(settings.limits.drainMs, hurry);
    const { port } = app.server.address() as AddressInfo;
    return { url: urlOf(settings.host, port), notices, drain, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** @returns lines for the terminal */
async function prepareData(context: AppContext): Promise<string[]> {
  const { dataDir } = context.settings;
  await upgradeDatabase(context.database, { dataDir, now: context.clock.now() });
  await reEncryptAtStart(context);
  await readPushKeys(context);
  const notices = [...(await ensureCeoAccounts(context)), ...privacyNotices(context.settings)];
  if (!context.settings.isDemo) return notices;
  const { fillDemo } = await import('../../db/seed.ts');
  return [...notices, ...(await fillDemo(context))];
}

async function serveNumbers(context: AppContext): Promise<{ close(): Promise<void> }> {
  if (context.settings.metricsPort === null) return { close: async () => undefined };
  const { serveMetrics } = await import('./platform/metrics/listener.ts');
  return serveMetrics(context);
}

async function close(app: App): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), closeMilliseconds);
  await app.close();
  clearTimeout(cut);
}

/** The address to show in the terminal. */
export function urlOf(host: string, port: number): string {
  if (host === '127.0.0.1' || host === '0.0.0.0') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
