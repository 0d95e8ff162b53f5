import { BackupError } from '../../src/server/backup/format.ts';
import type { BackupHeader } from '../../src/server/backup/format.ts';
import { SecretError } from '../../src/server/platform/appSecret.ts';
import {
  DatabaseError,
  DataFolderInUseError,
  MigrationError,
} from '../../src/server/platform/database/errors.ts';
import { SettingsError } from '../../src/server/platform/settings.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a command; what a person can mend is said in one line, with exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
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
  if (error instanceof BackupError || error instanceof MigrationError || error instanceof SecretError)
    return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export function sayRows({ tables }: BackupHeader): void {
  for (const { name, rows } of tables) say(`  ${name.padEnd(22)} ${rows}`);
}
