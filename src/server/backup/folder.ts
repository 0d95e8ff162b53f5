import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '../../domain/calendar/day.ts';
import { secondsAfter } from '../platform/clock.ts';

/** Where backups lie unless a file is named. */
const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

/**
 * Daily ones, those made before something is removed for good (`removal`), and those before the same upgrade of the tables
 * (`before-0001-0003`) make place for newer ones; all others stay until they are 30 days old, or somebody removes them.
 */
type RenewedKind = 'daily' | 'removal' | `before-${string}`;
type BackupKind = RenewedKind | 'manual' | 'replaced' | 'move';

/** `<dataDir>/backups/daily-2026-11-20T14-52-10-123Z.ndjson.gz` */
export const newBackupFile = (dataDir: string, kind: BackupKind, now: Instant): string =>
  join(backupsFolder(dataDir), `${kind}-${now.replaceAll(/[:.]/g, '-')}.ndjson.gz`);

const namePattern =
  /^(daily|removal|manual|replaced|move|before-\d{4}-\d{4})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.ndjson\.gz$/;

const madeAt = (name: string): Instant => name.replace(namePattern, '$2T$3:$4:$5.$6Z');

/** When the newest backup of these kinds was made, of those made by `now`; null without any. */
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
 * Removes the backups of the kind but the newest `kept` ones, and what interrupted ones left. Those from the future were
 * made before the clock was put right: they neither count nor go.
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

/** Names of those made by `now`, newest first. */
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

/** As the privacy policy says. */
const keptSeconds = 30 * 24 * 3600;

/** Removes what is older than 30 days, of every kind; the newest of all stays. */
export async function removeAgedBackups(dataDir: string, now: Instant): Promise<void> {
  const oldest = secondsAfter(now, -keptSeconds);
  const [, ...others] = await listBackups(dataDir, now);
  const aged = others.filter((name) => madeAt(name) < oldest);
  await Promise.all(aged.map((name) => rm(join(backupsFolder(dataDir), name), { force: true })));
}
