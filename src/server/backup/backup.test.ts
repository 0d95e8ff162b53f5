import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import sql, { raw, type Sql } from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fillDemo } from '../../../db/seed.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { testServer } from '../../../tests/support/server.ts';
import { temporaryFolder } from '../../../tests/support/temporaryFolder.ts';
import type { Database } from '../platform/database/database.ts';
import { migrate, migrationsFolder } from '../platform/database/migrate.ts';
import { BackupError, type BackupHeader, readHeader } from './format.ts';
import { checkBackup, compareWithBackup, restoreBackup } from './restore.ts';
import { readAccess, revocationsUndone } from './revocations.ts';
import { upgradeDatabase } from './upgrade.ts';
import { writeBackup } from './write.ts';

// The demo, with rows of every table, and values that are easily lost on the way.

const folder = await temporaryFolder();
const server = await testServer();
const { database, context } = server;
await fillDemo(context);
const { id: userId } = await database.one<{ id: string }>(sql`select id from users order by email limit 1`);
await database.run(sql`
  insert into audit_log (action, target_type, at, before, after)
  values ('prova', 'x', '2026-11-20 12:34:56.123456+00', 'null',
    ${JSON.stringify({ a: 'riga\nnuova "\\ \u2028', b: 1.1, c: null })}::jsonb)`);
await database.run(sql`
  update users set taxi_license = '{"Anna, \\"Rossi\\"", NULL}', phone_number = '' where id = ${userId}`);
await database.run(sql`
  insert into mail_settings (account, host, port, is_tls, password_encrypted)
  values ('a@b.it', 'h', 465, true, ${new Uint8Array([0, 10, 34, 92, 255])})`);
await database.run(sql`
  insert into mail_outbox (dedupe_key, kind, recipient, status, sealed_link)
  values ('in attesa', 'password_reset', 'a@b.it', 'queued', ${new Uint8Array([1])})`);
await database.run(sql`
  insert into mail_outbox (dedupe_key, kind, recipient, status, claimed_at)
  values ('in invio', 'password_reset', 'a@b.it', 'sending', ${server.clock.now()})`);
await database.run(sql`
  insert into notifications (user_id, type, mail_due_at) values (${userId}, 'shift_updated', ${server.clock.now()})`);

const file = join(folder, 'demo.ndjson.gz');
const made = await writeBackup(database, file, { now: server.clock.now() });
const [, ...lines] = gunzipSync(await readFile(file))
  .toString()
  .trimEnd()
  .split('\n');

const namesIn = async (dataDir: string): Promise<string[]> =>
  (await readdir(join(dataDir, 'backups'))).toSorted();

/** A file that is whole, of this header and these rows. */
async function writeWhole(name: string, header: BackupHeader, rows: string[]): Promise<string> {
  const body = `${[JSON.stringify(header), ...rows].join('\n')}\n`;
  const end = JSON.stringify({ sha256: createHash('sha256').update(body).digest('hex') });
  await writeFile(join(folder, name), gzipSync(`${body}${end}\n`));
  return join(folder, name);
}

async function another(): Promise<TestDatabase> {
  const opened = await createTestDatabase();
  onTestFinished(() => opened.close());
  return opened;
}

/** Another database with what the file holds. */
async function restored(as: 'copy' | 'past' = 'copy'): Promise<TestDatabase> {
  const copy = await another();
  await restoreBackup(copy, file, { replace: false, as });
  return copy;
}

/** Number and digest of the rows of each table there is, by other means than the backup's own. */
async function contentsOf(one: Database): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {};
  const tables = await one.many<{ name: string }>(sql`
    select table_name::text as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'schema_migrations' order by 1`);
  for (const { name } of tables) {
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
  const stored = Object.entries(await contentsOf(database));
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(stored.map(([name, contents]) => [name, (contents as { rows: number }).rows])),
  );
  for (const name of ['worksites', 'users', 'shifts', 'exchange_requests', 'completed_swaps', 'audit_log']) {
    expect(rows.get(name), name).toBeGreaterThan(0);
  }
  expect([await readHeader(file), await checkBackup(file)]).toEqual([made, made]);
});

test('a restored database is equal row by row, with its rules, and goes on counting', async () => {
  const copy = await another();
  const rules = await rulesOf(copy);
  await restoreBackup(copy, file, { replace: false, as: 'copy' });

  expect(await contentsOf(copy)).toEqual(await contentsOf(database));
  await copy.transaction((tx) => compareWithBackup(tx, file));
  expect(await rulesOf(copy)).toEqual(rules);
  await expect(copy.run(sql`delete from audit_log`)).rejects.toThrow('append-only');
  const next = sql`insert into audit_log (action, target_type) values ('dopo', 'x') returning id`;
  const { id: last } = await database.one<{ id: number }>(sql`select max(id) as id from audit_log`);
  expect((await copy.one<{ id: number }>(next)).id).toBe(last + 1);
});

test('mails that may have left since are left to people', async () => {
  const copy = await restored('past');
  const mails = await copy.many(sql`
    select dedupe_key, status, sealed_link, last_error from mail_outbox where kind = 'password_reset' order by 1`);
  expect(mails).toMatchObject([
    { dedupeKey: 'in attesa', status: 'unsure', sealedLink: null, lastError: 'restored from a backup' },
    { dedupeKey: 'in invio', status: 'unsure' },
  ]);
  expect(await copy.many(sql`select from mail_outbox where status in ('queued', 'sending')`)).toEqual([]);
  expect(await copy.many(sql`select id from notifications where mail_due_at is not null`)).toEqual([]);
});

test('nothing that let somebody in or kept somebody out comes back', async () => {
  const now = server.clock.now();
  const full = await restored();
  const token = new Uint8Array(32);
  const rows: Record<string, Sql> = {
    sessions: sql`(token_hash, user_id, is_remembered, created_at, last_used_at, expires_at)
      values (${token}, ${userId}, true, ${now}, ${now}, ${now})`,
    password_links: sql`(token_hash, user_id, created_at, expires_at) values (${token}, ${userId}, ${now}, ${now})`,
    attempt_counters: sql`(key, window_started_at, attempts) values (${token}, ${now}, 5)`,
    known_devices: sql`(token_hash, user_id, used_at) values (${token}, ${userId}, ${now})`,
    shift_batches: sql`(user_id, created_at, shift_ids, replaced) values (${userId}, ${now}, '{}', '[]')`,
    push_devices: sql`(user_id, session_id, endpoint, origin, p256dh, auth, created_at)
      select ${userId}, id, 'https://push.example/1', 'https://push.example', 'p', 'a', ${now} from sessions`,
    push_outbox: sql`(notification_id, device_id, due_at, created_at)
      select n.id, d.id, ${now}::timestamptz, ${now}::timestamptz from push_devices d, (select id from notifications limit 1) n`,
    push_events: sql`(notification_ids, created_at) values ('{}', ${now})`,
    calendar_feeds: sql`(user_id, token_hash, with_notes, with_absences, created_at)
      values (${userId}, ${token}, false, false, ${now})`,
    calendar_feed_events: sql`(user_id, shift_id, part, day, content_hash, sequence, changed_at)
      values (${userId}, gen_random_uuid(), 1, '2026-11-20', 'x', 0, ${now})`,
    invitations: sql`(worksite_id, token_hash, created_at, expires_at)
      select worksite_id, ${token}, ${now}::timestamptz, ${now}::timestamptz from users where id = ${userId}`,
  };
  for (const [table, row] of Object.entries(rows)) {
    await full.run(raw(`delete from ${table}`));
    expect(await full.run(sql`insert into ${raw(table)} ${row}`), table).toBe(1);
  }
  // whatever holds a token lets somebody in
  const holders = await full.many<{ name: string }>(sql`
    select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name like '%token%'`);
  for (const { name } of holders) expect(rows).toHaveProperty(name);
  const countsIn = (one: Database): Promise<number[]> => {
    const counts = Object.keys(rows).map(
      async (table) => (await one.many(raw(`select from ${table}`))).length,
    );
    return Promise.all(counts);
  };
  const late = join(folder, 'late.ndjson.gz');
  await writeBackup(full, late, { now });
  const copy = await another();
  await restoreBackup(copy, late, { replace: false, as: 'copy' });
  expect(await countsIn(copy)).toEqual(Object.keys(rows).map(() => 1));
  await restoreBackup(copy, late, { replace: true, as: 'past' });
  expect(await countsIn(copy)).toEqual(Object.keys(rows).map(() => 0));
});

test('what was taken away after the backup is told', async () => {
  const copy = await restored();
  const people = await copy.many<{ id: string; email: string; worksite: string }>(sql`
    select u.id, u.email, w.name as worksite from users u join worksites w on w.id = u.worksite_id
    where u.role <> 'admin' order by u.email limit 5`);
  const [suspended, deleted, demoted, renewed, trusted] = people.map(({ id }) => id);
  const allow = (id: string | undefined, isAllowed: boolean): Promise<number> =>
    copy.run(sql`
      update users set may_review_codes = ${isAllowed}, may_approve_swaps = ${isAllowed}, may_load_shifts = ${isAllowed}
      where id = ${id}`);
  await allow(demoted, true);
  await allow(trusted, true);
  const past = await readAccess(copy);
  await copy.run(sql`update users set is_active = false where id = ${suspended}`);
  await copy.run(sql`
    update users set anonymised_at = now(), email = 'ex@turnario.invalid', is_active = false where id = ${deleted}`);
  await allow(demoted, false);
  await allow(renewed, true);
  await copy.run(sql`update users set password_hash = 'altra' where id = ${renewed}`);
  await copy.run(sql`update users set first_name = 'Altro' where id = ${renewed}`);
  await copy.run(sql`update worksites set access_code = 'NUOVO-1' where name = ${people[0]!.worksite}`);
  const present = await readAccess(copy);
  const who = people.map(({ email, worksite }) => `${email} (${worksite})`);
  expect(revocationsUndone(present, past)).toEqual([
    `${who[0]}: era stato disattivato`,
    `${who[1]}: l’account era stato eliminato`,
    `${who[2]}: non poteva più approvare i codici`,
    `${who[2]}: non poteva più approvare gli scambi`,
    `${who[2]}: non poteva più caricare i turni`,
    `${who[3]}: la password era stata cambiata: vale di nuovo quella di prima`,
    `cantiere ${people[0]!.worksite}: il codice di accesso era stato cambiato`,
  ]);
  expect(revocationsUndone(past, past)).toEqual([]);
});

test('a database that holds something is refused, and replaced when that is said', async () => {
  const copy = await another();
  await copy.run(
    sql`insert into worksites (name, access_code, email) values ('Altro', 'ALTRO-1', 'altro@b.it')`,
  );
  await copy.run(sql`insert into audit_log (action, target_type) values ('altro', 'x')`);
  const before = await contentsOf(copy);
  await expect(restoreBackup(copy, file, { replace: false, as: 'copy' })).rejects.toThrow('non è vuoto');
  expect(await contentsOf(copy)).toEqual(before);
  await restoreBackup(copy, file, { replace: true, as: 'copy' });
  expect(await contentsOf(copy)).toEqual(await contentsOf(database));
});

describe('a file that is not whole', async () => {
  const packed = await readFile(file);
  const all = [JSON.stringify(made), ...lines];
  const pack = (changed: string[]): Buffer => gzipSync(`${changed.join('\n')}\n`);
  const flipped = Buffer.from(packed);
  flipped[packed.length >> 1]! ^= 1;
  const cases: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['all but its last byte', packed.subarray(0, -1)],
    ['without footer', pack(all.slice(0, -1))],
    ['a row less', pack(all.toSpliced(5, 1))],
    ['two rows changed places', pack(all.toSpliced(1, 2, all[2]!, all[1]!))],
    ['a line more', pack([...all, '[]'])],
    ['a changed byte', flipped],
    ['zeros after its end', Buffer.concat([packed, Buffer.alloc(512)])],
    ['something else', gzipSync('{"format":"altro"}\n')],
    ['no gzip', Buffer.from('ciao')],
  ];
  test.each(cases)('a file that is not whole is refused, and changes nothing: %s', async (what, bytes) => {
    const bad = join(folder, 'bad.ndjson.gz');
    await writeFile(bad, bytes);
    const refused = restoreBackup(database, bad, { replace: true, as: 'copy' });
    await expect(refused).rejects.toThrow(BackupError);
    await expect(refused).rejects.toThrow(
      what === 'something else'
        ? `${bad} non è un backup che questa versione di Turnario sa leggere.`
        : `Il backup ${bad} è incompleto o danneggiato: non è stato usato.`,
    );
    await database.transaction((tx) => compareWithBackup(tx, file));
  });

  test('of a file that is not there that is said', async () => {
    const nowhere = join(folder, 'nessuno.ndjson.gz');
    const missing = `Il file ${nowhere} non esiste.`;
    await expect(readHeader(nowhere)).rejects.toThrow(missing);
    const restoring = restoreBackup(database, nowhere, { replace: true, as: 'copy' });
    await expect(restoring).rejects.toThrow(missing);
  });

  test('a difference in one value is found', async () => {
    const copy = await restored();
    await copy.run(sql`update mail_settings set updated_at = updated_at + interval '1 microsecond'`);
    await expect(copy.transaction((tx) => compareWithBackup(tx, file))).rejects.toThrow(
      'tabella mail_settings',
    );
  });

  test('rows that break a foreign key are refused as a whole', async () => {
    const parsed = structuredClone(made);
    const at = parsed.tables.findIndex(({ name }) => name === 'users');
    const first = parsed.tables.slice(0, at).reduce((sum, { rows }) => sum + rows, 0);
    parsed.tables[at]!.rows -= 1;
    const bad = await writeWhole('orphans.ndjson.gz', parsed, lines.slice(0, -1).toSpliced(first, 1));
    const copy = await another();
    await expect(restoreBackup(copy, bad, { replace: false, as: 'copy' })).rejects.toMatchObject({
      code: '23503',
    });
    expect(await isEmpty(copy)).toBe(true);
  });
});

describe('another version', async () => {
  const later = join(folder, 'later');
  await cp(migrationsFolder, later, { recursive: true });
  await writeFile(join(later, '9999_later.sql'), 'create table later_things (id int primary key)');
  const clear = (one: Database): Promise<void> =>
    one.transaction((tx) => tx.script('drop schema public cascade; create schema public'));

  test('another version of an existing database is refused; a new one takes an older backup and is brought up to date', async () => {
    const copy = await another();
    await migrate(copy, later);
    const options = { replace: true, as: 'past', migrationsFolder: later } as const;
    await expect(restoreBackup(copy, file, options)).rejects.toThrow('un’altra');
    expect(await isEmpty(copy)).toBe(true);

    await clear(copy);
    await restoreBackup(copy, file, { ...options, as: 'copy' });
    const { later_things: added, ...contents } = await contentsOf(copy);
    expect(added).toMatchObject({ rows: 0 });
    expect(contents).toEqual(await contentsOf(database));
    expect(await copy.many(sql`select name from schema_migrations order by version`)).toEqual([
      ...made.migrations.map(({ name }) => ({ name })),
      { name: '9999_later.sql' },
    ]);
  });

  test('another version that is newer is refused', async () => {
    const migrations = [...made.migrations, { name: '9999_future.sql', sha256: 'x' }];
    const newer = await writeWhole('newer.ndjson.gz', { ...made, migrations }, lines.slice(0, -1));
    const copy = await another();
    await expect(restoreBackup(copy, newer, { replace: false, as: 'copy' })).rejects.toThrow('un’altra');
    await clear(copy);
    await expect(restoreBackup(copy, newer, { replace: false, as: 'copy' })).rejects.toThrow('più recente');
  });

  test('a database that cannot be saved is not migrated; three backups of the same upgrade stay', async () => {
    const copy = await another();
    const dataDir = await temporaryFolder();
    const broken = join(dataDir, 'migrations');
    await cp(later, broken, { recursive: true });
    await writeFile(join(broken, '9999_later.sql'), 'drop table gone_wrong');
    const upgrade = (day: number) =>
      upgradeDatabase(copy, { dataDir, now: `2026-11-${day}T08:00:00.000Z`, migrationsFolder: broken });
    await writeFile(join(dataDir, 'backups'), '');
    await expect(upgrade(20)).rejects.toThrow(
      /^Prima di aggiornare .* non è riuscito: .*EEXIST.*Il database è rimasto com’era\.$/,
    );
    await rm(join(dataDir, 'backups'));
    for (const day of [21, 22, 23, 24]) await expect(upgrade(day)).rejects.toThrow('gone_wrong');
    expect(await namesIn(dataDir)).toEqual(
      [22, 23, 24].map((day) => expect.stringContaining(`-9999-2026-11-${day}T`) as string),
    );
  });

  test('a database that was never migrated has nothing to save', async () => {
    const fresh = await another();
    await clear(fresh);
    const now = server.clock.now();
    await expect(writeBackup(fresh, join(folder, 'none.gz'), { now })).rejects.toThrow(BackupError);
    const dataDir = join(folder, 'fresh');
    await upgradeDatabase(fresh, { dataDir, now, migrationsFolder: later });
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  });
});
