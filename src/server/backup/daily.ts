import type { Instant } from '../../domain/calendar/day.ts';
import { secondsBetween } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { readClockStatus } from '../upkeep/queries.ts';
import { newBackupFile, newestBackup, removeAgedBackups, removeOldBackups } from './folder.ts';
import { type BackupHeader, readWhole } from './format.ts';
import { writeBackup } from './write.ts';

const daySeconds = 24 * 3600;
const keptDaily = 7;
/** Delay after the start: a starting server is busy, and one that fails to start needs no backup. */
const firstLookMilliseconds = 60_000;
const pauseMilliseconds = 15 * 60_000;

const keptBeforeRemovals = 3;

export interface Backups {
  /** Makes one before permanent deletions; if it fails, the caller deletes nothing. */
  beforeRemoval(): Promise<void>;
  removeAged(now: Instant): Promise<void>;
  stop(): Promise<void>;
}

/** Writes a backup and reads it back. */
type Save = (file: string, now: Instant) => Promise<BackupHeader>;

type BackupContext = Pick<AppContext, 'clock' | 'settings' | 'log' | 'metrics' | 'database'>;

/**
 * Makes a backup before permanent deletions. For the embedded database also one a day, keeping the newest seven; with
 * any other, a server does not know whether it is the only one.
 */
export function startBackups(context: BackupContext): Backups {
  const { clock, database, log, metrics, settings } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  const save: Save = async (file, now) => {
    await writeBackup(database, file, { now, signal });
    return readWhole(file, signal);
  };
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  function look(): void {
    running = makeDailyBackup(context, save)
      .catch((error: unknown) => {
        if (signal.aborted) return;
        log.error({ err: error }, 'daily backup');
        metrics.jobFailed('backup');
      })
      .finally(() => {
        if (!signal.aborted) timer = setTimeout(look, pauseMilliseconds);
      });
  }
  if (settings.databaseUrl === null) timer = setTimeout(look, firstLookMilliseconds);
  return {
    beforeRemoval: () => backUpBeforeRemoval(settings.dataDir, clock.now(), save),
    removeAged: (now) => removeAgedBackups(settings.dataDir, now),
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Makes a backup unless one is less than 24 hours old, and deletes those older than a week. */
export async function makeDailyBackup(context: BackupContext, save: Save): Promise<void> {
  const { clock, database, log, metrics } = context;
  const { dataDir } = context.settings;
  const now = clock.now();
  const newest = await newestBackup(dataDir, ['daily'], now);
  if (newest !== null && secondsBetween(newest, now) < daySeconds) {
    metrics.jobSucceeded('backup', newest);
    return;
  }
  const file = newBackupFile(dataDir, 'daily', now);
  const { tables } = await save(file, now);
  // if the clock jumped, the oldest may be the only useful ones
  if ((await readClockStatus(database)) !== 'suspected')
    await removeOldBackups(dataDir, 'daily', keptDaily, now);
  metrics.jobSucceeded('backup', now);
  log.info({ file, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }, 'daily backup');
}

/** Makes a backup unless one is less than 24 hours old; keeps the newest three made here. */
export async function backUpBeforeRemoval(dataDir: string, now: Instant, save: Save): Promise<void> {
  const newest = await newestBackup(dataDir, ['removal', 'daily', 'manual'], now);
  if (newest !== null && secondsBetween(newest, now) < daySeconds) return;
  await save(newBackupFile(dataDir, 'removal', now), now);
  await removeOldBackups(dataDir, 'removal', keptBeforeRemovals, now);
}
