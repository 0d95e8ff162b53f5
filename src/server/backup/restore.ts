import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { holdUnsentMails } from '../mail/queries.ts';
import { forgetDueNews } from '../notifications/queries.mail.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { migrate, migrationsFolder as ownMigrations } from '../platform/database/migrate.ts';
import { openDatabase, patient } from '../platform/database/openDatabase.ts';
import { BackupError, type BackupHeader, readRows, readWhole, type TableShape } from './format.ts';
import {
  analyzeTables,
  closeAfterLoading,
  emptyTables,
  hasRows,
  insertRows,
  listForeignKeys,
  listMigrations,
  listTables,
  openForLoading,
  readTable,
  setSequence,
} from './queries.ts';

/** Tables that temporarily grant or block access. */
const shortLived = new Set([
  'sessions',
  'password_links',
  'attempt_counters',
  'known_devices',
  'shift_batches',
  'push_devices',
  'push_outbox',
  'push_events',
  'calendar_feeds',
  'calendar_feed_events',
  'invitations',
]);

interface RestoreOptions {
  /** Empty the tables first; otherwise a database that holds any row is refused. */
  replace: boolean;
  /**
   * `past`: time has passed since. Unsent mails may have been sent meanwhile, so none is sent automatically: the CEO
   * decides. Sessions, links, invitations, calendar feeds, push devices, known browsers and counters are dropped: what
   * was ended since must not revive. `copy`: everything as it is, for a database that nobody else continues to use.
   */
  as: 'past' | 'copy';
  /** Default: those of this version. */
  migrationsFolder?: string;
}

/**
 * Restores `file` into `database` in one transaction, committed only after comparing every row with the file. A
 * database that was never migrated gets the backup's version of the tables and then the later migrations; any other
 * must already have the backup's version.
 * @throws BackupError if the file is damaged or of another version, or the database is not empty; nothing has changed
 */
export async function restoreBackup(
  database: Database,
  file: string,
  options: RestoreOptions,
): Promise<BackupHeader> {
  const header = await readWhole(file);
  const { migrationsFolder = ownMigrations } = options;
  if ((await listMigrations(database)).length === 0) await migrateAsIn(database, header, migrationsFolder);
  if (!isDeepStrictEqual(await listMigrations(database), header.migrations)) {
    throw new BackupError(
      `Il backup è della versione ${header.migrations.at(-1)?.name ?? '?'} delle tabelle, il database di un’altra: ` +
        'ripristinalo in un database nuovo, o con la versione di Turnario che lo ha fatto.',
    );
  }
  await database.transaction((tx) => load(tx, file, header, options));
  await migrate(database, migrationsFolder);
  await database.run(analyzeTables(header.tables.map(({ name }) => name)));
  return header;
}

/** Applies the migrations of the backup's database, and no later ones. */
async function migrateAsIn(database: Database, { migrations }: BackupHeader, from: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-migrations-'));
  try {
    // one after the other: no copy is in progress if one is missing
    for (const { name } of migrations) await copyFile(join(from, name), join(folder, name));
    await migrate(database, folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError('Il backup è di una versione più recente di Turnario: aggiorna prima questa.');
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function load(
  tx: Transaction,
  file: string,
  header: BackupHeader,
  options: RestoreOptions,
): Promise<void> {
  await tx.script('set local statement_timeout = 0');
  const tables = await listTables(tx);
  const described = header.tables.map(({ name, columns, key }) => ({ name, columns, key }));
  // names from the file become part of statements only after this check
  if (!isDeepStrictEqual(described, tables))
    throw new BackupError('Le tabelle del backup non sono quelle del database.');
  const names = tables.map(({ name }) => name);
  const keys = await listForeignKeys(tx);
  await openForLoading(tx, names, keys);
  if (options.replace) await emptyTables(tx, names);
  for (const name of names) {
    if (await hasRows(tx, name)) {
      throw new BackupError(
        `Il database non è vuoto (tabella ${name}): con --replace il suo contenuto viene sostituito.`,
      );
    }
  }
  const byName = new Map(tables.map((table) => [table.name, table]));
  for await (const { table, rows } of readRows(file)) {
    const shape = byName.get(table);
    if (shape) await insertRows(tx, shape, rows);
  }
  for (const { name, sequences } of header.tables) {
    for (const sequence of sequences) await setSequence(tx, name, sequence);
  }
  await closeAfterLoading(tx, names, keys);
  await compareWithBackup(tx, file);
  if (options.as === 'past') await leaveThePast(tx, tables);
}

/** Deletes what was valid only at the time of the backup. */
async function leaveThePast(tx: Transaction, tables: readonly TableShape[]): Promise<void> {
  await holdUnsentMails(tx);
  await forgetDueNews(tx);
  // an older backup may lack some tables
  await emptyTables(
    tx,
    tables.map(({ name }) => name).filter((name) => shortLived.has(name)),
  );
}

/** Compares every row of the database with the file. @throws BackupError naming the table of the first difference */
export async function compareWithBackup(tx: Transaction, file: string): Promise<void> {
  const differs = (table: string): BackupError =>
    new BackupError(`Il database non è uguale al backup: tabella ${table}.`);
  const stored = storedRows(tx);
  for await (const { table, rows } of readRows(file)) {
    for (const line of rows) {
      const { value, done } = await stored.next();
      if (done || value.table !== table || value.line !== line) throw differs(table);
    }
  }
  const { value, done } = await stored.next();
  if (!done) throw differs(value.table);
}

async function* storedRows(tx: Transaction): AsyncGenerator<{ table: string; line: string }, void> {
  for (const table of await listTables(tx)) {
    for await (const lines of readTable(tx, table)) {
      for (const line of lines) yield { table: table.name, line };
    }
  }
}

/**
 * Restores the file into a temporary database and compares every row.
 * @param signal aborts it, without leftovers
 * @throws BackupError if the file cannot be restored
 */
export async function checkBackup(file: string, signal?: AbortSignal): Promise<BackupHeader> {
  const dataDir = await mkdtemp(join(tmpdir(), 'turnario-check-'));
  try {
    // nothing needs to survive a power failure
    const scratch = await openDatabase({ dataDir, serverSettings: ['fsync=off'], pool: patient });
    signal?.addEventListener('abort', () => void scratch.close());
    try {
      signal?.throwIfAborted();
      return await restoreBackup(scratch, file, { replace: false, as: 'copy' });
    } finally {
      await scratch.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
