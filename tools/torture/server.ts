import { nextLook } from '../process.ts';
import { type Product, startProduct } from '../product.ts';

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
  /** SIGSTOP, and after so many milliseconds SIGCONT. */
  freeze(milliseconds: number): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<Exit>;
  /** Called when it ends though nobody has asked it to. */
  onOwnExit: ((exit: Exit) => void) | null;
  /** How often it was started. */
  readonly starts: number;
}

/** @param settings as environment variables; nothing of this process's own settings is passed on */
export function superviseServer(settings: Record<string, string>, port: number, logFile: string): Server {
  let running: Product;
  let exited: Promise<Exit>;
  let isWanted = true;
  let stopped: Promise<Exit> | null = null;
  let asked: { beforeStart: (() => void) | undefined } | null = null;
  const start = (): void => {
    server.starts += 1;
    running = startProduct({ ...settings, PORT: String(port) }, logFile);
    exited = exitOf(running);
    void exited.then((exit) => {
      const wasAsked = asked;
      asked = null;
      if (!wasAsked) server.onOwnExit?.(exit);
      wasAsked?.beforeStart?.();
      // a server that cannot start is tried again, and not as fast as it can
      if (isWanted) setTimeout(() => isWanted && start(), wasAsked ? 0 : pauseMs);
    });
  };
  const end = async (signal: NodeJS.Signals, beforeStart?: () => void): Promise<Exit> => {
    // between two tries to start there is nobody to end
    while (!running.isRunning()) await nextLook(pauseMs);
    asked = { beforeStart };
    running.child.kill(signal);
    return exited;
  };
  const server = {
    origin: `http://127.0.0.1:${port}`,
    starts: 0,
    onOwnExit: null,
    ready: () =>
      running.url.then(
        () => undefined,
        () => undefined,
      ),
    kill: async (beforeStart?: () => void) => void (await end('SIGKILL', beforeStart)),
    terminate: (beforeStart?: () => void) => end('SIGTERM', beforeStart),
    freeze: async (milliseconds: number) => {
      const { child } = running;
      child.kill('SIGSTOP');
      await nextLook(milliseconds);
      child.kill('SIGCONT');
    },
    stop: () => {
      isWanted = false;
      stopped ??= running.isRunning() ? end('SIGTERM') : exited;
      return stopped;
    },
  } as Server & { starts: number };
  start();
  return server;
}

async function exitOf(product: Product): Promise<Exit> {
  return { ...(await product.exited), lastWords: product.output().slice(-600).trim() };
}
