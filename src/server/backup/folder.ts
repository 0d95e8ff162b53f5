import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '../../domain/calendar/day.ts';

/** Where backups lie unless a file is named. */
const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

/** Daily ones make place for newer ones; all others stay until somebody removes them. */
type BackupKind = 'daily' | 'manual' | 'replaced' | 'move';

/** `<dataDir>/backups/daily-2026-11-20T14-52-10-123Z.ndjson.gz` */
export function newBackupFile(dataDir: string, kind: BackupKind, now: Instant): string {
  return join(backupsFolder(dataDir), `${kind}-${now.replaceAll(/[:.]/g, '-')}.ndjson.gz`);
}

const dailyPattern = /^daily-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.ndjson\.gz$/;

/** When the newest daily backup was made; null without any. */
export async function newestDaily(dataDir: string): Promise<Instant | null> {
  const [newest] = await listDaily(dataDir);
  return newest?.replace(dailyPattern, '$1T$2:$3:$4.$5Z') ?? null;
}

/** Removes the daily backups but the newest `kept` ones, and what interrupted ones left. */
export async function removeOldDaily(dataDir: string, kept: number): Promise<void> {
  const folder = backupsFolder(dataDir);
  const left = (await readdir(folder)).filter((name) => /^daily-.+\.part$/.test(name));
  const old = (await listDaily(dataDir)).slice(kept);
  await Promise.all([...old, ...left].map((name) => rm(join(folder, name), { force: true })));
}

/** Newest first. */
async function listDaily(dataDir: string): Promise<string[]> {
  try {
    const names = await readdir(backupsFolder(dataDir));
    return names.filter((name) => dailyPattern.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
