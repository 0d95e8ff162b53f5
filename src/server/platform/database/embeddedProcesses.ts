import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Retries connecting until it responds, since it may be recovering. @returns whether it did so while `isRunning` */
export async function answers(databaseUrl: string, isRunning: () => boolean): Promise<boolean> {
  for (let pause = 5; isRunning(); pause = Math.min(pause * 1.2, 100)) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 });
    // it may end while connected
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch (error) {
      // anything but 'starting up'
      if (error instanceof pg.DatabaseError && error.code !== '57P03') throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(pause);
  }
  return false;
}

/** Fast shutdown: rolls back transactions and writes everything; then immediate, with recovery at the next start. */
const endings = { SIGINT: 1_000, SIGQUIT: 1_000, SIGKILL: 400 };

/** Ends everything that runs in the folder, locked by us, within 2.5 s: PostgreSQL does not start beside any of it. */
export async function endServer(dataDir: string): Promise<void> {
  for (const [signal, withinMs] of Object.entries(endings)) {
    send(findMain(dataDir)?.pid, signal);
    const until = performance.now() + withinMs;
    while (findMain(dataDir) !== null && performance.now() < until) await wait(5);
  }
  const all = (): string[] => (process.platform === 'linux' ? fs.readdirSync('/proc') : []);
  const left = (): number[] =>
    all()
      .map(Number)
      .filter((pid) => belongsTo(dataDir, pid));
  for (let pids = left(); pids.length > 0; pids = left()) {
    for (const pid of pids) send(pid, 'SIGKILL');
    await wait(5);
  }
  // If its process id was reused, as happens in containers, PostgreSQL would take the files for a running server's.
  // This keeps the file that says whether shared memory is in use, with an unused process id.
  fs.rmSync(join(dataDir, 'run', '.s.PGSQL.5432.lock'), { force: true });
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  if (!fs.existsSync(file)) return;
  const text = fs.readFileSync(file, 'utf8');
  fs.rmSync(`${file}.new`, { force: true });
  fs.writeFileSync(`${file}.new`, text.replace(/^\d+/, '2147483647'), { flag: 'wx' });
  fs.renameSync(`${file}.new`, file);
  // left empty by a kill: useless, and PostgreSQL would refuse it forever
  if (text === '') fs.rmSync(file);
}

function send(pid: number | undefined, signal: string): void {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch {
    // already ended
  }
}

/** The main process, whichever process started it; null if none runs. */
export function findMain(dataDir: string): { pid: number; port: number } | null {
  try {
    const file = fs.readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    const [pid, , , port] = file.split('\n').map(Number);
    return pid && port && belongsTo(dataDir, pid) ? { pid, port } : null;
  } catch {
    return null;
  }
}

/** Whether this is a process of that folder's server, by its working directory; except on Linux, only the main one. */
function belongsTo(dataDir: string, pid: number): boolean {
  const cluster = join(dataDir, 'postgres');
  if (process.platform === 'linux') return worksIn(cluster, pid);
  const query = `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`;
  const [program, ...args] =
    process.platform === 'win32' ? ['powershell', query] : ['ps', '-ww', '-o', 'args=', '-p', `${pid}`];
  // prints nothing if there is no such process
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return stdout?.includes(` -D ${cluster} `) ?? false;
}

function worksIn(cluster: string, pid: number): boolean {
  try {
    // a reinstalled program has a suffix to its name
    const isProgram = basename(fs.readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres');
    return isProgram && fs.readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch (error) {
    // another account's, where others' processes are hidden: the main one's arguments are readable
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
  }
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`/postgres\0-D\0${cluster}\0`);
  } catch {
    return false;
  }
}
