import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Database } from '../platform/database/database.ts';
import { copyEmbedded } from '../platform/database/pgliteCopy.ts';

const program = join(import.meta.dirname, 'apart.ts');

/** The embedded database that a server has open. */
interface Source {
  database: Database;
  dataDir: string;
}

/**
 * Writes a backup of the embedded database as `writeBackup` does, from a copy of its folder and in a process of its own:
 * the one connection is free again as soon as the files are copied.
 *
 * @throws Error with what the process said when it could not
 */
export async function writeBackupApart(
  { database, dataDir }: Source,
  file: string,
  { now, signal }: { now: Instant; signal: AbortSignal },
): Promise<void> {
  const copy = join(dataDir, 'backups', 'copy.part');
  // left by a process that was killed
  await rm(copy, { recursive: true, force: true });
  try {
    await copyEmbedded(database, dataDir, copy);
    signal.throwIfAborted();
    await runProgram([copy, file, now], signal);
  } finally {
    await rm(copy, { recursive: true, force: true });
    await rm(`${file}.part`, { force: true });
  }
}

async function runProgram(args: string[], signal: AbortSignal): Promise<void> {
  const child = fork(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the backup's process ended with ${code}: ${said.trim()}`);
}
