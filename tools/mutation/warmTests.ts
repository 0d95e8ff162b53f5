import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Order, Result, TestFile } from './tester.ts';

/** Milliseconds in which vitest takes down what it set up. */
const longestEnd = 20_000;

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

  /** Runs tests in their order up to the first that fails; null when they have not ended in time. */
  async run(tests: readonly TestFile[], limitMs: number): Promise<Result | null> {
    if (tests.length === 0) return { passed: [], failed: null, ms: 0 };
    const order: Order = { tests, changed: [...this.changed] };
    this.changed.clear();
    const tester = await (this.tester ??= this.start());
    tester.send(order);
    const stopped = new AbortController();
    const { signal } = stopped;
    try {
      return await Promise.race([
        once(tester, 'message', { signal }).then(([result]) => result as Result),
        once(tester, 'exit', { signal }).then(() => Promise.reject(new Error('vitest has ended'))),
        wait(limitMs, null, { signal }),
      ]);
    } finally {
      stopped.abort();
      if (tester.exitCode !== null || tester.signalCode !== null) this.tester = null;
    }
  }

  private async start(): Promise<ChildProcess> {
    const { PATH, HOME, TEST_DATABASE_URL } = process.env;
    const tester = fork(join(import.meta.dirname, 'tester.ts'), this.projects, {
      cwd: this.folder,
      env: { PATH, HOME, TEST_DATABASE_URL },
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
