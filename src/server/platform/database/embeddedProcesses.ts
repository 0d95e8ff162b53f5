import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Fast: transactions are rolled back and all is written; then at once, to be recovered at the next start. */
const endings = [
  { signal: 'SIGINT', withinMs: 1_000 },
  { signal: 'SIGQUIT', withinMs: 1_000 },
  { signal: 'SIGKILL', withinMs: 400 },
] as const;

/** Ends a main process within 2.4 s. */
export async function endMain(pid: number, isRunning: () => boolean): Promise<void> {
  for (const { signal, withinMs } of endings) {
    if (isRunning()) send(pid, signal);
    const until = performance.now() + withinMs;
    while (isRunning() && performance.now() < until) await wait(5);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended meanwhile
  }
}

/**
 * Ends what a killed product left over in the folder, which must be locked for us. PostgreSQL does not start beside any
 * of it: neither a main process, nor a process of one that was killed, which may still be at a long statement.
 */
export async function endLeftOver(cluster: string): Promise<void> {
  const main = mainPid(cluster);
  if (main !== null && belongsTo(cluster, main)) await endMain(main, () => belongsTo(cluster, main));
  for (let left = processesOf(cluster); left.length > 0; left = processesOf(cluster)) {
    for (const pid of left) send(pid, 'SIGKILL');
    await wait(5);
  }
  forgetReusedPid(cluster);
}

/** Whether its main process runs, whoever started it. */
export function isServed(cluster: string): boolean {
  const main = mainPid(cluster);
  return main !== null && belongsTo(cluster, main);
}

/** What `postmaster.pid` says; null where there is none. */
function mainPid(cluster: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
}

/**
 * PostgreSQL takes its file for stale when no process has its number. Where somebody else's has, as it happens in containers,
 * it gets one that no process can have. The rest stays: by it PostgreSQL sees whether the memory is still in use.
 */
function forgetReusedPid(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  if (mainPid(cluster) === null) return;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, '2147483647'));
}

/** All of them work in its folder. */
function processesOf(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => belongsTo(cluster, pid));
}

/** Whether that is a process of the server that works in that folder; elsewhere than on Linux only of its main process. */
function belongsTo(cluster: string, pid: number): boolean {
  try {
    if (process.platform !== 'linux') {
      const args = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
      return args.includes(`/postgres -D ${cluster} -c`);
    }
    // what was installed anew meanwhile has something behind its name
    const program = basename(readlinkSync(`/proc/${pid}/exe`));
    return program.startsWith('postgres') && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}
