import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from './database.ts';
import { DatabaseError, MigrationError, sqlState } from './errors.ts';

export const migrationsFolder = join(import.meta.dirname, '../../../../db/migrations');

/** A file `NNNN_name.sql`; `npm run check` ensures that its number is unique and that it controls no transaction. */
interface Migration {
  readonly version: string;
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
  /** The oldest version whose code works with the database after this migration. */
  readonly worksFrom: string;
}

/** An arbitrary number, the same in all versions: processes that start together wait for each other on it. */
const advisoryLockKey = 7_203_114;
/** While a migration waits for a table, everybody else queues behind it: limits each attempt. */
const lockTimeoutMs = 2_000;

/**
 * Applies the files `NNNN_name.sql` in `folder`, each in one transaction together with its entry in
 * `schema_migrations`. Any number of processes may call it concurrently: each file runs once.
 *
 * A database that a newer version has migrated further is accepted if its newer migrations work with this code: those
 * whose comment `-- works with code from NNNN` names a version in `folder` or, without it, the migration right before
 * (decision ‘Servers are restarted in turn, one version apart’).
 * @returns the names of the files that this call applied, in order
 * @throws MigrationError for an applied file that changed or is missing, and for a newer version in the database that
 *   does not work with this code
 */
export async function migrate(database: Database, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  // the usual case: nothing to do, found without waiting for anybody
  const known = await findApplied(database);
  if (known.length > 0 && !nextMigration(migrations, known)) return [];
  const applied: string[] = [];
  for (;;) {
    const name = await applyWithRetries(database, migrations);
    if (name === null) return applied;
    applied.push(name);
  }
}

/** The newest migrations, `NNNN`, of the database and of the folder. */
export type Upgrade = Record<'from' | 'to', string>;

/** What `migrate` would do; throws as it does. @returns null if nothing, or if the database is new */
export async function findUpgrade(db: Queryable, folder: string = migrationsFolder): Promise<Upgrade | null> {
  const migrations = await readMigrations(folder);
  const known = await findApplied(db);
  const [from, to] = [known.at(-1)?.version, migrations.at(-1)?.version];
  return from && to && nextMigration(migrations, known) ? { from, to } : null;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations: Migration[] = [];
  for (const name of names) {
    const [version, text] = [name.slice(0, 4), await readFile(join(folder, name), 'utf8')];
    const before = migrations.at(-1)?.version ?? version;
    const worksFrom = /^-- works with code from (\d{4})\r?$/m.exec(text)?.[1] ?? before;
    const sha256 = createHash('sha256').update(text).digest('hex');
    migrations.push({ version, name, text, sha256, worksFrom });
  }
  return migrations;
}

/** A long read, such as a backup, may lock a table to be altered: retries for some ten minutes. */
async function applyWithRetries(database: Database, files: readonly Migration[]): Promise<string | null> {
  for (let triesLeft = 200; ; triesLeft -= 1) {
    try {
      return await database.transaction((tx) => applyNext(tx, files));
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : '';
      const isHeld = code === sqlState.lockNotAvailable || code === sqlState.deadlockDetected;
      if (!isHeld || triesLeft === 0) throw error;
      // let calls queued behind the attempt go first
      await pause(1_000);
    }
  }
}

async function applyNext(tx: Transaction, files: readonly Migration[]): Promise<string | null> {
  // No time limit: the wait for other processes and a large migration may both take long.
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

async function findApplied(db: Queryable): Promise<Applied[]> {
  const table = await db.one<{ exists: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as exists`,
  );
  const applied = sql`select version, name, sha256, works_from from schema_migrations order by version`;
  return table.exists ? db.many(applied) : [];
}

/**
 * The first file not applied yet. Applied ones must exist here unchanged, or be newer and work with this code. With
 * migrations written in parallel, one with a smaller number may be applied later than others.
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
