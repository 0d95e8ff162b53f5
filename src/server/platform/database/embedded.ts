import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chooseAddress, createCluster, requireUsable, urlOf } from './embeddedFolder.ts';
import { answers, endServer, findMain } from './embeddedProcesses.ts';
import { canUse, choosePrefix, findPrograms, surroundings } from './embeddedPrograms.ts';
import { DatabaseError, sqlState } from './errors.ts';
import type { Warn } from './listener.ts';
import { lockFolder } from './lockFolder.ts';

export interface EmbeddedServer {
  /** For `pg`, as the product's role: `postgres://turnario@localhost:5432/turnario?sslmode=disable&host=<folder, percent-encoded>` */
  readonly databaseUrl: string;
  /** Stops it within 2.5 s, even with clients connected, and releases the folder. */
  stop(): Promise<void>;
}

// in somebody else's folder, root must not follow a link (Windows has no such flag)
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = fs.constants;

/**
 * Starts PostgreSQL in `<dataDir>/postgres`, created if needed, and keeps it running until `stop`. First ends one left
 * by a killed product.
 * @param options.onWarning called when it ends by itself, and for each failed restart
 * @param options.settings PostgreSQL settings, `name=value`; they override the product's own
 * @throws DataFolderInUseError, DataFolderError, and DatabaseError with PostgreSQL's output if it does not start
 */
export async function startEmbedded(
  dataDir: string,
  options: { onWarning: Warn; settings?: readonly string[] },
): Promise<EmbeddedServer> {
  const unlock = lockFolder(dataDir);
  try {
    const folder = fs.realpathSync(dataDir);
    requireUsable(folder);
    const programs = findPrograms();
    const [postgres, cluster] = [join(programs, 'postgres'), join(folder, 'postgres')];
    const owned = fs.existsSync(cluster) ? cluster : folder;
    const prefix = await choosePrefix(owned, (one) => canUse(one, owned, postgres));
    await createCluster(folder, programs, prefix);
    const address = chooseAddress(folder);
    const settings = [...serverSettings(), ...address.settings, ...(options.settings ?? [])];
    const command = [...prefix, postgres, '-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
    const stop = await keepRunning(folder, command, address.databaseUrl, options.onWarning);
    let stopped: Promise<void> | undefined;
    return { databaseUrl: address.databaseUrl, stop: () => (stopped ??= stop().finally(unlock)) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** @returns the URL of the server another process runs in this folder, once it responds; null if none runs */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const folder = fs.existsSync(dataDir) ? fs.realpathSync(dataDir) : dataDir;
  const main = findMain(folder);
  if (main === null) return null;
  const databaseUrl = urlOf(folder, main.port);
  return (await answers(databaseUrl, () => findMain(folder) !== null)) ? databaseUrl : null;
}

/**
 * Few processes, little memory, and seconds of recovery after a kill (`max_wal_size`). Shared memory is in the folder: /dev/shm
 * may be missing, and a logout may clear it. Statements and their errors are not logged, since they quote values.
 */
function serverSettings(): string[] {
  const memory = Math.min(process.constrainedMemory() || Infinity, totalmem()) / 2 ** 20;
  return `max_connections=40 shared_buffers=${Math.round(Math.min(Math.max(memory / 32, 16), 48))}MB
    fsync=on full_page_writes=on wal_level=minimal max_wal_senders=0 max_wal_size=256MB
    io_method=sync jit=off max_parallel_workers_per_gather=0 max_logical_replication_workers=0
    dynamic_shared_memory_type=mmap logging_collector=off log_checkpoints=off log_statement=none
    log_min_messages=log log_min_error_statement=panic log_error_verbosity=terse`.split(/\s+/);
}

/** @returns the function that stops it */
async function keepRunning(folder: string, command: string[], databaseUrl: string, onWarning: Warn) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let main = await startMain(folder, command, databaseUrl, signal);
  const watching = (async (): Promise<void> => {
    let pause = 100;
    for (let how = await main.ended; !signal.aborted; how = await main.ended) {
      onWarning('the embedded database does not run: it is started again', how);
      const again = startMain(folder, command, databaseUrl, signal);
      main = await again.catch((error) => ({ ended: wait(pause, error, { signal }).catch(() => error) }));
      pause = Math.min(2 * pause, 5_000);
      if (signal.aborted) await endServer(folder);
    }
  })();
  return async (): Promise<void> => {
    stopping.abort();
    await endServer(folder);
    await watching;
  };
}

/** @throws DatabaseError with its output if it ends before it responds */
async function startMain(folder: string, command: string[], databaseUrl: string, stopping: AbortSignal) {
  const log = join(folder, 'postgres.log');
  await endServer(folder);
  rotateLog(log);
  const output = fs.openSync(log, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  const [program = '', ...args] = command;
  // in its own session: Ctrl-C in a terminal must not end it before the product has finished
  const child = spawn(program, args, { ...surroundings, detached: true, stdio: ['ignore', output, output] });
  fs.closeSync(output);
  const rotation = setInterval(() => rotateLog(log), 60_000).unref();
  // a product that exits stops it too
  const onExit = (): unknown => child.kill('SIGINT');
  process.once('exit', onExit);
  const ended = new Promise<Error>((resolve) => {
    child.once('exit', (code, signal) => resolve(new Error(`it ended with ${signal ?? code}, see ${log}`)));
    child.once('error', resolve);
  }).finally(() => {
    clearInterval(rotation);
    process.off('exit', onExit);
  });
  const isRunning = (): boolean => child.pid !== undefined && (child.exitCode ?? child.signalCode) === null;
  if (await answers(databaseUrl, () => isRunning() && !stopping.aborted).catch(() => false)) return { ended };
  const said = fs.readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
  child.kill('SIGQUIT');
  await ended;
  throw new DatabaseError({ message: `PostgreSQL: ${said}`, code: sqlState.connectionFailure });
}

/** Copies and truncates: the server keeps writing to the same file. */
function rotateLog(log: string): void {
  if (!fs.existsSync(log) || fs.statSync(log).size <= 2 ** 20) return;
  try {
    fs.rmSync(`${log}.1`, { force: true });
    fs.copyFileSync(log, `${log}.1`, fs.constants.COPYFILE_EXCL);
  } catch {
    // on a full disk it is only truncated
  }
  fs.truncateSync(log);
}
