import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unframed } from './answerParent.ts';

const megabyte = 1024 * 1024;
/** Limits of a child. Memory is polled from outside; without /proc only the heap is limited. */
export const usualBounds = {
  memoryBytes: 400 * megabyte,
  /** For all its threads; enforced by the kernel. */
  processorSeconds: 3,
  wallMs: 15_000,
  answerBytes: 16 * megabyte,
};
export type ChildBounds = typeof usualBounds;

/** `failed`: it hit a limit (`limit`) or ended without an answer (`crash`); the reason is for the log. */
export type ChildOutcome =
  | { answer: Buffer }
  | { refused: string }
  | { failed: 'limit' | 'crash'; reason: string };

/** A full heap ends the process by itself. */
const heapMegabytes = 256;
const lookMs = 20;
/** Signals of a full heap, of used-up processor time, or of the kernel reclaiming memory. */
const endedAtLimit: ReadonlySet<string | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGXCPU', 'SIGKILL']);

const root = join(import.meta.dirname, '../../../..');
/** No core dump either: it would contain the input. */
const withLimits = ['-c', 'ulimit -c 0; ulimit -t "$0"; exec "$@"'];

/**
 * Starts a program of this server (which calls `answerParent`) as a child process, passes it the bytes and reads its
 * answer. The child has no environment and no open files but its pipes, cannot start processes or write files, and has
 * ended when this settles.
 * @param leaving kills it: nobody waits for its answer
 * @throws Error if it could not be started
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
  // the child may read nothing, or have ended
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
    // its own process group, to be killed as a whole
    detached: !isWindows,
  });
  try {
    if (child.pid !== undefined) {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      // the first to be killed when memory is short
      writeFileSync(`/proc/${child.pid}/oom_score_adj`, '1000');
    }
  } catch {
    // no /proc, or no permission
  }
  return child;
}

/** Kills it with everything it started. */
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
