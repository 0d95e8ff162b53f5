import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { BackupHeader, TableShape } from './format.ts';

/** All tables with data, by name, except the list of migrations. */
export const listTables = (db: Queryable): Promise<TableShape[]> =>
  db.many(sql`
    select c.relname::text as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(a.attname order by k.place)
        from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '[]') as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
    order by c.relname`);

/** The applied migrations, oldest first; empty for a database that was never migrated. */
export async function listMigrations(db: Queryable): Promise<BackupHeader['migrations']> {
  const { exists } = await db.one<{ exists: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as exists`,
  );
  if (!exists) return [];
  return db.many(sql`select name, sha256 from schema_migrations order by version`);
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const listed = (names: readonly string[]): string => names.map(quoted).join(', ');

export async function countRows(db: Queryable, table: string): Promise<number> {
  const { rows } = await db.one<{ rows: number }>(raw(`select count(*) as rows from ${quoted(table)}`));
  return rows;
}

export async function hasRows(db: Queryable, table: string): Promise<boolean> {
  const found = await db.maybeOne(raw(`select 1 as found from ${quoted(table)} limit 1`));
  return found !== null;
}

type Sequence = BackupHeader['tables'][number]['sequences'][number];

/** The current values of a table's sequences. */
export async function listSequences(db: Queryable, table: string): Promise<Sequence[]> {
  const found = await db.many<{ column: string; sequence: string }>(sql`
    select c.name as column, c.sequence
    from (
      select a.attnum, a.attname::text as name,
        -- fails for dropped columns
        case when not a.attisdropped then pg_get_serial_sequence(${quoted(table)}, a.attname) end as sequence
      from pg_attribute a
      where a.attrelid = ${quoted(table)}::regclass and a.attnum > 0
    ) c
    where c.sequence is not null
    order by c.attnum`);
  const sequences: Sequence[] = [];
  for (const { column, sequence } of found) {
    const state = await db.one<Omit<Sequence, 'column'>>(
      raw(`select last_value as last, is_called from ${sequence}`),
    );
    sequences.push({ column, ...state });
  }
  return sequences;
}

export async function setSequence(tx: Transaction, table: string, sequence: Sequence): Promise<void> {
  await tx.run(sql`
    select setval(pg_get_serial_sequence(${quoted(table)}, ${sequence.column}), ${sequence.last}, ${sequence.isCalled})`);
}

const fetchedRows = 500;

/** All rows in primary key order, each a JSON array of its columns as text. One reader per table at a time. */
export async function* readTable(tx: Transaction, table: TableShape): AsyncGenerator<string[]> {
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  const cursor = quoted(`backup_${table.name}`);
  await tx.run(
    raw(`declare ${cursor} no scroll cursor for
      select json_build_array(${columns})::text as line from ${quoted(table.name)} order by ${orderOf(table)}`),
  );
  for (;;) {
    const rows = await tx.many<{ line: string }>(raw(`fetch ${fetchedRows} from ${cursor}`));
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await tx.run(raw(`close ${cursor}`));
}

/** An order independent of the server's collation. */
function orderOf({ columns, key }: TableShape): string {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  return key
    .map((name) => (types.get(name) === 'text' ? `${quoted(name)}::text collate "C"` : quoted(name)))
    .join(', ');
}

export async function insertRows(
  tx: Transaction,
  table: TableShape,
  lines: readonly string[],
): Promise<void> {
  const values = table.columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ');
  const into = `${quoted(table.name)} (${listed(table.columns.map(({ name }) => name))})`;
  await tx.run(sql`
    insert into ${raw(into)} overriding system value
    select ${raw(values)} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) line`);
}

/** A foreign key and the SQL that recreates it. */
interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

export const listForeignKeys = (db: Queryable): Promise<ForeignKey[]> =>
  db.many(sql`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`);

/** Locks the tables for this transaction, without their foreign keys and triggers. */
export async function openForLoading(
  tx: Transaction,
  tables: readonly string[],
  keys: readonly ForeignKey[],
): Promise<void> {
  await tx.run(raw(`lock table ${listed(tables)} in access exclusive mode`));
  for (const { table, name } of keys) {
    await tx.run(raw(`alter table ${table} drop constraint ${quoted(name)}`));
  }
  for (const table of tables) await tx.run(raw(`alter table ${quoted(table)} disable trigger user`));
}

/** Ends `openForLoading`: checks every row against the foreign keys again. */
export async function closeAfterLoading(
  tx: Transaction,
  tables: readonly string[],
  keys: readonly ForeignKey[],
): Promise<void> {
  for (const { table, name, definition } of keys) {
    await tx.run(raw(`alter table ${table} add constraint ${quoted(name)} ${definition}`));
  }
  for (const table of tables) await tx.run(raw(`alter table ${quoted(table)} enable trigger user`));
}

export async function emptyTables(tx: Transaction, tables: readonly string[]): Promise<void> {
  await tx.run(raw(`truncate ${listed(tables)}`));
}

/** Fresh statistics, so that the first queries after a restore find their indexes. */
export const analyzeTables = (tables: readonly string[]): Sql => raw(`analyze ${listed(tables)}`);
