import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import sql, { raw } from 'sql-template-tag';
import { fillDemo } from '../../db/seed.ts';
import type { BackupHeader } from '../../src/server/backup/format.ts';
import { writeBackup } from '../../src/server/backup/write.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import { temporaryFolder } from './database.ts';
import { testServer } from './server.ts';

/** The demo with rows in every table and values that are easily lost, and a backup of it. */
export async function demoBackup() {
  const folder = await temporaryFolder();
  const server = await testServer();
  const { database } = server;
  await fillDemo(server.context);
  const userId = await addEasilyLost(database, server.clock.now());
  const file = join(folder, 'demo.ndjson.gz');
  const made = await writeBackup(database, file, { now: server.clock.now() });
  const [, ...lines] = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  return { folder, server, database, userId, file, made, lines };
}

async function addEasilyLost(database: Database, now: string): Promise<string> {
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
    values ('in invio', 'password_reset', 'a@b.it', 'sending', ${now})`);
  await database.run(sql`
    insert into notifications (user_id, type, mail_due_at) values (${userId}, 'shift_updated', ${now})`);
  return userId;
}

/** Writes a complete backup file with this header and these rows. */
export async function writeWhole(path: string, header: BackupHeader, rows: string[]): Promise<string> {
  const body = `${[JSON.stringify(header), ...rows].join('\n')}\n`;
  const end = JSON.stringify({ sha256: createHash('sha256').update(body).digest('hex') });
  await writeFile(path, gzipSync(`${body}${end}\n`));
  return path;
}

/** Row count and digest of each table, computed independently of the backup code. */
export async function contentsOf(one: Database): Promise<Record<string, unknown>> {
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

export const isEmpty = async (one: Database): Promise<boolean> =>
  Object.values(await contentsOf(one)).every((table) => (table as { rows: number }).rows === 0);
