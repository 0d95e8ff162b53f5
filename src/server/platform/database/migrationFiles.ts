import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MigrationError } from './errors.ts';

/**
 * Texts, by SHA-256, of a file that was edited after some databases had applied it: each makes the same tables. No other
 * file may ever change; `npm run check` compares them with their history.
 */
const editedMigrations: Readonly<Record<string, readonly string[]>> = {
  '0011_open_requests_by_day.sql': [
    'ed4df8519d3cb395fc2fa36cb2d8a1dd33025796c5dcc28f70cea482094b0cac',
    'ccdfb2c5afcaf9eec22ecd6191db1e1d147d116a53d5391825e43738145ad260',
  ],
};

type MigrationText = Pick<Migration, 'name' | 'sha256'>;

/** Whether both have the same name, and texts that make the same tables. */
export const isSameMigration = (one: MigrationText, other: MigrationText): boolean =>
  one.name === other.name && canonicalText(one) === canonicalText(other);

function canonicalText({ name, sha256 }: MigrationText): string {
  const texts = editedMigrations[name] ?? [];
  return texts.includes(sha256) ? texts.join() : sha256;
}

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

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const migrations: Migration[] = [];
  for (const [index, name] of names.entries()) {
    migrations.push(migrationOf(name, texts[index] ?? '', migrations.at(-1)));
  }
  for (const [index, { name, version }] of migrations.entries()) {
    if (version === migrations[index - 1]?.version) {
      throw new MigrationError(`Due migrazioni hanno il numero ${version}: rinomina ${name}.`);
    }
  }
  return migrations;
}

const worksFromPattern = /^-- works with code from (\d{4})\r?$/m;

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
