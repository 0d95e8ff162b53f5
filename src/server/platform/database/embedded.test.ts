import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { type EmbeddedServer, findEmbedded, startEmbedded } from './embedded.ts';
import { choosePrefix, inNamespace, makeMissingLinks } from './embeddedPrograms.ts';
import { DatabaseError, DataFolderError, DataFolderInUseError } from './errors.ts';

const root = await mkdtemp(join(tmpdir(), 'turnario-embedded-'));
afterAll(() => rm(root, { recursive: true }));
let folders = 0;
const newFolder = (): string => join(root, `${(folders += 1)}`);
const isRoot = process.getuid?.() === 0;

interface Started extends EmbeddedServer {
  warnings: string[];
}

async function start(dataDir: string, ...settings: string[]): Promise<Started> {
  const warnings: string[] = [];
  const onWarning = (message: string, error: unknown): number =>
    warnings.push(`${message}: ${String(error)}`);
  const server = await startEmbedded(dataDir, { onWarning, settings });
  onTestFinished(() => server.stop());
  return { ...server, warnings };
}

async function query(databaseUrl: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // of several statements it is the last one's
    const result = [await client.query<unknown[]>({ text, rowMode: 'array' })].flat().at(-1);
    return result?.rows.map(([value]) => value) ?? [];
  } finally {
    await client.end().catch(() => undefined);
  }
}

const mainPid = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

/** All processes that work in the folder. */
function processesOf(dataDir: string): number[] {
  const cwd = (pid: string): string | null => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`);
    } catch {
      return null;
    }
  };
  return readdirSync('/proc')
    .filter((pid) => cwd(pid) === join(dataDir, 'postgres'))
    .map(Number);
}

/** A product in a process of its own, which is killed. */
async function startElsewhere(dataDir: string): Promise<{ databaseUrl: string; kill(): Promise<void> }> {
  const library = JSON.stringify(new URL('embedded.ts', import.meta.url));
  const code = `import { startEmbedded } from ${library};
    console.log((await startEmbedded(${JSON.stringify(dataDir)}, { onWarning() {} })).databaseUrl);`;
  const product = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = async (): Promise<void> => {
    if (product.kill('SIGKILL')) await once(product, 'exit');
  };
  onTestFinished(kill);
  const [databaseUrl] = (await once(createInterface(product.stdout), 'line')) as [string];
  return { databaseUrl, kill };
}

test('a database is made, found by others while it runs, and there again at the next start', async () => {
  const dataDir = newFolder();
  // of a start that was killed
  await mkdir(join(dataDir, 'postgres.new-1'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.new-1', 'PG_VERSION'), '18');
  expect(await findEmbedded(dataDir)).toBeNull();
  const first = await start(dataDir);
  expect(await findEmbedded(dataDir)).toBe(first.databaseUrl);
  await query(first.databaseUrl, 'create table numbers (n int); insert into numbers values (1)');
  await first.stop();
  expect(await findEmbedded(dataDir)).toBeNull();
  await expect(query(first.databaseUrl, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  const second = await start(dataDir);
  expect(second.databaseUrl).toBe(first.databaseUrl);
  expect(await query(second.databaseUrl, 'select n from numbers')).toEqual([1]);
  expect(await readdir(dataDir)).toEqual(['lock', 'postgres', 'postgres.log', 'run']);
  expect([...first.warnings, ...second.warnings]).toEqual([]);
});

test('it is durable, reached by its owner only, and by a role that reaches nothing but its database', async () => {
  const dataDir = newFolder();
  const { databaseUrl } = await start(dataDir);
  for (const name of ['', 'postgres', 'run'])
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'postgres.log'))).mode & 0o777).toBe(0o600);
  const settings = `select name || '=' || setting from pg_settings where name in ('fsync', 'full_page_writes',
    'synchronous_commit', 'jit', 'listen_addresses', 'server_encoding', 'lc_collate', 'data_checksums') order by name`;
  expect(await query(databaseUrl, settings)).toEqual([
    'data_checksums=on',
    'fsync=on',
    'full_page_writes=on',
    'jit=off',
    'listen_addresses=',
    'server_encoding=UTF8',
    'synchronous_commit=on',
  ]);
  const powers = `select current_user || (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)
    from pg_roles where rolname = current_user`;
  expect(await query(databaseUrl, powers)).toEqual(['turnariofalse']);
  const program = `create table taken (line text); copy taken from program 'id'`;
  await expect(query(databaseUrl, program)).rejects.toMatchObject({ code: '42501' });
  await expect(query(databaseUrl, `select pg_read_file('PG_VERSION')`)).rejects.toMatchObject({
    code: '42501',
  });
  await expect(query(databaseUrl.replace('/turnario?', '/postgres?'), 'select 1')).rejects.toMatchObject({
    code: '42501',
  });
});

test('its log holds nothing of statements, their values and their errors, and is rotated', async () => {
  const dataDir = newFolder();
  await mkdir(dataDir);
  const log = join(dataDir, 'postgres.log');
  await writeFile(log, `${'old '.repeat(300_000)}\n`, { mode: 0o600 });
  const { databaseUrl } = await start(dataDir, 'log_min_duration_statement=-1');
  await query(databaseUrl, 'create table people (email text primary key)');
  const insert = `insert into people values ('anna.secret@example.it')`;
  await query(databaseUrl, insert);
  await expect(query(databaseUrl, insert)).rejects.toMatchObject({ code: '23505' });
  await expect(query(databaseUrl, `select 'anna.secret'::int`)).rejects.toMatchObject({ code: '22P02' });
  await expect(query(databaseUrl, `do $$ begin raise exception 'anna.secret'; end $$`)).rejects.toThrow(
    'anna',
  );
  const written = await readFile(log, 'utf8');
  expect(written).toMatch(/ready to accept connections/);
  expect(written).not.toMatch(/secret|old/);
  expect((await stat(`${log}.1`)).mode & 0o777).toBe(0o600);
});

test.each([
  ['with blanks, accents and signs', join(`perché "no", l'anno`, 'città = 100 % \\ $HOME')],
  ['of 200 characters', join('è '.repeat(50).trim(), 'a'.repeat(100))],
])('a folder %s', async (_what, path) => {
  const dataDir = join(newFolder(), path);
  const { databaseUrl } = await start(dataDir);
  expect(await query(databaseUrl, 'select 1')).toEqual([1]);
  const found = await findEmbedded(dataDir);
  expect(await query(found ?? '', 'select 2')).toEqual([2]);
  expect(readdirSync(join(dataDir, 'run'))).toContain('.s.PGSQL.5432');
});

test('a second product is refused, here and from another process, and the first stays', async () => {
  const dataDir = newFolder();
  const { databaseUrl, kill } = await startElsewhere(dataDir);
  await expect(start(dataDir)).rejects.toThrow(DataFolderInUseError);
  expect(await query(databaseUrl, 'select 1')).toEqual([1]);
  expect(await findEmbedded(dataDir)).toBe(databaseUrl);
  await kill();
  await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(/già in uso/);
});

test('others who could stand in for the server are noticed', async () => {
  const dataDir = newFolder();
  await start(dataDir);
  await rm(join(dataDir, 'run'), { recursive: true });
  await mkdir(join(dataDir, 'elsewhere'));
  await symlink(join(dataDir, 'elsewhere'), join(dataDir, 'run'));
  await expect(findEmbedded(dataDir)).rejects.toThrow(/aperta ad altri/);
});

test.each([
  ['the main process', (main: number) => [main]],
  ['one of the others', (main: number, all: number[]) => all.filter((pid) => pid !== main).slice(0, 1)],
  ['all', (_main: number, all: number[]) => all],
])('after kill -9 of %s it runs again, whatever runs a long statement', async (_what, chosen) => {
  const dataDir = newFolder();
  const { databaseUrl, warnings } = await start(dataDir);
  await query(databaseUrl, 'create table numbers (n int); insert into numbers values (1)');
  // it does not notice by itself that the main process is gone
  const long = query(databaseUrl, 'do $$ begin loop perform 1; end loop; end $$').catch(String);
  const begun = `select count(*)::int from pg_stat_activity where query like '%perform 1%' and pid <> pg_backend_pid()`;
  await expect.poll(() => query(databaseUrl, begun)).toEqual([1]);
  const main = await mainPid(dataDir);
  const pids = chosen(main, processesOf(dataDir));
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  expect(await long).toMatch(/terminat|ECONNRESET/);
  await expect
    .poll(() => query(databaseUrl, 'insert into numbers values (2) returning n').catch(String))
    .toEqual([2]);
  expect(await query(databaseUrl, 'select n from numbers')).toEqual([1, 2]);
  expect(warnings).toHaveLength(pids.includes(main) ? 1 : 0);
});

test.each([
  ['left over by', false],
  ['killed together with', true],
])('a server %s a killed product keeps what it acknowledged', async (_what, isKilledToo) => {
  const dataDir = newFolder();
  const { databaseUrl, kill } = await startElsewhere(dataDir);
  await query(databaseUrl, 'create table numbers (n int); insert into numbers values (1)');
  const left = await mainPid(dataDir);
  await kill();
  expect(processesOf(dataDir)).toContain(left);
  if (isKilledToo) for (const pid of processesOf(dataDir)) process.kill(pid, 'SIGKILL');
  const next = await start(dataDir);
  expect(await query(next.databaseUrl, 'select n from numbers')).toEqual([1]);
  expect(processesOf(dataDir)).not.toContain(left);
});

test('a killed server whose number somebody else has now is not waited for', async () => {
  const dataDir = newFolder();
  const server = await start(dataDir);
  const files = [join(dataDir, 'postgres', 'postmaster.pid'), join(dataDir, 'run', '.s.PGSQL.5432.lock')];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  await server.stop();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill());
  for (const [index, file] of files.entries())
    await writeFile(file, texts[index]?.replace(/^\d+/, `${other.pid}`) ?? '');
  const { databaseUrl } = await start(dataDir);
  expect(await query(databaseUrl, 'select 1')).toEqual([1]);
  expect(other.exitCode).toBeNull();
});

test.each([
  ['with a transaction open', 'SIGCONT'],
  ['that is stopped', 'SIGSTOP'],
] as const)('stop() ends a server %s, and all its processes', async (_what, signal) => {
  const dataDir = newFolder();
  const server = await start(dataDir);
  const client = new pg.Client({ connectionString: server.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin; create table numbers (n int)');
  process.kill(await mainPid(dataDir), signal);
  await server.stop();
  expect(processesOf(dataDir)).toEqual([]);
  expect(server.warnings).toEqual([]);
});

test.each([
  [
    'of a trial version',
    ['db', 'PG_VERSION'],
    '18',
    /^questa cartella è di una versione di prova precedente: /,
  ],
  ['of another major version', ['postgres', 'PG_VERSION'], '17\n', /PostgreSQL 17.*backup.*DATA_DIR/],
  ['that is half a database', ['postgres', 'base'], '', /non è un database intero.*backup/],
])(
  'a folder %s is refused with a word, and left as it is',
  async (_what, [folder = '', file = ''], text, word) => {
    const dataDir = newFolder();
    await mkdir(join(dataDir, folder), { recursive: true });
    await writeFile(join(dataDir, folder, file), text);
    // again: it is given free, too
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const error = await start(dataDir).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DataFolderError);
      expect((error as Error).message).toMatch(word);
    }
    expect(await readdir(join(dataDir, folder))).toEqual([file]);
  },
);

test('a number that was never written stops no start, nor an environment that asks for TLS', async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  await first.stop();
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
  vi.stubEnv('PGSSLMODE', 'require');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { databaseUrl } = await start(dataDir);
  expect(await query(databaseUrl, 'select 1')).toEqual([1]);
});

test('a link in place of the socket’s folder leads nobody elsewhere', async () => {
  const dataDir = newFolder();
  const elsewhere = newFolder();
  await mkdir(dataDir);
  await mkdir(elsewhere, { mode: 0o755 });
  await symlink(elsewhere, join(dataDir, 'run'));
  await expect(start(dataDir)).rejects.toThrow(/ELOOP|ENOTDIR/);
  expect((await stat(elsewhere)).mode & 0o777).toBe(0o755);
});

test('a server that does not start says why', async () => {
  const dataDir = newFolder();
  const error = await start(dataDir, 'shared_buffers=many').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseError);
  expect((error as Error).message).toContain('invalid value for parameter "shared_buffers": "many"');
  await start(dataDir);
});

test('missing links of the package are made, or it is said who can make them', async () => {
  const folder = newFolder();
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  const links = ['libx.so', 'libx.so.5'].map((name) => ({
    source: 'native/lib/libx.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  await writeFile(join(folder, 'native', 'lib', 'libx.so.5.18'), 'x');
  for (let attempt = 0; attempt < 2; attempt += 1) makeMissingLinks(folder);
  for (const { target } of links) expect(readlinkSync(join(folder, target))).toBe('libx.so.5.18');
  await rm(join(folder, 'native', 'lib'), { recursive: true });
  expect(() => makeMissingLinks(folder)).toThrow(DataFolderError);
});

/** Not root, on every machine. */
const anybody = { uid: 1, gid: 1 };

test('root, and who has no name, run it in a namespace, else root as the owner, else nobody', async () => {
  const folder = newFolder();
  await mkdir(folder);
  if (isRoot) await chown(folder, anybody.uid, anybody.gid);
  const { uid, gid } = await stat(folder);
  const asOwner = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
  const choose = (isThatRoot: boolean, ...ways: (readonly string[])[]): Promise<readonly string[]> =>
    choosePrefix(folder, (prefix) => Promise.resolve(ways.some((way) => way[0] === prefix[0])), isThatRoot);
  expect(await choose(false, [], inNamespace)).toEqual([]);
  expect(await choose(false, inNamespace)).toEqual(inNamespace);
  expect(await choose(true, [], inNamespace, asOwner)).toEqual(inNamespace);
  for (const isThatRoot of [true, false])
    await expect(choose(isThatRoot)).rejects.toThrow(/utente normale.*chown/);
  expect(await choose(true, [], asOwner)).toEqual(asOwner);
});

/** As far as this machine and who runs the tests allow: root itself, and somebody else's folder. */
const owners = isRoot
  ? [{ uid: 0, gid: 0 }, anybody]
  : [{ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }];

test.each(owners)('in a folder of $uid it runs, and its files are theirs', async ({ uid, gid }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'turnario-owned-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await chown(dataDir, uid, gid);
  const { databaseUrl } = await start(dataDir);
  expect(await query(databaseUrl, 'select 1')).toEqual([1]);
  for (const name of ['postgres', 'postgres/base', 'run']) {
    expect((await stat(join(dataDir, name))).uid).toBe(uid);
  }
});
