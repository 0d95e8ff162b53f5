import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unframed } from './answerParent.ts';

const megabyte = 1024 * 1024;
/** What a child may take: memory is looked at from outside (where there is no /proc, only the heap is bounded). */
export const usualBounds = {
  memoryBytes: 400 * megabyte,
  /** Of all its threads; the kernel ends it. */
  processorSeconds: 3,
  wallMs: 15_000,
  answerBytes: 16 * megabyte,
};
export type ChildBounds = typeof usualBounds;

/** `failed`: it reached one of its bounds (`limit`), or ended without an answer (`crash`); the reason is for the log. */
export type ChildOutcome =
  | { answer: Buffer }
  | { refused: string }
  | { failed: 'limit' | 'crash'; reason: string };

/** A heap that is full ends its process by itself. */
const heapMegabytes = 256;
const lookMs = 20;
/** Of a full heap; of the processor's time, or of memory that the kernel wants back. */
const endedAtLimit: ReadonlySet<string | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGXCPU', 'SIGKILL']);

const root = join(import.meta.dirname, '../../../..');
/** No core either, which would hold what it was given. */
const withLimits = ['-c', 'ulimit -c 0; ulimit -t "$0"; exec "$@"'];

/**
 * Starts a program of this server (which calls `answerParent`) as a process of its own, gives it the bytes and takes
 * its answer. It has no environment, no open files but its pipes, may start nothing and write nowhere, and is gone when
 * this settles.
 * @param leaving ends it, since nobody waits for its answer
 * @throws Error when it could not be started
 */
export async function runInChild(
  program: URL,
  bytes: Uint8Array,
  bounds: ChildBounds,
  leaving: AbortSignal,
): Promise<ChildOutcome> {
  const child = start(fileURLToPath(program), bounds);
  let reason: string | null = null;
  const end = (why: string): void => {
    reason ??= why;
    kill(child);
    child.stdout?.destroy();
  };
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > bounds.answerBytes) end('answer');
    else chunks.push(chunk);
  });
  // a child that reads nothing, or has ended
  child.stdin?.on('error', () => undefined).end(bytes);
  const watch = setInterval(() => memoryOf(child) > bounds.memoryBytes && end('memory'), lookMs);
  const deadline = setTimeout(end, bounds.wallMs, 'time');
  const left = () => end('nobody waits');
  leaving.addEventListener('abort', left);
  if (leaving.aborted) left();
  child.once('exit', () => kill(child));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...ending) => resolve(ending));
  }).finally(() => {
    clearInterval(watch);
    clearTimeout(deadline);
    leaving.removeEventListener('abort', left);
  });
  const told = reason === null && code === 0 ? unframed(Buffer.concat(chunks)) : null;
  const isLimit = reason !== null || endedAtLimit.has(signal);
  return told ?? { failed: isLimit ? 'limit' : 'crash', reason: reason ?? String(signal ?? code) };
}

function start(program: string, { processorSeconds }: ChildBounds): ChildProcess {
  const folders = [join(root, 'src'), join(root, 'node_modules'), dirname(program)];
  const readable = [join(root, 'package.json'), ...folders.map((folder) => `${folder}/`)];
  const node = [
    `--max-old-space-size=${heapMegabytes}`,
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    program,
  ];
  const isWindows = process.platform === 'win32';
  const args = isWindows ? node : [...withLimits, String(processorSeconds), process.execPath, ...node];
  const child = spawn(isWindows ? process.execPath : '/bin/sh', args, {
    cwd: root,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    // a group of its own, to be ended whole
    detached: !isWindows,
  });
  try {
    if (child.pid !== undefined) {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      // the first to go where memory is short
      writeFileSync(`/proc/${child.pid}/oom_score_adj`, '1000');
    }
  } catch {
    // where there is no /proc, or no right to it
  }
  return child;
}

/** With all that it started. */
function kill(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function memoryOf({ pid }: ChildProcess): number {
  try {
    const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
