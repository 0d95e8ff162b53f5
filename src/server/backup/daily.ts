import type { Instant } from '../../domain/calendar/day.ts';
import { secondsBetween } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { readClockStatus } from '../upkeep/queries.ts';
import { newBackupFile, newestBackup, removeAgedBackups, removeOldBackups } from './folder.ts';
import { readWhole } from './format.ts';
import { writeBackup } from './write.ts';

const daySeconds = 24 * 3600;
const keptDaily = 7;
/** A server that has just started has better things to do, and one that only starts to fail needs no backup. */
const firstLookMilliseconds = 60_000;
const pauseMilliseconds = 15 * 60_000;

const keptBeforeRemovals = 3;

export interface Backups {
  /** Makes one before something is removed for good; whoever calls it removes nothing when it fails. */
  beforeRemoval(): Promise<void>;
  removeAged(now: Instant): Promise<void>;
  stop(): Promise<void>;
}

type Write = (file: string, now: Instant) => Promise<unknown>;

type BackupContext = Pick<AppContext, 'clock' | 'settings' | 'log' | 'metrics' | 'database'>;

/**
 * A backup before something is removed for good. Of the embedded database also one a day, the newest seven kept; elsewhere
 * a server does not know whether it is the only one.
 */
export async function startBackups(context: BackupContext): Promise<Backups> {
  const { database, settings } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  const write: Write = (file, now) => writeBackup(database, file, { now, signal });
  if (settings.databaseUrl === null) return startDailyBackups(context, stopping, write);
  return {
    beforeRemoval: () => backUpBeforeRemoval(settings.dataDir, context.clock.now(), write),
    removeAged: (now) => removeAgedBackups(settings.dataDir, now),
    stop: async () => stopping.abort(),
  };
}

function startDailyBackups(context: BackupContext, stopping: AbortController, write: Write): Backups {
  const { settings, log } = context;
  const { dataDir } = settings;
  const { signal } = stopping;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(look, firstLookMilliseconds);
  function look(): void {
    running = makeDailyBackup(context, write)
      .catch((error: unknown) => {
        if (signal.aborted) return;
        log.error({ err: error }, 'daily backup');
        context.metrics.jobFailed('backup');
      })
      .finally(() => {
        if (!signal.aborted) timer = setTimeout(look, pauseMilliseconds);
      });
  }
  return {
    beforeRemoval: () => backUpBeforeRemoval(dataDir, context.clock.now(), write),
    removeAged: (now) => removeAgedBackups(dataDir, now),
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Makes a backup unless there is one of the last 24 hours, reads it back and removes those of more than a week. */
export async function makeDailyBackup(context: BackupContext, write: Write): Promise<void> {
  const { clock, database, log, metrics } = context;
  const { dataDir } = context.settings;
  const now = clock.now();
  const newest = await newestBackup(dataDir, ['daily'], now);
  if (newest !== null && secondsBetween(newest, now) < daySeconds) {
    metrics.jobSucceeded('backup', newest);
    return;
  }
  const file = newBackupFile(dataDir, 'daily', now);
  await write(file, now);
  const { tables } = await readWhole(file);
  // by a clock that jumped, the oldest may be the only ones of use
  if ((await readClockStatus(database)) !== 'suspected')
    await removeOldBackups(dataDir, 'daily', keptDaily, now);
  metrics.jobSucceeded('backup', now);
  log.info({ file, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }, 'daily backup');
}

/** Makes a backup unless there is one of the last 24 hours; the newest three of those made here are kept. */
export async function backUpBeforeRemoval(dataDir: string, now: Instant, write: Write): Promise<void> {
  const newest = await newestBackup(dataDir, ['removal', 'daily', 'manual'], now);
  if (newest !== null && secondsBetween(newest, now) < daySeconds) return;
  const file = newBackupFile(dataDir, 'removal', now);
  await write(file, now);
  await readWhole(file);
  await removeOldBackups(dataDir, 'removal', keptBeforeRemovals, now);
}
