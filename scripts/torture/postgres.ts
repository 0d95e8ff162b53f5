import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort, isRoot, runProgram } from './commands.ts';

/** A PostgreSQL of the run's own, which it may treat badly. */
export interface Cluster {
  port: number;
  version: string;
  start(): Promise<void>;
  /** Restarts it; `immediate` leaves it to recover from its log. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** SIGKILL to all of its processes at once. */
  kill(): Promise<void>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

const initdbOptions = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--wal-segsize=4'];
const installations = '/usr/lib/postgresql';

/** The folder of the newest installation's programs, as `.ci/run` finds it; null where there is none. */
export async function findPostgres(): Promise<string | null> {
  const versions = await readdir(installations).catch(() => []);
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? null : join(installations, newest, 'bin');
}

/**
 * Makes a cluster in `folder`, with fsync as a new installation has it, and starts it.
 *
 * @param folder absolute, as is `logFile`; its parents must let others pass, since PostgreSQL refuses to run as root
 */
export async function startCluster(programs: string, folder: string, logFile: string): Promise<Cluster> {
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  await writeFile(logFile, '');
  if (isRoot()) await runProgram('chown', ['-R', 'postgres', data, logFile]);
  const run = (name: string, ...args: string[]): Promise<string> => {
    const path = join(programs, name);
    return isRoot()
      ? runProgram('runuser', ['-u', 'postgres', '--', path, ...args], folder)
      : runProgram(path, args, folder);
  };
  await run('initdb', ...initdbOptions, '-D', data);
  const port = await findFreePort();
  const options = optionsOf(data, port);
  const isUp = (): Promise<boolean> =>
    run('pg_isready', '-q', '-h', '127.0.0.1', '-p', String(port)).then(
      () => true,
      () => false,
    );
  // a child of this process, which hears of its end: a process that nobody reaps keeps its folder for ever
  let main = await startMain(programs, options, logFile, isUp);
  const start = async (): Promise<void> => {
    main = await startMain(programs, options, logFile, isUp);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    main.child.kill(signal);
    await main.exited;
  };
  return {
    port,
    version: (await run('postgres', '--version')).trim(),
    start,
    restart: async (mode) => {
      await end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await start();
    },
    kill: async () => {
      await killAll(main.child.pid ?? 0);
      await main.exited;
    },
    isRunning: () => main.child.exitCode === null && main.child.signalCode === null,
    stop: () => end('SIGQUIT'),
  };
}

/** Small pieces of the log, so that a small disk holds it and is soon full; everything else as it comes. */
function optionsOf(data: string, port: number): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=60',
    'min_wal_size=16MB',
    'max_wal_size=64MB',
  ];
  return ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
}

interface Main {
  child: ChildProcess;
  exited: Promise<void>;
}

async function startMain(
  programs: string,
  options: readonly string[],
  logFile: string,
  isUp: () => Promise<boolean>,
): Promise<Main> {
  const idOf = async (what: string): Promise<number> => Number(await runProgram('id', [what, 'postgres']));
  const owner = isRoot() ? { uid: await idOf('-u'), gid: await idOf('-g') } : {};
  const log = openSync(logFile, 'a');
  const child = spawn(join(programs, 'postgres'), options, {
    ...owner,
    cwd: '/',
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const kill = (): void => void child.kill('SIGQUIT');
  process.once('exit', kill);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', kill);
      resolve();
    });
  });
  while (!(await isUp())) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`PostgreSQL does not start: see ${logFile}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { child, exited };
}

/** The main process first, so that it starts no other; then its children, which only it knew. */
async function killAll(main: number): Promise<void> {
  process.kill(main, 'SIGSTOP');
  const children = (await readdir('/proc')).map(Number).filter((id) => parentOf(id) === main);
  for (const id of [main, ...children]) process.kill(id, 'SIGKILL');
  // while one of them still ends, what they shared is in use and nobody can start anew
  while (children.some((id) => parentOf(id) !== null)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Null when there is no such process any more. */
function parentOf(id: number): number | null {
  try {
    // after the name, which may hold blanks: state, parent
    const [state, parent = ''] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}
