import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from './freePort.ts';
import { nextLook, runCommand, type Running, startProcess } from './process.ts';

/** A PostgreSQL that was started for one run, which may treat it badly. */
export interface OwnPostgres {
  /** On which databases may be made. */
  url: string;
  /** As it names itself: `postgres (PostgreSQL) 15.14 …` */
  version: string;
  start(): Promise<void>;
  /** `immediate` leaves it to recover from its log. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** SIGKILL to all of its processes at once. */
  kill(): Promise<void>;
  isRunning(): boolean;
  /** Ends it at once, whoever is connected. */
  stop(): Promise<void>;
}

/** The folder of the newest installation's programs (Debian's place); null where there is none. */
export async function newestPostgres(installations = '/usr/lib/postgresql'): Promise<string | null> {
  const versions = (await readdir(installations).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? null : join(installations, newest, 'bin');
}

interface PostgresOptions {
  /** As `newestPostgres` found them. */
  programs: string;
  /** Absolute, of the run: the caller removes it. */
  folder: string;
  /** `fsync=off`, … */
  settings: readonly string[];
  /** Of `initdb`. */
  cluster?: readonly string[];
  /** Default: in the folder. */
  logFile?: string;
}

/** Makes an empty one on a free port of this machine and starts it. */
export async function startOwnPostgres(options: PostgresOptions): Promise<OwnPostgres> {
  const { programs, folder, settings, logFile = join(folder, 'postgres.log') } = options;
  const owner = await postgresAccount();
  const run = (name: string, ...args: string[]): Promise<string> =>
    runCommand(join(programs, name), args, owner);
  const data = await makeCluster(options, owner);
  const port = String(await findFreePort());
  const given = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const args = ['-D', data, '-p', port, ...given.flatMap((setting) => ['-c', setting])];
  const command = join(programs, 'postgres');
  // a child of this process, which hears of its end: a process that nobody reaps keeps its folder for ever
  const startMain = async (): Promise<Running> => {
    const main = startProcess({ command, args, cwd: '/', owner, logFile, lastSignal: 'SIGQUIT' });
    const isUp = () => run('pg_isready', '-q', '-h', '127.0.0.1', '-p', port).catch(() => null);
    while ((await isUp()) === null) {
      if (!main.isRunning()) throw new Error(`PostgreSQL does not start: see ${logFile}`);
      await nextLook(50);
    }
    return main;
  };
  let main = await startMain();
  const start = async (): Promise<void> => {
    main = await startMain();
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: (await run('postgres', '--version')).trim(),
    start,
    restart: async (mode) => {
      await main.end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await start();
    },
    kill: async () => {
      await killAll(main.pid);
      await main.exited;
    },
    isRunning: () => main.isRunning(),
    stop: async () => void (await main.end('SIGQUIT')),
  };
}

/** One whose data need not reach the disk: it is thrown away with the run. Null where PostgreSQL is not installed. */
export async function startPostgresForTests(folder: string): Promise<OwnPostgres | null> {
  const programs = await newestPostgres();
  const settings = ['max_connections=300', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  return programs === null ? null : startOwnPostgres({ programs, folder, settings });
}

type Owner = { uid: number; gid: number } | null;

/** @returns the folder of its data */
async function makeCluster(options: PostgresOptions, owner: Owner): Promise<string> {
  const { programs, folder, cluster = [] } = options;
  const data = join(folder, 'postgres');
  await mkdir(data, { recursive: true });
  if (owner) {
    // so that the other account gets there
    await chmod(folder, 0o755);
    await chown(data, owner.uid, owner.gid);
  }
  const account = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await runCommand(join(programs, 'initdb'), ['-D', data, ...account, ...cluster], owner);
  return data;
}

/** PostgreSQL refuses to be root: then it runs as the account that Debian made for it. */
async function postgresAccount(): Promise<Owner> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readFile('/etc/passwd', 'utf8');
  const fields = accounts.split('\n').find((line) => line.startsWith('postgres:'));
  const [, , uid, gid] = fields?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** The main process first, so that it starts no other; then its children, which only it knew. */
async function killAll(main: number): Promise<void> {
  process.kill(main, 'SIGSTOP');
  const children = (await readdir('/proc')).map(Number).filter((id) => parentOf(id) === main);
  for (const id of [main, ...children]) process.kill(id, 'SIGKILL');
  // while one of them still ends, what they shared is in use and nobody can start anew
  while (children.some((id) => parentOf(id) !== null)) await nextLook();
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
