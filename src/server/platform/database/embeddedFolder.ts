import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Account, type Programs, runProgram } from './embeddedPrograms.ts';
import { DataFolderError, DataFolderInUseError } from './errors.ts';

/** Of the packages' versions. */
const major = '18';

const sqliteBusy = 5;
/** A killed process is still being taken down when the next one is started. */
const timeoutMs = 1_000;

/**
 * Makes the folder if needed (readable by its owner only) and takes it for this process alone.
 *
 * The lock is an exclusive transaction on an empty SQLite file: a lock of the operating system, which ends with the
 * process however it ends, so that there is nothing stale to clean up; SQLite refuses a second one within the process
 * as well. Nothing else may open and close the file `lock` in this process: that would drop the lock (POSIX).
 * @returns the function that gives the folder free
 * @throws DataFolderInUseError
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: timeoutMs });
  try {
    // Nothing is ever written; the journal would only be a file more.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new DataFolderInUseError(folder);
    }
    throw error;
  }
  return () => lock.close();
}

/** @throws DataFolderError where the folder holds what this version must leave alone */
export function requireUsable(dataDir: string): void {
  if (existsSync(join(dataDir, 'db'))) {
    throw new DataFolderError(
      `questa cartella è di una versione di prova precedente: ${dataDir}. I suoi dati non si convertono e restano dove sono: ` +
        'scegli un’altra cartella con DATA_DIR, oppure sposta questa altrove.',
    );
  }
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(cluster)) return;
  const versionFile = join(cluster, 'PG_VERSION');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : '';
  // a folder with something in it is never taken for a new database
  if (version === '' && readdirSync(cluster).length > 0) {
    throw new DataFolderError(
      `La cartella ${cluster} non è un database intero: manca PG_VERSION. Rimetti il file, oppure sposta la cartella altrove ` +
        'e ripristina l’ultimo backup.',
    );
  }
  if (version !== '' && version !== major) {
    throw new DataFolderError(
      `La cartella ${cluster} è di PostgreSQL ${version}, questo Turnario usa PostgreSQL ${major}: fai un backup con la ` +
        'versione di Turnario di prima, scegli un’altra cartella con DATA_DIR e ripristina lì il backup.',
    );
  }
}

// The product's role owns its database and nothing else: who gets a statement in reaches neither programs nor files.
const firstStatements = [
  'create role turnario login',
  'create database turnario owner turnario',
  'revoke connect, temporary on database postgres, template1 from public',
];

/**
 * Makes a new database beside its place and moves it there in one step: a process killed meanwhile leaves no half one
 * behind that would be taken for a whole one. Nothing is done where there is one.
 */
export async function createCluster(dataDir: string, programs: Programs, account: Account): Promise<void> {
  const folder = join(dataDir, 'postgres');
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const drafts = readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'));
  for (const left of drafts) rmSync(join(dataDir, left), { recursive: true, force: true });
  // of another name than that of a killed start, whose programs may still write to it
  const draft = `${folder}.new-${Date.now()}`;
  const kind = [
    '--encoding=UTF8',
    '--locale=C',
    '--username=postgres',
    '--auth-local=trust',
    '--auth-host=reject',
  ];
  await runProgram({ account, program: programs.initdb, args: ['-D', draft, '--no-instructions', ...kind] });
  const single = ['--single', '-D', draft, '-c', 'exit_on_error=on', 'postgres'];
  await runProgram({ account, program: programs.postgres, args: single }, `${firstStatements.join('\n')}\n`);
  renameSync(draft, folder);
  // what is written from now on must be found in its place also after a power failure
  const parent = openSync(dataDir, 'r');
  fsyncSync(parent);
  closeSync(parent);
}
