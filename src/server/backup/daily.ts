import type { Instant } from '../../domain/calendar/day.ts';
import { secondsBetween } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { readClockStatus } from '../upkeep/queries.ts';
import { newBackupFile, newestBackup, removeAgedBackups, removeOldBackups } from './folder.ts';
import { type BackupHeader, readWhole } from './format.ts';
import { writeBackup } from './write.ts';

const daySeconds = 24 * 3600;
const keptDaily = 7;
/** A server that has just started has better things to do, and one that only starts to fail needs no backup. */
const firstLookMilliseconds = 60_000;
const pauseMilliseconds = 15 * 60_000;

const keptBeforeRemovals = 3;

export interface Backups {
  /** Makes one before something is removed for good; if it fails, the caller removes nothing. */
  beforeRemoval(): Promise<void>;
  removeAged(now: Instant): Promise<void>;
  stop(): Promise<void>;
}

/** Writes a backup and reads it back. */
type Save = (file: string, now: Instant) => Promise<BackupHeader>;

type BackupContext = Pick<AppContext, 'clock' | 'settings' | 'log' | 'metrics' | 'database'>;

/**
 * A backup before something is removed for good. Of the embedded database also one a day, the newest seven kept; elsewhere
 * a server does not know whether it is the only one.
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

/** Makes a backup unless there is one of the last 24 hours, and removes those of more than a week. */
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
  // by a clock that jumped, the oldest may be the only ones of use
  if ((await readClockStatus(database)) !== 'suspected')
    await removeOldBackups(dataDir, 'daily', keptDaily, now);
  metrics.jobSucceeded('backup', now);
  log.info({ file, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }, 'daily backup');
}

/** Makes a backup unless there is one of the last 24 hours; the newest three of those made here are kept. */
export async function backUpBeforeRemoval(dataDir: string, now: Instant, save: Save): Promise<void> {
  const newest = await newestBackup(dataDir, ['removal', 'daily', 'manual'], now);
  if (newest !== null && secondsBetween(newest, now) < daySeconds) return;
  await save(newBackupFile(dataDir, 'removal', now), now);
  await removeOldBackups(dataDir, 'removal', keptBeforeRemovals, now);
}
