import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from './database.ts';
import { DatabaseError, MigrationError, sqlState } from './errors.ts';
import { type Migration, readMigrations } from './migrationFiles.ts';

export const migrationsFolder = fileURLToPath(new URL('../../../../db/migrations', import.meta.url));

/** Any number, the same in all versions: processes that start together wait for each other on it. */
const advisoryLockKey = 7_203_114;
/** While a migration waits for a table, everybody else waits behind it: not for longer than this at a time. */
const lockTimeoutMs = 2_000;
const betweenTriesMs = 1_000;
/** Some ten minutes. */
const mostTries = 200;

/**
 * Brings the database up to the newest of the files `NNNN_name.sql` in `folder`, each in a transaction of its own
 * together with its entry in `schema_migrations`. Any number of processes may call it at once: each file runs once.
 *
 * A database that a newer version has already brought further is accepted as long as its newer migrations say that they
 * work with this code: those whose comment `-- works with code from NNNN` names a version that `folder` has, or, without
 * that comment, the migration right before (decision ‘Servers are restarted in turn, one version apart’).
 * @returns the names of the files that this call applied, in order
 * @throws MigrationError for a wrong or double file name, a file with its own transaction control, an applied file that
 * has changed or is missing, and a newer version in the database that does not work with this code
 */
export async function migrate(database: Database, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  // as at nearly every start: that there is nothing to do is seen without waiting for anybody
  const known = await findKnown(database);
  if (known.length > 0 && !nextMigration(migrations, known)) return [];
  const applied: string[] = [];
  for (;;) {
    const name = await applyWithRetries(database, migrations);
    if (name === null) return applied;
    applied.push(name);
  }
}

export interface Upgrade {
  /** The newest migration in the database, `NNNN`. */
  from: string;
  to: string;
}

/**
 * What `migrate` would do.
 * @returns null when it would do nothing, or the database is new
 * @throws MigrationError as `migrate` does
 */
export async function findUpgrade(db: Queryable, folder: string = migrationsFolder): Promise<Upgrade | null> {
  const migrations = await readMigrations(folder);
  const known = await findKnown(db);
  const [from, to] = [known.at(-1)?.version, migrations.at(-1)?.version];
  return from && to && nextMigration(migrations, known) ? { from, to } : null;
}

/** A long reading, such as a backup, may hold a table that is to be altered: tried again until it is free. */
async function applyWithRetries(database: Database, files: readonly Migration[]): Promise<string | null> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await database.transaction((tx) => applyNext(tx, files));
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : '';
      const isHeld = code === sqlState.lockNotAvailable || code === sqlState.deadlockDetected;
      if (!isHeld || failures >= mostTries) throw error;
      // whoever queued up behind the attempt goes first
      await pause(betweenTriesMs);
    }
  }
}

async function applyNext(tx: Transaction, files: readonly Migration[]): Promise<string | null> {
  // Without time limit: both the wait for other processes and a large migration may take long.
  await tx.script(`
    set local statement_timeout = 0;
    select pg_advisory_xact_lock(${advisoryLockKey});
    set local lock_timeout = ${lockTimeoutMs};
    create table if not exists schema_migrations (
      version text primary key,
      name text not null,
      sha256 text not null,
      works_from text not null,
      applied_at timestamptz not null default now()
    )`);
  const next = nextMigration(files, await findApplied(tx));
  if (!next) return null;
  await tx.script(next.text);
  await tx.run(sql`
    insert into schema_migrations (version, name, sha256, works_from)
    values (${next.version}, ${next.name}, ${next.sha256}, ${next.worksFrom})`);
  return next.name;
}

type Applied = Omit<Migration, 'text'>;

async function findKnown(db: Queryable): Promise<Applied[]> {
  const { exists } = await db.one<{ exists: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as exists`,
  );
  return exists ? findApplied(db) : [];
}

const findApplied = (db: Queryable): Promise<Applied[]> =>
  db.many(sql`select version, name, sha256, works_from from schema_migrations order by version`);

/**
 * The first file not applied yet; applied ones must be files here, unchanged, or newer and bear this code. Where several
 * migrations were made at the same time, one with a smaller number may come later than the others.
 */
function nextMigration(files: readonly Migration[], applied: readonly Applied[]): Migration | undefined {
  const newest = files.at(-1)?.version ?? '';
  const byVersion = new Map(files.map((file) => [file.version, file]));
  for (const { version, name, sha256, worksFrom } of applied) {
    const file = byVersion.get(version);
    if (!file && version > newest && worksFrom <= newest) continue;
    if (!file) {
      throw new MigrationError(
        `Il database contiene la migrazione ${name}, che questa versione di Turnario non ha: ` +
          `probabilmente è stato aggiornato da una versione più recente.`,
      );
    }
    if (file.name !== name || file.sha256 !== sha256) {
      throw new MigrationError(
        `Il database è stato creato con un altro testo di ${file.name}: questa versione di Turnario non può usarlo. ` +
          `Prima della 1.0.0 i dati non si conservano: usa una cartella DATA_DIR nuova o un database vuoto.`,
      );
    }
  }
  const known = new Set(applied.map(({ version }) => version));
  return files.find(({ version }) => !known.has(version));
}
