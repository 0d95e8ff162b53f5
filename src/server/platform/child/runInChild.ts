import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unframed } from './answerParent.ts';

/** What a child may take. */
export interface ChildBounds {
  /** Resident memory, looked at from outside; where there is no /proc, only the heap is bounded. */
  memoryBytes: number;
  /** Of all its threads; the kernel ends it. */
  processorSeconds: number;
  /** From its start on. */
  wallMs: number;
  answerBytes: number;
}

/** `failed`: it reached one of its bounds (`limit`), or ended without an answer (`crash`). */
export type ChildOutcome = { answer: Buffer } | { refused: string } | { failed: 'limit' | 'crash' };

/** How a child ended that has not answered, for the log. */
export type ReportFailure = (failure: { reason: string; code: number | null; signal: string | null }) => void;

/** A heap that is full ends its process by itself. */
const heapMegabytes = 256;
const lookMs = 20;

const root = join(import.meta.dirname, '../../../..');
/** No core either, which would hold what it was given. */
const withLimits = ['/bin/sh', '-c', 'ulimit -c 0; ulimit -t "$0"; exec "$@"'];

/**
 * Starts a program of this server (which calls `answerParent`) as a process of its own, gives it the bytes and takes
 * its answer. It has no environment, no open files but its pipes, may start nothing and write nowhere, and is gone when
 * this settles. Whatever it does, this never throws.
 * @param leaving ends it, since nobody waits for its answer
 */
export async function runInChild(
  program: URL,
  bytes: Uint8Array,
  bounds: ChildBounds,
  leaving: AbortSignal,
  report: ReportFailure,
): Promise<ChildOutcome> {
  try {
    const child = start(fileURLToPath(program), bounds);
    return await outcomeOf(child, bytes, bounds, leaving, report);
  } catch (error) {
    report({ reason: error instanceof Error ? error.message : 'not started', code: null, signal: null });
    return { failed: 'crash' };
  }
}

function start(program: string, { processorSeconds }: ChildBounds): ChildProcess {
  const readable = [join(root, 'src'), join(root, 'node_modules'), dirname(program)].map(
    (folder) => `${folder}/`,
  );
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    '--permission',
    ...[join(root, 'package.json'), ...readable].map((path) => `--allow-fs-read=${path}`),
    program,
  ];
  const isWindows = process.platform === 'win32';
  const [command = '', ...args] = isWindows ? node : [...withLimits, String(processorSeconds), ...node];
  // a group of its own, to be ended whole
  const child = spawn(command, args, {
    cwd: root,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
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

async function outcomeOf(
  child: ChildProcess,
  bytes: Uint8Array,
  bounds: ChildBounds,
  leaving: AbortSignal,
  report: ReportFailure,
): Promise<ChildOutcome> {
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
  if (told) return told;
  // a full heap; the processor's time, or memory that the kernel wants back
  const isLimit = reason !== null || ['SIGABRT', 'SIGTRAP', 'SIGXCPU', 'SIGKILL'].includes(signal ?? '');
  if (!leaving.aborted) report({ reason: reason ?? (isLimit ? 'killed' : 'crash'), code, signal });
  return { failed: isLimit ? 'limit' : 'crash' };
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
