import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../src/server/main.ts');
const pauseMs = 250;

/** How a process ended, and the last it said. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  lastWords: string;
}

/** The server under test, started again whenever it ends, as a service manager would. */
export interface Server {
  origin: string;
  /** Resolves when it has said that it listens, or has ended without. */
  ready(): Promise<void>;
  /** SIGKILL; it starts again once `beforeStart` has run. */
  kill(beforeStart?: () => void): Promise<void>;
  /** SIGTERM; resolves when it has ended, and it starts again. */
  terminate(beforeStart?: () => void): Promise<Exit>;
  /** Ends it for good. */
  stop(): Promise<Exit>;
  /** Called when it ends though nobody has asked it to. */
  onOwnExit: ((exit: Exit) => void) | null;
  /** How often it was started. */
  readonly starts: number;
}

/** @param settings as environment variables; nothing of this process's own settings is passed on */
export function superviseServer(settings: Record<string, string>, port: number, logFile: string): Server {
  const log = createWriteStream(logFile, { flags: 'a' });
  let running: Running | null = null;
  let isWanted = true;
  let asked: { beforeStart: (() => void) | undefined } | null = null;
  const server = { origin: `http://127.0.0.1:${port}`, starts: 0, onOwnExit: null } as Server & {
    starts: number;
  };
  const start = (): void => {
    server.starts += 1;
    running = run({ ...settings, PORT: String(port) }, log);
    void running.exited.then((exit) => {
      const wasAsked = asked;
      asked = null;
      if (!wasAsked) server.onOwnExit?.(exit);
      wasAsked?.beforeStart?.();
      // a server that cannot start is tried again, and not as fast as it can
      if (isWanted) setTimeout(start, wasAsked ? 0 : pauseMs);
      else log.end();
    });
  };
  const end = async (signal: NodeJS.Signals, beforeStart?: () => void): Promise<Exit> => {
    // between two tries to start there is nobody to end
    while (!running || running.child.exitCode !== null || running.child.signalCode !== null) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    const { child, exited } = running;
    asked = { beforeStart };
    child.kill(signal);
    return exited;
  };
  start();
  return Object.assign(server, {
    ready: () => running?.ready ?? Promise.resolve(),
    kill: async (beforeStart?: () => void) => void (await end('SIGKILL', beforeStart)),
    terminate: (beforeStart?: () => void) => end('SIGTERM', beforeStart),
    stop: () => {
      isWanted = false;
      return end('SIGTERM');
    },
  });
}

interface Running {
  child: ChildProcess;
  ready: Promise<void>;
  exited: Promise<Exit>;
}

function run(settings: Record<string, string>, log: WriteStream): Running {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [program], {
    env: { PATH, HOME, DEMO: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // a run that is interrupted leaves no server behind
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  let lastWords = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log.write(text);
      lastWords = (lastWords + text).slice(-600);
      if (/^Turnario: \S+$/m.test(text)) isReady();
    });
  }
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      process.off('exit', kill);
      isReady();
      resolve({ code, signal, lastWords: lastWords.trim() });
    });
  });
  return { child, ready, exited };
}
