import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '../http.ts';
import { startProcess } from '../process.ts';
import { importCase, monthPath } from './cases.ts';
import { cookieOf, crowd, openRequests, type World } from './data.ts';
import { makeCalls } from './load.ts';
import type { Version } from './versions.ts';

const perSecond = 100;
const seconds = 4; // enough for a p99

/** Requests months for people of other worksites at a constant rate; milliseconds from when each call was due. */
export async function callEvenly(url: string, world: World): Promise<number[]> {
  const first = (openRequests.length + 1) * crowd;
  const begin = performance.now();
  const calls = Array.from({ length: perSecond * seconds }, async (_, place) => {
    const due = begin + (place * 1000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    const client = new HttpClient(url, cookieOf(first + ((place * 37) % (world.people - first))));
    const { status } = await client.send({ method: 'GET', path: monthPath(world) });
    if (status !== 200) throw new Error(`a month during other work: ${status}`);
    return performance.now() - due;
  });
  return Promise.all(calls);
}

/** Keeps a server busy until aborted. */
type Work = (signal: AbortSignal) => Promise<void>;

/** Runs the calls during other work. */
export async function callBeside(work: Work, calls: () => Promise<number[]>): Promise<number[]> {
  const end = new AbortController();
  const [times] = await Promise.all([calls().finally(() => end.abort()), work(end.signal)]);
  return times;
}

export function importing(url: string, world: World): Work {
  const { steps } = importCase(world);
  return async (signal) => {
    while (!signal.aborted) await makeCalls(url, steps, 1, 1);
  };
}

/** Runs backups as an operator would; the last one is interrupted. */
export function backingUp({ root, world }: Version, url: string): Work {
  const program = join(root, 'scripts/backup/backup.ts');
  const env = { ...world, PUBLIC_URL: url, TMPDIR: world['DATA_DIR'] ?? '' };
  return async (signal) => {
    while (!signal.aborted) {
      const running = startProcess({ args: [program], cwd: root, env, isGroup: true });
      signal.addEventListener('abort', () => void running.end(), { once: true });
      const { code } = await running.exited;
      if (code && !signal.aborted) throw new Error(`the backup: ${running.output()}`);
    }
  };
}
