import { mkdtemp, readdir, readFile, rm, stat, writeFile, copyFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import sql, { raw } from 'sql-template-tag';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { fillDemo } from '../../../db/seed.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { startTestServer } from '../../../tests/support/server.ts';
import type { Database } from '../platform/database/database.ts';
import { migrate, migrationsFolder } from '../platform/database/migrate.ts';
import { makeDailyBackup } from './daily.ts';
import { BackupError, readHeader } from './format.ts';
import { checkBackup, compareWithBackup, restoreBackup } from './restore.ts';
import { writeBackup } from './write.ts';

// The demo, with rows of every table, and values that are easily lost on the way.

const folder = await mkdtemp(join(tmpdir(), 'turnario-backup-'));
const server = await startTestServer();
const { database, context } = server;
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
await fillDemo(context);
const { id: userId } = await database.one<{ id: string }>(sql`select id from users order by email limit 1`);
await database.run(sql`
  insert into audit_log (action, target_type, at, before, after)
  values ('prova', 'x', '2026-11-20 12:34:56.123456+00', 'null',
    ${JSON.stringify({ a: 'riga\nnuova "\\ \u2028', b: 1.1, c: null })}::jsonb)`);
await database.run(sql`
  update users set former_names = ${['Anna, "Rossi"', 'NULL', '']}, phone_number = '' where id = ${userId}`);
await database.run(sql`
  insert into mail_settings (account, host, port, is_tls, password_encrypted)
  values ('a@b.it', 'h', 465, true, ${new Uint8Array([0, 10, 34, 92, 255])})`);
await database.run(sql`
  insert into mail_outbox (dedupe_key, kind, recipient, subject, html_body, text_body, status, sealed_link)
  values ('in attesa', 'password_reset', 'a@b.it', 's', 'h', 't', 'queued', ${new Uint8Array([1])})`);

const file = join(folder, 'demo.ndjson.gz');
const made = await writeBackup(database, file, { now: server.clock.now() });

async function another(): Promise<TestDatabase> {
  const opened = await createTestDatabase();
  onTestFinished(() => opened.close());
  return opened;
}

/** Number and digest of the rows of each table, by other means than the backup's own. */
async function contentsOf(one: Database): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {};
  for (const { name } of made.tables) {
    contents[name] = await one.one(
      raw(`select count(*) as rows, md5(string_agg(t::text, '|' order by t::text collate "C")) as digest
        from ${name} t`),
    );
  }
  return contents;
}

/** What must be as before around the rows. */
const rulesOf = (one: Database): Promise<object[]> =>
  one.many(sql`
    select conname::text as name, pg_get_constraintdef(oid) as text, convalidated as valid from pg_constraint
    where connamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass::text || '.' || tgname, pg_get_triggerdef(oid), tgenabled = 'O' from pg_trigger
    where not tgisinternal
    order by 1, 2`);

const isEmpty = async (one: Database): Promise<boolean> =>
  Object.values(await contentsOf(one)).every((table) => (table as { rows: number }).rows === 0);

test('the file holds every table of the demo, for its owner only, and nothing half made stays beside it', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  const rows = new Map(made.tables.map((table) => [table.name, table.rows]));
  for (const name of ['worksites', 'users', 'shifts', 'exchange_requests', 'completed_swaps', 'audit_log']) {
    expect(rows.get(name), name).toBeGreaterThan(0);
  }
  expect(await readHeader(file)).toEqual(made);
});

test('a restored database is equal row by row, with its rules, and goes on counting', async () => {
  const copy = await another();
  const rules = await rulesOf(copy);
  await restoreBackup(copy, file, { replace: false, mails: 'keep' });

  expect(await contentsOf(copy)).toEqual(await contentsOf(database));
  await copy.transaction((tx) => compareWithBackup(tx, file));
  expect(await rulesOf(copy)).toEqual(rules);
  await expect(copy.run(sql`delete from audit_log`)).rejects.toThrow('append-only');
  const next = sql`insert into audit_log (action, target_type) values ('dopo', 'x') returning id`;
  const { id: last } = await database.one<{ id: number }>(sql`select max(id) as id from audit_log`);
  expect((await copy.one<{ id: number }>(next)).id).toBe(last + 1);
});

test('the check restores it into a database of its own', async () => {
  expect(await checkBackup(file)).toEqual(made);
}, 120_000);

test('mails that may have left since are left to people', async () => {
  const copy = await another();
  await restoreBackup(copy, file, { replace: false, mails: 'hold' });
  expect(
    await copy.many(sql`select status from mail_outbox where status in ('queued', 'sending')`),
  ).toHaveLength(0);
  expect(
    await copy.one(
      sql`select status, sealed_link, last_error from mail_outbox where dedupe_key = 'in attesa'`,
    ),
  ).toEqual({ status: 'unsure', sealed_link: null, last_error: 'restored from a backup' });
});

test('a database that holds something is refused, and replaced when that is said', async () => {
  const copy = await another();
  await copy.run(
    sql`insert into worksites (name, access_code, email) values ('Altro', 'ALTRO-1', 'altro@b.it')`,
  );
  await copy.run(sql`insert into audit_log (action, target_type) values ('altro', 'x')`);
  const before = await contentsOf(copy);
  await expect(restoreBackup(copy, file, { replace: false, mails: 'keep' })).rejects.toThrow('non è vuoto');
  expect(await contentsOf(copy)).toEqual(before);
  await restoreBackup(copy, file, { replace: true, mails: 'keep' });
  expect(await contentsOf(copy)).toEqual(await contentsOf(database));
});

describe('a file that is not whole', async () => {
  const packed = await readFile(file);
  const lines = gunzipSync(packed).toString().trimEnd().split('\n');
  const pack = (changed: string[]): Buffer => gzipSync(`${changed.join('\n')}\n`);
  const flipped = Buffer.from(packed);
  flipped[packed.length >> 1]! ^= 1;
  const cases: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['a few bytes', packed.subarray(0, 20)],
    ['half of it', packed.subarray(0, packed.length >> 1)],
    ['all but its last byte', packed.subarray(0, -1)],
    ['without footer', pack(lines.slice(0, -1))],
    ['a row less', pack(lines.toSpliced(5, 1))],
    ['two rows changed places', pack(lines.toSpliced(1, 2, lines[2]!, lines[1]!))],
    ['a line more', pack([...lines, '[]'])],
    ['a changed byte', flipped],
    ['something else', gzipSync('{"format":"altro"}\n')],
    ['no gzip', Buffer.from('ciao')],
  ];
  test.each(cases)('is refused, and changes nothing: %s', async (_what, bytes) => {
    const bad = join(folder, 'bad.ndjson.gz');
    await writeFile(bad, bytes);
    await expect(restoreBackup(database, bad, { replace: true, mails: 'keep' })).rejects.toThrow(BackupError);
    await database.transaction((tx) => compareWithBackup(tx, file));
  });

  test('a difference in one value is found', async () => {
    const copy = await another();
    await restoreBackup(copy, file, { replace: false, mails: 'keep' });
    await copy.run(sql`update mail_settings set updated_at = updated_at + interval '1 microsecond'`);
    await expect(copy.transaction((tx) => compareWithBackup(tx, file))).rejects.toThrow(
      'tabella mail_settings',
    );
  });

  test('rows that break a foreign key are refused as a whole', async () => {
    const [header = '', ...rest] = lines;
    const parsed = JSON.parse(header) as typeof made;
    const users = parsed.tables.find(({ name }) => name === 'users')!;
    const first = parsed.tables
      .slice(0, parsed.tables.indexOf(users))
      .reduce((sum, table) => sum + table.rows, 0);
    rest.splice(first, 1);
    users.rows -= 1;
    const body = `${[JSON.stringify(parsed), ...rest.slice(0, -1)].join('\n')}\n`;
    const { createHash } = await import('node:crypto');
    const end = JSON.stringify({ sha256: createHash('sha256').update(body).digest('hex') });
    const bad = join(folder, 'orphans.ndjson.gz');
    await writeFile(bad, gzipSync(`${body}${end}\n`));
    const copy = await another();
    await expect(restoreBackup(copy, bad, { replace: false, mails: 'keep' })).rejects.toMatchObject({
      code: '23503',
    });
    expect(await isEmpty(copy)).toBe(true);
  });
});

describe('another version', () => {
  const clear = (one: Database): Promise<void> =>
    one.transaction((tx) => tx.script('drop schema public cascade; create schema public'));

  async function migrateUpTo(one: Database, count: number): Promise<void> {
    const older = join(folder, `first-${count}`);
    await mkdir(older, { recursive: true });
    for (const { name } of made.migrations.slice(0, count))
      await copyFile(join(migrationsFolder, name), join(older, name));
    await migrate(one, older);
  }

  test('of an existing database is refused; a new one takes an older backup and is brought up to date', async () => {
    const copy = await another();
    await clear(copy);
    await migrateUpTo(copy, 8);
    await copy.run(
      sql`insert into worksites (name, access_code, email) values ('Vecchio', 'VECCHIO', 'v@b.it')`,
    );
    const old = join(folder, 'old.ndjson.gz');
    await writeBackup(copy, old, { now: server.clock.now() });
    await expect(restoreBackup(database, old, { replace: true, mails: 'keep' })).rejects.toThrow('un’altra');
    await database.transaction((tx) => compareWithBackup(tx, file));

    await clear(copy);
    await restoreBackup(copy, old, { replace: false, mails: 'keep' });
    expect(await copy.many(sql`select name from worksites`)).toEqual([{ name: 'Vecchio' }]);
    expect(await copy.many(sql`select name, sha256 from schema_migrations order by version`)).toEqual(
      made.migrations,
    );
  });

  test('that is newer is refused', async () => {
    const [header = '', ...rest] = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n');
    const parsed = JSON.parse(header) as typeof made;
    parsed.migrations.push({ name: '9999_future.sql', sha256: 'x' });
    const body = `${[JSON.stringify(parsed), ...rest.slice(0, -1)].join('\n')}\n`;
    const { createHash } = await import('node:crypto');
    const end = JSON.stringify({ sha256: createHash('sha256').update(body).digest('hex') });
    const newer = join(folder, 'newer.ndjson.gz');
    await writeFile(newer, gzipSync(`${body}${end}\n`));
    const copy = await another();
    await expect(restoreBackup(copy, newer, { replace: false, mails: 'keep' })).rejects.toThrow('un’altra');
    await clear(copy);
    await expect(restoreBackup(copy, newer, { replace: false, mails: 'keep' })).rejects.toThrow(
      'più recente',
    );
  });

  test('a database that was never migrated has nothing to save', async () => {
    const copy = await another();
    await clear(copy);
    await expect(writeBackup(copy, join(folder, 'none.gz'), { now: server.clock.now() })).rejects.toThrow(
      BackupError,
    );
  });
});

test('giving up leaves nothing behind, and the database free', async () => {
  const given = join(folder, 'given-up.gz');
  await expect(
    writeBackup(database, given, { now: server.clock.now(), signal: AbortSignal.abort() }),
  ).rejects.toThrow('aborted');
  expect((await readdir(folder)).filter((name) => name.startsWith('given-up'))).toEqual([]);
  await database.transaction((tx) => compareWithBackup(tx, file));
});

test('one backup a day, the newest seven kept, those of people left alone', async () => {
  const dataDir = join(folder, 'data');
  const daily = { ...context, settings: { ...context.settings, dataDir } };
  const names = async (): Promise<string[]> => (await readdir(join(dataDir, 'backups'))).toSorted();
  const write = (target: string, now: string) => writeBackup(database, target, { now });
  await makeDailyBackup(daily, write);
  server.clock.advance(23 * 3600);
  await makeDailyBackup(daily, write);
  expect(await names()).toEqual(['daily-2026-11-16T09-00-00-000Z.ndjson.gz']);
  await writeFile(join(dataDir, 'backups', 'manual-x.ndjson.gz'), '');
  await writeFile(join(dataDir, 'backups', 'daily-2026-11-16T10-00-00-000Z.ndjson.gz.part'), '');
  for (let day = 0; day < 8; day += 1) {
    server.clock.advance(24 * 3600);
    await makeDailyBackup(daily, write);
  }
  expect(await names()).toEqual([
    ...[19, 20, 21, 22, 23, 24, 25].map((day) => `daily-2026-11-${day}T08-00-00-000Z.ndjson.gz`),
    'manual-x.ndjson.gz',
  ]);
});
