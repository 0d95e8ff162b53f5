import { randomBytes, randomInt } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './embeddedPrograms.ts';
import { DataFolderError } from './errors.ts';

/** @throws DataFolderError if this version must not touch the folder's contents */
export function requireUsable(dataDir: string): void {
  const cluster = join(dataDir, 'postgres');
  const versionFile = join(cluster, 'PG_VERSION');
  const version = fs.existsSync(versionFile) ? fs.readFileSync(versionFile, 'utf8').trim() : null;
  // a non-empty one is never taken for a new one
  const isHalf = version === null && fs.existsSync(cluster) && fs.readdirSync(cluster).length > 0;
  const refusal =
    (fs.existsSync(join(dataDir, 'db')) &&
      `questa cartella è di una versione di prova precedente: ${dataDir} resta com’è, ma scegli un’altra DATA_DIR o spostala.`) ||
    (isHalf &&
      `${cluster} non è un database intero, manca PG_VERSION: rimetti il file, o sposta la cartella e ripristina un backup.`) ||
    (version !== null &&
      // the version of the packages
      version !== '18' &&
      `${cluster} è di PostgreSQL ${version}, qui serve il 18: con la versione di prima fai un backup, e ripristinalo con ` +
        'questa in un’altra DATA_DIR.');
  if (refusal) throw new DataFolderError(refusal);
}

/** Node cannot use Unix sockets on Windows: there it is local TCP with a password. */
const isByTcp = process.platform === 'win32';
const passwordFile = (dataDir: string): string => join(dataDir, 'postgres-password');

/**
 * Creates a new database in a temporary folder and renames it: a process killed meanwhile leaves no half-made one in
 * place. Does nothing if one exists.
 */
export async function createCluster(dataDir: string, bin: string, prefix: readonly string[]): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  if (fs.existsSync(join(cluster, 'PG_VERSION'))) return;
  for (const left of fs.globSync('postgres.new-*', { cwd: dataDir }))
    fs.rmSync(join(dataDir, left), { recursive: true });
  // named differently from a killed start's, whose programs may still be writing
  const draft = `${cluster}.new-${Date.now()}`;
  const password = randomBytes(24).toString('hex');
  if (isByTcp) fs.writeFileSync(passwordFile(dataDir), password, { mode: 0o600 });
  const access = isByTcp ? ['-A', 'scram-sha-256', '--pwfile', passwordFile(dataDir)] : ['-A', 'trust'];
  const kind = ['-D', draft, '--encoding=UTF8', '--locale=C', '--username=postgres', '--no-instructions'];
  const single = ['--single', '-D', draft, '-c', 'exit_on_error=on', 'postgres'];
  // the product's role owns only its database: SQL injection reaches neither programs nor files
  const statements = `create role turnario login password '${password}'
create database turnario owner turnario
revoke connect, temporary on database postgres, template1 from public
`;
  await runCommand([...prefix, join(bin, 'initdb'), ...kind, ...access]);
  await runCommand([...prefix, join(bin, 'postgres'), ...single], statements);
  fs.renameSync(draft, cluster);
  // acknowledged data must survive a power failure; Windows cannot open folders
  if (isByTcp) return;
  const parent = fs.openSync(dataDir, 'r');
  fs.fsyncSync(parent);
  fs.closeSync(parent);
}

/** Creates the socket's folder, accessible to the server's owner only: the socket needs no password. */
export function chooseAddress(dataDir: string): { settings: string[]; databaseUrl: string } {
  const run = join(dataDir, 'run');
  const { uid, gid } = fs.statSync(join(dataDir, 'postgres'));
  fs.mkdirSync(run, { recursive: true });
  // in somebody else's folder, root must not follow a link
  const opened = fs.openSync(run, isByTcp ? 'r' : fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW);
  if (fs.fstatSync(opened).uid !== uid) fs.fchownSync(opened, uid, gid);
  fs.fchmodSync(opened, 0o700);
  fs.closeSync(opened);
  const port = isByTcp ? randomInt(20_000, 40_000) : 5432;
  // relative to the server's working directory: short whatever the full path
  const [addresses, folders] = isByTcp ? ['127.0.0.1', ''] : ['', '../run'];
  const settings = [`port=${port}`, `listen_addresses=${addresses}`, `unix_socket_directories=${folders}`];
  return { settings, databaseUrl: urlOf(dataDir, port) };
}

/** @throws DataFolderError if somebody else could impersonate the server */
export function urlOf(dataDir: string, port: number): string {
  const passwordOf = (): string => fs.readFileSync(passwordFile(dataDir), 'utf8');
  if (isByTcp) return `postgres://turnario:${passwordOf()}@127.0.0.1:${port}/turnario?sslmode=disable`;
  const run = join(dataDir, 'run');
  const { mode, uid } = fs.lstatSync(run);
  if ((mode & 0o170077) !== 0o040000 || uid !== fs.statSync(join(dataDir, 'postgres')).uid) {
    throw new DataFolderError(`La cartella ${run} è aperta ad altri: ferma Turnario, rimuovila e riavvialo.`);
  }
  // the limit on macOS; Linux allows 107
  const isShort = Buffer.byteLength(join(run, `.s.PGSQL.${port}`)) <= 103;
  const host = encodeURIComponent(isShort ? run : linkTo(run));
  return `postgres://turnario@localhost:${port}/turnario?sslmode=disable&host=${host}`;
}

/** Creates a short link that only this process's account can use. It is removed on exit. */
function linkTo(folder: string): string {
  const place = fs.mkdtempSync(join(tmpdir().length > 60 ? '/tmp' : tmpdir(), 'turnario-'));
  process.once('exit', () => fs.rmSync(place, { recursive: true, force: true }));
  fs.symlinkSync(folder, join(place, 'run'));
  return join(place, 'run');
}
