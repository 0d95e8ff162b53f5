import type { ChildProcess } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCluster, lockFolder, requireUsable } from './embeddedFolder.ts';
import { endLeftOver, endMain, isServed } from './embeddedProcesses.ts';
import {
  type Account,
  chooseAccount,
  findPrograms,
  type Programs,
  startProgram,
} from './embeddedPrograms.ts';
import { answers, makeSocketFolder, socketSettings, socketUrl } from './embeddedSocket.ts';
import { DatabaseError, sqlState } from './errors.ts';

export interface EmbeddedServer {
  /** For `pg`, as the product's role: `postgres://turnario@localhost:5432/turnario?host=<folder, percent-encoded>` */
  readonly databaseUrl: string;
  /** Ends it within 2.4 s, whoever is connected, and gives the folder free. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** Is told when the server ends by itself or does not start again; it is started until it runs. */
  onWarning(message: string, error: unknown): void;
  /** PostgreSQL's, `name=value`; they win over the product's own. */
  settings?: readonly string[];
}

/**
 * Starts PostgreSQL in `<dataDir>/postgres`, which is made if needed, as a process that lives until `stop`: one that a
 * killed product left over is ended first.
 * @throws DataFolderInUseError when another process has the folder
 * @throws DataFolderError when it cannot be used
 * @throws DatabaseError when PostgreSQL does not start, with what it says
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const unlock = lockFolder(dataDir);
  try {
    const folder = realpathSync(dataDir);
    requireUsable(folder);
    const programs = findPrograms();
    const cluster = join(folder, 'postgres');
    const account = await chooseAccount(existsSync(cluster) ? cluster : folder, programs);
    await createCluster(folder, programs, account);
    const server = new EmbeddedProcess(folder, programs, account, options);
    const databaseUrl = await server.start();
    return { databaseUrl, stop: () => server.stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * @returns the URL of the server that another process runs in this folder, once it answers; null: none runs
 * @throws DataFolderError when others reach its socket
 */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  if (!existsSync(dataDir)) return null;
  const folder = realpathSync(dataDir);
  const cluster = join(folder, 'postgres');
  if (!isServed(cluster)) return null;
  const databaseUrl = socketUrl(folder);
  return (await answers(databaseUrl, () => isServed(cluster))) ? databaseUrl : null;
}

const megabyte = 1024 * 1024;
const longestLog = megabyte;
const rotationMs = 60_000;
/** Between attempts to start it again. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;

/** For a pool of ten, the connection that listens, and tools. */
function serverSettings(): string[] {
  const memory = Math.min(process.constrainedMemory() || Infinity, totalmem()) / megabyte;
  return [
    ...socketSettings,
    'max_connections=40',
    `shared_buffers=${Math.round(Math.min(Math.max(memory / 32, 16), 128))}MB`,
    'fsync=on',
    'full_page_writes=on',
    'jit=off',
    // few processes: none that reads ahead, helps a statement or passes anything on
    'io_method=sync',
    'max_parallel_workers_per_gather=0',
    'max_logical_replication_workers=0',
    'max_wal_senders=0',
    'wal_level=minimal',
    // what is to be read again after a kill: a few seconds' work
    'max_wal_size=256MB',
    // in the folder: /dev/shm may be small or missing, and a logout may empty it
    'dynamic_shared_memory_type=mmap',
    // no statements, and no errors of statements: both quote values, and the product logs its own
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_statement=none',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    'logging_collector=off',
  ];
}

class EmbeddedProcess {
  readonly #folder: string;
  readonly #cluster: string;
  readonly #log: string;
  readonly #programs: Programs;
  readonly #account: Account;
  readonly #options: EmbeddedOptions;
  readonly #stopping = new AbortController();
  #process: ChildProcess | undefined;
  #revival: Promise<void> | undefined;

  constructor(folder: string, programs: Programs, account: Account, options: EmbeddedOptions) {
    this.#folder = folder;
    this.#cluster = join(folder, 'postgres');
    this.#log = join(folder, 'postgres.log');
    this.#programs = programs;
    this.#account = account;
    this.#options = options;
  }

  /** @returns the URL */
  async start(): Promise<string> {
    await endLeftOver(this.#cluster);
    makeSocketFolder(this.#folder, this.#account);
    const databaseUrl = socketUrl(this.#folder);
    rotateLog(this.#log);
    const child = this.#spawn();
    const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
    const rotation = setInterval(() => rotateLog(this.#log), rotationMs).unref();
    void ended.then(() => clearInterval(rotation));
    try {
      if (!(await answers(databaseUrl, () => isRunning(child)))) throw this.#refusal();
    } catch (error) {
      await endMain(child.pid ?? 0, () => isRunning(child));
      throw error;
    }
    this.#process = child;
    void ended.then(() => this.#onEnd(child));
    return databaseUrl;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#revival;
    const child = this.#process;
    if (child?.pid !== undefined) await endMain(child.pid, () => isRunning(child));
  }

  #spawn(): ChildProcess {
    const settings = [...serverSettings(), ...(this.#options.settings ?? [])];
    const args = ['-D', this.#cluster, ...settings.flatMap((setting) => ['-c', setting])];
    const log = openSync(this.#log, 'a', 0o600);
    try {
      const invocation = { account: this.#account, program: this.#programs.postgres, args };
      return startProgram(invocation, ['ignore', log, log]);
    } finally {
      closeSync(log);
    }
  }

  #refusal(): DatabaseError {
    const said = readFileSync(this.#log, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
    const code = sqlState.connectionFailure;
    return new DatabaseError({ message: `PostgreSQL does not start: ${said}`, code });
  }

  #onEnd({ signalCode, exitCode }: ChildProcess): void {
    if (this.#stopping.signal.aborted) return;
    const end = new Error(`ended with ${signalCode ?? exitCode}, see ${this.#log}`);
    this.#options.onWarning('the embedded database server ended by itself', end);
    this.#revival = this.#revive();
  }

  async #revive(): Promise<void> {
    const { signal } = this.#stopping;
    for (let pause = firstPauseMs; !signal.aborted; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        await this.start();
        return;
      } catch (error) {
        this.#options.onWarning('the embedded database server does not start', error);
      }
      // it is asked again at once when it is to stop
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/** Copied and emptied: the server goes on writing to the same file. */
function rotateLog(file: string): void {
  if (!existsSync(file) || statSync(file).size <= longestLog) return;
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}
