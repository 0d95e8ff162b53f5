import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { type Running, startProcess } from '../../tools/process.ts';
import { settingsFor, type TestDatabase } from './database.ts';

const program = fileURLToPath(new URL('./workerProcess.ts', import.meta.url));

/** Starts worker processes, killed after each test; `endAll` ends them with a signal of the test's choice. */
export function testWorkers(kind: 'mail' | 'push', database: TestDatabase) {
  const running: Running[] = [];
  const endAll = (signal: NodeJS.Signals) => Promise.all(running.splice(0).map((one) => one.end(signal)));
  afterEach(() => endAll('SIGKILL'));
  const start = async (env: Record<string, string>): Promise<void> => {
    const settings = { LOG_LEVEL: 'silent', ...settingsFor(database), ...env };
    const one = startProcess({ args: [program, kind], env: settings });
    running.push(one);
    await once(one.child.stdout as Readable, 'data');
  };
  return { start, endAll };
}
