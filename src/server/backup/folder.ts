import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '../../domain/calendar/day.ts';
import { secondsAfter } from '../platform/clock.ts';

/** The default folder of backups. */
const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

/**
 * Daily ones, those before permanent deletions (`removal`) and those before the same upgrade of the tables
 * (`before-0001-0003`) are replaced by newer ones; all others stay for 30 days, or until somebody deletes them.
 */
type RenewedKind = 'daily' | 'removal' | `before-${string}`;
type BackupKind = RenewedKind | 'manual' | 'replaced' | 'move';

/** `<dataDir>/backups/daily-2026-11-20T14-52-10-123Z.ndjson.gz` */
export const newBackupFile = (dataDir: string, kind: BackupKind, now: Instant): string =>
  join(backupsFolder(dataDir), `${kind}-${now.replaceAll(/[:.]/g, '-')}.ndjson.gz`);

const namePattern =
  /^(daily|removal|manual|replaced|move|before-\d{4}-\d{4})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.ndjson\.gz$/;

const madeAt = (name: string): Instant => name.replace(namePattern, '$2T$3:$4:$5.$6Z');

/** When the newest backup of these kinds up to `now` was made; null without any. */
export async function newestBackup(
  dataDir: string,
  kinds: readonly BackupKind[],
  now: Instant,
): Promise<Instant | null> {
  const newest = (await listBackups(dataDir, now)).find((name) =>
    kinds.some((kind) => name.startsWith(`${kind}-`)),
  );
  return newest === undefined ? null : madeAt(newest);
}

/**
 * Deletes the backups of a kind except the newest `kept` ones, and leftovers of interrupted ones. Those from the future
 * were made before the clock was corrected: they are neither counted nor deleted.
 */
export async function removeOldBackups(
  dataDir: string,
  kind: RenewedKind,
  kept: number,
  now: Instant,
): Promise<void> {
  const folder = backupsFolder(dataDir);
  const left = (await readdir(folder)).filter(
    (name) => name.startsWith(`${kind}-`) && name.endsWith('.part'),
  );
  const old = (await listRenewed(dataDir, kind, now)).slice(kept);
  await Promise.all([...old, ...left].map((name) => rm(join(folder, name), { force: true })));
}

const listRenewed = async (dataDir: string, kind: RenewedKind, now: Instant): Promise<string[]> =>
  (await listBackups(dataDir, now)).filter((name) => name.startsWith(`${kind}-`));

/** Names of backups up to `now`, newest first. */
async function listBackups(dataDir: string, now: Instant): Promise<string[]> {
  try {
    const names = await readdir(backupsFolder(dataDir));
    return names
      .filter((name) => namePattern.test(name) && madeAt(name) <= now)
      .toSorted((a, b) => (madeAt(a) < madeAt(b) ? 1 : -1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** As stated in the privacy policy. */
const keptSeconds = 30 * 24 * 3600;

/** Deletes backups older than 30 days, of every kind; the newest of all stays. */
export async function removeAgedBackups(dataDir: string, now: Instant): Promise<void> {
  const oldest = secondsAfter(now, -keptSeconds);
  const [, ...others] = await listBackups(dataDir, now);
  const aged = others.filter((name) => madeAt(name) < oldest);
  await Promise.all(aged.map((name) => rm(join(backupsFolder(dataDir), name), { force: true })));
}
