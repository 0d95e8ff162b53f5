import { readlinkSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newFolder, query, startDatabase } from '../../../../tests/support/embedded.ts';
import { findEmbedded } from './embedded.ts';
import { choosePrefix, inNamespace, makeMissingLinks } from './embeddedPrograms.ts';
import { DatabaseError, DataFolderError, DataFolderInUseError } from './errors.ts';

const isRoot = process.getuid?.() === 0;

test('a database is created, found while running, refused to a second start, and there at the next one', async () => {
  const dataDir = newFolder();
  // left by a killed start
  await mkdir(join(dataDir, 'postgres.new-1'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.new-1', 'PG_VERSION'), '18');
  expect(await findEmbedded(dataDir)).toBeNull();
  const first = await startDatabase(dataDir);
  expect(await findEmbedded(dataDir)).toBe(first.databaseUrl);
  await expect(startDatabase(dataDir)).rejects.toThrow(DataFolderInUseError);
  await query(first.databaseUrl, 'create table numbers (n int); insert into numbers values (1)');
  await first.stop();
  expect(await findEmbedded(dataDir)).toBeNull();
  await expect(query(first.databaseUrl, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  const second = await startDatabase(dataDir);
  expect(second.databaseUrl).toBe(first.databaseUrl);
  expect(await query(second.databaseUrl, 'select n from numbers')).toEqual([1]);
  expect(await readdir(dataDir)).toEqual(['lock', 'postgres', 'postgres.log', 'run']);
  expect([...first.warnings, ...second.warnings]).toEqual([]);
});

test('it is durable, accessible to its owner only, by a role limited to its own database', async () => {
  const dataDir = newFolder();
  const { databaseUrl } = await startDatabase(dataDir);
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
  const forbidden = [`copy (select 1) to program 'id'`, `select pg_read_file('PG_VERSION')`];
  for (const statement of forbidden)
    await expect(query(databaseUrl, statement)).rejects.toMatchObject({ code: '42501' });
  await expect(query(databaseUrl.replace('/turnario?', '/postgres?'), 'select 1')).rejects.toMatchObject({
    code: '42501',
  });
});

test('its log contains no statements, values or errors of statements, and is rotated', async () => {
  const dataDir = newFolder();
  await mkdir(dataDir);
  const log = join(dataDir, 'postgres.log');
  await writeFile(log, `${'old '.repeat(300_000)}\n`, { mode: 0o600 });
  const { databaseUrl } = await startDatabase(dataDir, 'log_min_duration_statement=-1');
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

test('a link in place of the socket’s folder is not followed', async () => {
  const [dataDir, elsewhere] = [newFolder(), newFolder()];
  await mkdir(dataDir);
  await mkdir(elsewhere, { mode: 0o755 });
  await symlink(elsewhere, join(dataDir, 'run'));
  await expect(startDatabase(dataDir)).rejects.toThrow(/ELOOP|ENOTDIR/);
  expect((await stat(elsewhere)).mode & 0o777).toBe(0o755);
  // nor one put there while it runs
  await rm(join(dataDir, 'run'));
  await startDatabase(dataDir);
  await rm(join(dataDir, 'run'), { recursive: true });
  await symlink(elsewhere, join(dataDir, 'run'));
  await expect(findEmbedded(dataDir)).rejects.toThrow(/aperta ad altri/);
});

test.each([
  [
    'of a trial version',
    ['db', 'PG_VERSION'],
    '18',
    /^questa cartella è di una versione di prova precedente/,
  ],
  ['of another major version', ['postgres', 'PG_VERSION'], '17\n', /PostgreSQL 17.*backup.*DATA_DIR/],
  ['that is half a database', ['postgres', 'base'], '', /non è un database intero.*backup/],
])(
  'a folder %s is refused with a word, and left as it is',
  async (_what, [folder = '', file = ''], text, word) => {
    const dataDir = newFolder();
    await mkdir(join(dataDir, folder), { recursive: true });
    await writeFile(join(dataDir, folder, file), text);
    // twice: the lock is released, too
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const error = await startDatabase(dataDir).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DataFolderError);
      expect((error as Error).message).toMatch(word);
    }
    expect(await readdir(join(dataDir, folder))).toEqual([file]);
  },
);

test('it starts in a folder of any name and length, with an empty pid file, and in an environment that asks for TLS', async () => {
  const dataDir = join(newFolder(), `perché "no", l'anno`, 'città = 100 % \\ $HOME', 'è '.repeat(50).trim());
  const first = await startDatabase(dataDir);
  await first.stop();
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
  vi.stubEnv('PGSSLMODE', 'require');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { databaseUrl } = await startDatabase(dataDir);
  expect(await query(databaseUrl, 'select 1')).toEqual([1]);
  expect(await query((await findEmbedded(dataDir)) ?? '', 'select 2')).toEqual([2]);
});

test('a server that fails to start says why', async () => {
  const dataDir = newFolder();
  const error = await startDatabase(dataDir, 'shared_buffers=many').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseError);
  expect((error as Error).message).toContain('invalid value for parameter "shared_buffers": "many"');
  await startDatabase(dataDir);
});

test('missing links of the package are created, or the error says who can', async () => {
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

/** A non-root user on every machine. */
const anybody = { uid: 1, gid: 1 };

test('root and nameless users run it in a namespace, else root as the owner, else nobody', async () => {
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

/** As far as this machine and user allow: root itself, and somebody else's folder. */
const owners = isRoot
  ? [{ uid: 0, gid: 0 }, anybody]
  : [{ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }];

test.each(owners)('it runs in a folder of $uid, and its files belong to them', async ({ uid, gid }) => {
  // not inside the run's folder, which others may not enter
  const dataDir = await mkdtemp(join(tmpdir(), 'turnario-owned-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await chown(dataDir, uid, gid);
  const { databaseUrl } = await startDatabase(dataDir);
  expect(await query(databaseUrl, 'select 1')).toEqual([1]);
  for (const name of ['postgres', 'postgres/base', 'run']) {
    expect((await stat(join(dataDir, name))).uid).toBe(uid);
  }
});
