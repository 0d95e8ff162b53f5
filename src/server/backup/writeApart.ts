import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '../../domain/calendar/day.ts';
import { type OpenEmbedded, withCopy } from '../platform/database/pgliteCopy.ts';

const program = join(import.meta.dirname, 'backupProcess.ts');
/** It answers nobody: memory counts, not speed. */
const execArgv = ['--max-semi-space-size=8', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
const longestMilliseconds = 3_600_000;

/**
 * Writes a backup of the embedded database as `writeBackup` does, from a copy of its folder and in a process of its own:
 * the one connection is free again as soon as the files are copied. One at a time.
 * @param signal gives up: nothing of the file stays
 * @throws Error with what the process said when it could not
 */
export async function writeBackupApart(
  embedded: OpenEmbedded,
  file: string,
  { now, signal }: { now: Instant; signal: AbortSignal },
): Promise<void> {
  const untilTooLong = AbortSignal.any([signal, AbortSignal.timeout(longestMilliseconds)]);
  try {
    await withCopy(embedded, (copy) => runProgram([copy, file, now], untilTooLong), untilTooLong);
  } finally {
    await rm(`${file}.part`, { force: true });
  }
}

/** Resolves when the process has ended well, and settles no sooner than it has ended. */
async function runProgram(args: string[], signal: AbortSignal): Promise<void> {
  const child = fork(program, args, {
    execArgv,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-10_000);
  });
  // that it was killed, which its end says too
  child.on('error', () => undefined);
  const ending = await new Promise<string>((resolve) => {
    child.once('close', (code, killedBy) => resolve(String(killedBy ?? code)));
  });
  signal.throwIfAborted();
  if (ending !== '0') throw new Error(`the backup's process ended with ${ending}: ${said.trim()}`);
}
