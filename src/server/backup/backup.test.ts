import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sql, { raw, type Sql } from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { contentsOf, demoBackup, isEmpty, writeWhole } from '../../../tests/support/demoBackup.ts';
import type { Database } from '../platform/database/database.ts';
import { BackupError, readHeader } from './format.ts';
import { checkBackup, compareWithBackup, restoreBackup } from './restore.ts';
import { readAccess, revocationsUndone } from './revocations.ts';
import { writeBackup } from './write.ts';

// What a backup contains and restores; other versions: versions.test.ts.

const { folder, server, database, userId, file, made, lines } = await demoBackup();

/** Restores the file into another database. */
async function restored(as: 'copy' | 'past' = 'copy'): Promise<TestDatabase> {
  const copy = await testDatabase(onTestFinished);
  await restoreBackup(copy, file, { replace: false, as });
  return copy;
}

/** Everything besides the rows that must be unchanged. */
const rulesOf = (one: Database): Promise<object[]> =>
  one.many(sql`
    select conname::text as name, pg_get_constraintdef(oid) as text, convalidated as valid from pg_constraint
    where connamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass::text || '.' || tgname, pg_get_triggerdef(oid), tgenabled = 'O' from pg_trigger
    where not tgisinternal
    order by 1, 2`);

test('the file contains every table of the demo, readable by its owner only, without leftovers beside it', async () => {
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

test('a restored database is equal row by row, with its constraints and sequences', async () => {
  const copy = await testDatabase(onTestFinished);
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

test('mails that may have been sent since are left to people', async () => {
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

test('nothing that granted or blocked access is restored', async () => {
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
  // any table with a token grants access
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
  const copy = await testDatabase(onTestFinished);
  await restoreBackup(copy, late, { replace: false, as: 'copy' });
  expect(await countsIn(copy)).toEqual(Object.keys(rows).map(() => 1));
  await restoreBackup(copy, late, { replace: true, as: 'past' });
  expect(await countsIn(copy)).toEqual(Object.keys(rows).map(() => 0));
});

test('reports what was revoked after the backup', async () => {
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

test('a non-empty database is refused, and replaced on request', async () => {
  const copy = await testDatabase(onTestFinished);
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
  test.each(cases)('an incomplete file is refused, and changes nothing: %s', async (what, bytes) => {
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

  test('reports a missing file', async () => {
    const nowhere = join(folder, 'nessuno.ndjson.gz');
    const missing = `Il file ${nowhere} non esiste.`;
    await expect(readHeader(nowhere)).rejects.toThrow(missing);
    const restoring = restoreBackup(database, nowhere, { replace: true, as: 'copy' });
    await expect(restoring).rejects.toThrow(missing);
  });

  test('finds a difference in one value', async () => {
    const copy = await restored();
    await copy.run(sql`update mail_settings set updated_at = updated_at + interval '1 microsecond'`);
    await expect(copy.transaction((tx) => compareWithBackup(tx, file))).rejects.toThrow(
      'tabella mail_settings',
    );
  });

  test('refuses all rows if one violates a foreign key', async () => {
    const parsed = structuredClone(made);
    const at = parsed.tables.findIndex(({ name }) => name === 'users');
    const first = parsed.tables.slice(0, at).reduce((sum, { rows }) => sum + rows, 0);
    parsed.tables[at]!.rows -= 1;
    const bad = await writeWhole(
      join(folder, 'orphans.ndjson.gz'),
      parsed,
      lines.slice(0, -1).toSpliced(first, 1),
    );
    const copy = await testDatabase(onTestFinished);
    await expect(restoreBackup(copy, bad, { replace: false, as: 'copy' })).rejects.toMatchObject({
      code: '23503',
    });
    expect(await isEmpty(copy)).toBe(true);
  });
});
