import type { Instant } from '../../domain/calendar/day.ts';
import { secondsBetween } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { newBackupFile, newestDaily, removeOldDaily } from './folder.ts';
import { readWhole } from './format.ts';
import { answerRequests } from './request.ts';
import { writeBackupApart } from './writeApart.ts';

const daySeconds = 24 * 3600;
const keptDaily = 7;
/** A server that has just started has better things to do, and one that only starts to fail needs no backup. */
const firstLookMilliseconds = 60_000;
const pauseMilliseconds = 15 * 60_000;

/** Backups that the server process makes itself, since the embedded database belongs to it alone. */
export interface Backups {
  stop(): Promise<void>;
}

/** Writes a backup to a file. */
type Write = (file: string, now: Instant) => Promise<unknown>;

type DailyContext = Pick<AppContext, 'clock' | 'settings' | 'log' | 'metrics'>;
type BackupContext = DailyContext & Pick<AppContext, 'database'>;

/**
 * For the embedded database: one backup a day, the newest seven kept, and one whenever `npm run backup` asks for it. On
 * PostgreSQL nothing: there `npm run backup` makes its own connection, and a server does not know whether it is the only
 * one.
 */
export async function startBackups(context: BackupContext): Promise<Backups> {
  if (context.database.engine !== 'pglite') return { stop: async () => undefined };
  const { database, settings, log } = context;
  const { dataDir } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Promise<unknown> = Promise.resolve();
  // one at a time: there is one place for the copy
  const write: Write = (file, now) => {
    const turn = last.then(() => writeBackupApart({ database, dataDir }, file, { now, signal }));
    last = turn.catch(() => undefined);
    return turn;
  };
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
  const stopAnswering = await answerRequests(dataDir, log, async () => {
    const now = context.clock.now();
    const file = newBackupFile(dataDir, 'manual', now);
    await write(file, now);
    return file;
  });
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all([running, stopAnswering()]);
    },
  };
}

/** Makes a backup unless there is one of the last 24 hours, reads it back and removes those of more than a week. */
export async function makeDailyBackup(context: DailyContext, write: Write): Promise<void> {
  const { clock, log, metrics } = context;
  const { dataDir } = context.settings;
  const now = clock.now();
  const newest = await newestDaily(dataDir);
  // one from the future was made before the clock was put right
  if (newest !== null && newest <= now && secondsBetween(newest, now) < daySeconds) {
    metrics.jobSucceeded('backup', newest);
    return;
  }
  const file = newBackupFile(dataDir, 'daily', now);
  await write(file, now);
  const { tables } = await readWhole(file);
  await removeOldDaily(dataDir, keptDaily);
  metrics.jobSucceeded('backup', now);
  log.info({ file, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }, 'daily backup');
}
