import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

export interface Program {
  /** Arguments of Node, the script first, or of `command`. */
  args: readonly string[];
  command?: string;
  /** Environment variables besides PATH and HOME; this process's own are not passed on. */
  env?: Record<string, string>;
  cwd?: string;
  /** Receives all output; then only its end is kept in memory. */
  logFile?: string;
  owner?: { uid: number; gid: number } | null;
  /** Sent if this process exits first; default SIGKILL. */
  lastSignal?: NodeJS.Signals;
  /** Runs in its own process group, all of which `end` signals. */
  isGroup?: boolean;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A child process. */
export interface Running {
  child: ChildProcess;
  pid: number;
  /** The output so far. */
  stdout(): string;
  stderr(): string;
  /** Both, interleaved. */
  output(): string;
  isRunning(): boolean;
  /** Resolves when the process has ended and its output is complete. */
  exited: Promise<Exit>;
  /** Sends a signal, by default SIGTERM, and waits for the exit. */
  end(signal?: NodeJS.Signals): Promise<Exit>;
}

const keptOfLog = 2_000;

// an interrupted run leaves no process behind
const lastSignals = new Map<ChildProcess, NodeJS.Signals>();
process.once('exit', () => {
  for (const [child, signal] of lastSignals) child.kill(signal);
});

export function startProcess(program: Program): Running {
  const { args, command = process.execPath, env = {}, cwd, logFile, owner, isGroup = false } = program;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, [...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
    ...(cwd !== undefined && { cwd }),
    ...owner,
  });
  const log = logFile === undefined ? null : createWriteStream(logFile, { flags: 'a' });
  const written = { stdout: '', stderr: '', both: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      log?.write(text);
      for (const kept of [name, 'both'] as const) {
        written[kept] = log ? (written[kept] + text).slice(-keptOfLog) : written[kept] + text;
      }
    });
  }
  lastSignals.set(child, program.lastSignal ?? 'SIGKILL');
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => {
      lastSignals.delete(child);
      log?.end();
      resolve({ code, signal });
    });
  });
  exited.catch(() => lastSignals.delete(child));
  const { pid = 0 } = child;
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    child,
    pid,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    output: () => written.both,
    isRunning,
    exited,
    end: (signal = 'SIGTERM') => {
      if (isRunning()) process.kill(isGroup ? -pid : pid, signal);
      return exited;
    },
  };
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to completion. */
export async function runToEnd(program: Program): Promise<Finished> {
  const running = startProcess(program);
  const { code } = await running.exited;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

/** Runs a command to completion; returns its output, rejects with it on failure. */
export async function runCommand(command: string, args: readonly string[], owner: Program['owner'] = null) {
  const { code, stdout, stderr } = await runToEnd({ command, args, owner, cwd: '/' });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || `ended with ${code}`}`);
  return stdout;
}

/**
 * Waits until a server answers at its root with any status.
 *
 * @throws if its process ends first
 */
export async function untilAnswers(url: string, running: Running): Promise<void> {
  while (!(await answers(url))) {
    if (!running.isRunning()) throw new Error(`the server ended before it answered:\n${running.output()}`);
    await pause();
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
    await response.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export const pause = (milliseconds = 5): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));
