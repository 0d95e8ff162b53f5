import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import type { Database, Transaction } from './database.ts';
import { MigrationError } from './errors.ts';

/** The folder of the product's own migrations. */
export const migrationsFolder = fileURLToPath(new URL('../../../../db/migrations', import.meta.url));

interface Migration {
  /** The four digits as they stand in the file name. */
  readonly version: string;
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** Any number, the same in all versions: processes that start together wait for each other on it. */
const advisoryLockKey = 7_203_114;

/**
 * Brings the database up to the newest of the files `NNNN_name.sql` in `folder`, each in a transaction of its own
 * together with its entry in `schema_migrations`. Any number of processes may call it at once: each file runs once.
 *
 * @returns the names of the files that this call applied, in order
 * @throws MigrationError for a wrong or double file name, a file with its own transaction control, an applied file that
 * has changed or is missing, and an unknown newer version in the database
 */
export async function migrate(database: Database, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const name = await database.transaction((tx) => applyNext(tx, migrations));
    if (name === null) {
      return applied;
    }
    applied.push(name);
  }
}

async function applyNext(tx: Transaction, migrations: readonly Migration[]): Promise<string | null> {
  // Without time limit: both the wait for the lock and a large migration may take long.
  await tx.script(`
    set local statement_timeout = 0;
    select pg_advisory_xact_lock(${advisoryLockKey});
    create table if not exists schema_migrations (
      version text primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
  const next = nextMigration(migrations, await findApplied(tx));
  if (!next) {
    return null;
  }
  await tx.script(next.text);
  await tx.run(sql`
    insert into schema_migrations (version, name, sha256) values (${next.version}, ${next.name}, ${next.sha256})`);
  return next.name;
}

interface AppliedMigration {
  version: string;
  name: string;
  sha256: string;
}

function findApplied(tx: Transaction): Promise<AppliedMigration[]> {
  return tx.many<AppliedMigration>(sql`select version, name, sha256 from schema_migrations order by version`);
}

/** The first file not applied yet; applied ones must be the files before it, unchanged. */
function nextMigration(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration | undefined {
  for (const [index, entry] of applied.entries()) {
    const file = migrations[index];
    if (file?.version !== entry.version) {
      throw new MigrationError(
        `Il database contiene la migrazione ${entry.name}, che questa versione di Turnario non ha in quel punto: ` +
          `probabilmente è stato aggiornato da una versione più recente.`,
      );
    }
    if (file.sha256 !== entry.sha256) {
      throw new MigrationError(
        `La migrazione ${entry.name} è già stata applicata, ma poi il suo file è stato modificato: ` +
          `ripristinalo e metti la modifica in una nuova migrazione.`,
      );
    }
  }
  return migrations[applied.length];
}

const fileNamePattern = /^(\d{4})_[a-z0-9_]+\.sql$/;
const transactionControlPattern = /^\s*(begin|start transaction|commit|rollback)\s*;/im;

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  for (const [index, { name, version }] of migrations.entries()) {
    if (version === migrations[index - 1]?.version) {
      throw new MigrationError(`Due migrazioni hanno il numero ${version}: rinomina ${name}.`);
    }
  }
  return migrations;
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const version = fileNamePattern.exec(name)?.[1];
  if (version === undefined) {
    throw new MigrationError(
      `La migrazione ${name} non si chiama NNNN_nome.sql (lettere minuscole, cifre, trattini bassi).`,
    );
  }
  const text = await readFile(join(folder, name), 'utf8');
  if (transactionControlPattern.test(text)) {
    throw new MigrationError(`La migrazione ${name} apre o chiude transazioni: togli quei comandi.`);
  }
  return { version, name, text, sha256: createHash('sha256').update(text).digest('hex') };
}
