import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Order, Progress, Result, TestFile } from './tester.ts';

/** Milliseconds in which vitest takes down what it set up. */
const longestEnd = 20_000;
const hasEnded = 'vitest has ended';

const endedAt = (start: number, failed: Result['failed']): Result => ({
  passed: [],
  failed,
  ms: performance.now() - start,
});

/** What tests may know of this process. */
export function testEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TEST_DATABASE_URL } = process.env;
  return { PATH, HOME, TEST_DATABASE_URL };
}

/** The tests of a folder, run in a process that stays from run to run; after one that never ended, in a new one. */
export class WarmTests {
  private readonly folder: string;
  private readonly projects: readonly string[];
  private readonly changed = new Set<string>();
  private tester: Promise<ChildProcess> | null = null;

  constructor(folder: string, projects: readonly string[]) {
    this.folder = folder;
    this.projects = projects;
  }

  /** Names a file that is no longer what it was. */
  change(file: string): void {
    this.changed.add(file);
  }

  /**
   * Runs tests in their order up to the first that fails.
   *
   * Where vitest itself ends (an embedded database that fails outside of all tests takes it along) they are run again
   * in a new one, and count as failed when that ends too.
   *
   * @param limitOf how long one of them may take, in milliseconds
   * @returns null when one has not ended in time
   */
  async run(tests: readonly TestFile[], limitOf: (path: string) => number): Promise<Result | null> {
    const first = await this.runOnce(tests, limitOf);
    return first?.failed?.what === hasEnded ? this.runOnce(tests, limitOf) : first;
  }

  private async runOnce(
    tests: readonly TestFile[],
    limitOf: (path: string) => number,
  ): Promise<Result | null> {
    if (tests.length === 0) return { passed: [], failed: null, ms: 0 };
    const order: Order = { tests, changed: [...this.changed] };
    this.changed.clear();
    const tester = await (this.tester ??= this.start());
    const start = performance.now();
    const hearing = new AbortController();
    try {
      return await new Promise<Result | null>((resolve) => {
        const left = tests.map(({ path }) => path);
        let failed: Result['failed'] = null;
        let timer: NodeJS.Timeout | undefined;
        const ended = (): void => resolve(endedAt(start, failed ?? { path: left[0] ?? '', what: hasEnded }));
        const allow = (ms: number): void => {
          clearTimeout(timer);
          const known = failed && endedAt(start, failed);
          timer = setTimeout(() => {
            tester.off('exit', ended);
            void this.end().then(() => resolve(known));
          }, ms);
        };
        const allowNext = (): void => allow(left[0] === undefined ? longestEnd : limitOf(left[0]));
        const hear = (message: Progress | Result): void => {
          if ('passed' in message) return resolve(message);
          if ('ended' in message) {
            left.splice(left.indexOf(message.ended), 1);
            if (!failed) allowNext();
            return;
          }
          failed ??= message.failed;
          // what takes down the rest of its file may wait for what never comes
          allow(Math.min(longestEnd, limitOf(failed.path)));
        };
        tester.on('message', hear).once('exit', ended);
        hearing.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          tester.off('message', hear).off('exit', ended);
        });
        allowNext();
        tester.send(order);
      });
    } finally {
      hearing.abort();
      if (tester.exitCode !== null || tester.signalCode !== null) this.tester = null;
    }
  }

  private async start(): Promise<ChildProcess> {
    const tester = fork(join(import.meta.dirname, 'tester.ts'), this.projects, {
      cwd: this.folder,
      env: testEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true, // a process group of its own, so that all of it can be ended
    });
    const kill = (): void => {
      if (tester.pid !== undefined && tester.exitCode === null) process.kill(-tester.pid, 'SIGKILL');
    };
    process.once('exit', kill);
    tester.once('exit', () => process.off('exit', kill));
    await Promise.race([
      once(tester, 'message'),
      once(tester, 'exit').then(() => Promise.reject(new Error('vitest does not start'))),
    ]);
    return tester;
  }

  /** Ends the process and all that it started, whatever they are at. */
  async end(): Promise<void> {
    const tester = await this.tester;
    this.tester = null;
    if (!tester || tester.exitCode !== null || tester.pid === undefined) return;
    const exited = once(tester, 'exit');
    tester.disconnect();
    await Promise.race([exited, wait(longestEnd)]);
    if (tester.exitCode === null && tester.signalCode === null) {
      process.kill(-tester.pid, 'SIGKILL');
      await exited;
    }
  }
}
