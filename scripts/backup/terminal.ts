import { BackupError, type BackupHeader } from '../../src/server/backup/format.ts';
import { SecretError } from '../../src/server/platform/appSecret.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import {
  DataFolderError,
  DatabaseError,
  DataFolderInUseError,
  MigrationError,
} from '../../src/server/platform/database/errors.ts';
import { openDatabase, patient } from '../../src/server/platform/database/openDatabase.ts';
import { SettingsError } from '../../src/server/platform/settings.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Opens a database for the duration of `work`. */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ databaseUrl: databaseUrl ?? undefined, dataDir, pool: patient });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Runs an operator's command; errors that people can fix are printed in one line, with exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  // `exit` also stops an embedded database; commands that handle signals themselves are left alone
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (process.listenerCount(signal) === 0) process.on(signal, () => process.exit(130));
  }
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${lineFor(error)}\n`);
  }
}

function lineFor(error: unknown): string {
  if (error instanceof SettingsError) return `Impostazioni non valide:\n${error.message}`;
  if (error instanceof DataFolderInUseError) return `${error.message} Fermalo e riprova.`;
  if (error instanceof DatabaseError) return `Il database ha rifiutato: ${error.message}`;
  const isForPeople = [BackupError, DataFolderError, MigrationError, SecretError];
  if (isForPeople.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export function sayRows({ tables }: BackupHeader): void {
  for (const { name, rows } of tables) say(`  ${name.padEnd(22)} ${rows}`);
}
