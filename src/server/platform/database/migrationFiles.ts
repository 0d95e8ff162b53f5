import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MigrationError } from './errors.ts';

export interface Migration {
  /** The four digits as they stand in the file name. */
  readonly version: string;
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
  /** The version that code must know at least to work with the database after this migration. */
  readonly worksFrom: string;
}

const fileNamePattern = /^(\d{4})_[a-z0-9_]+\.sql$/;
const transactionControlPattern = /^\s*(begin|start transaction|commit|rollback)\s*;/im;
const worksFromPattern = /^-- works with code from (\d{4})\r?$/m;

/** The files `NNNN_name.sql` of `folder`, by number. @throws MigrationError for a wrong or double name or transaction control */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations: Migration[] = [];
  for (const name of names) {
    const before = migrations.at(-1);
    const migration = migrationOf(name, await readFile(join(folder, name), 'utf8'), before);
    if (migration.version === before?.version) {
      throw new MigrationError(`Due migrazioni hanno il numero ${migration.version}: rinomina ${name}.`);
    }
    migrations.push(migration);
  }
  return migrations;
}

function migrationOf(name: string, text: string, before: Migration | undefined): Migration {
  const version = fileNamePattern.exec(name)?.[1];
  if (version === undefined) {
    throw new MigrationError(
      `La migrazione ${name} non si chiama NNNN_nome.sql (lettere minuscole, cifre, trattini bassi).`,
    );
  }
  if (transactionControlPattern.test(text)) {
    throw new MigrationError(`La migrazione ${name} apre o chiude transazioni: togli quei comandi.`);
  }
  const worksFrom = worksFromPattern.exec(text)?.[1] ?? before?.version ?? version;
  return { version, name, text, sha256: createHash('sha256').update(text).digest('hex'), worksFrom };
}
