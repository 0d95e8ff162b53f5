import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { atEnd } from '../cleanup.ts';

/** A server that the run has started. */
export interface Server {
  /** Without a slash at its end. */
  url: string;
  pid: number;
  /** Resident memory now, in MB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

export interface Program {
  /** Path of the program, and its arguments. */
  args: readonly string[];
  env: Record<string, string>;
  url: string;
  /** Everything it writes goes there. */
  logFile: string;
}

/**
 * Starts a server with nothing of this process's own settings, and waits until it answers anything over HTTP.
 *
 * @throws when it ends before, naming its log
 */
export async function startServer(program: Program): Promise<Server> {
  const { url, logFile } = program;
  const child = spawnProgram(program);
  const { pid = 0 } = child;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = (): Promise<void> => {
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), 8_000);
    return exited.finally(() => clearTimeout(hard));
  };
  atEnd(stop);
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${program.args.join(' ')} ended before it answered; see ${logFile}`);
    }
    await nextLook();
  }
  return { url, pid, memory: () => memoryOf(pid), stop };
}

/** Starts the program; its output goes into the file through this process, as a log collector would take it. */
function spawnProgram({ args, env, logFile }: Program): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const log = createWriteStream(logFile, { flags: 'a' });
  const child = spawn(process.execPath, [...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.once('close', () => log.end());
  return child;
}

/** Whether the page, or whatever stands at the root, is answered. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
    await response.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export const nextLook = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
