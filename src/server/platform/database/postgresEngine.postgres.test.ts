import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/database.ts';
import type { Database } from './database.ts';
import { EngineDatabase } from './engineDatabase.ts';
import { sqlState } from './errors.ts';
import { openDatabase } from './openDatabase.ts';
import { PgliteEngine } from './pgliteEngine.ts';
import { PostgresEngine } from './postgresEngine.ts';
import { type KnownColumns, PostgresQuery } from './postgresQuery.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const databaseUrl = database.databaseUrl ?? '';
const ignore = { onFatal: () => undefined, onWarning: () => undefined };

/** Ends the server's side of all other connections whose last statement starts with `text`. */
async function cutConnections(text: string): Promise<number> {
  return database.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and starts_with(query, ${text})`);
}

test('gives the same answers as the embedded database', async () => {
  const embedded = new EngineDatabase(await PgliteEngine.open({ folder: null, template: null }, ignore));
  const expressions = [
    `null::int, true, 1::int2, 2::int4, 3::int8, 1.5::float4, 0.1::float8, 'NaN'::float8, '-Infinity'::float8`,
    `12.50::numeric, 1e30::numeric, 'x'::text, 'x'::varchar, 'x'::char(3), 'x'::"char", 'x'::name, 7::oid`,
    `date '2026-03-29', date '0001-01-01', date '9999-12-31', time '06:00', time '24:00', time '06:05:59.9'`,
    `timestamp '2026-11-20 09:00:00.5', interval '1 mon 2 days 03:04:05.6', interval '-1 day'`,
    `timestamptz '2026-10-25 02:30:00+02', timestamptz '2026-10-25 02:30:00+01', '2026-10-25'::timestamptz`,
    `'\\x00ff'::bytea, '{"b":1,"a":[true,null]}'::json, '{"b":1,"a":[true,null]}'::jsonb, 'null'::json`,
    `gen_random_uuid() is null, '0f8fad5b-d9cb-469f-a165-70867728950e'::uuid, 'now'::regproc`,
    `array[1,null], array['a','NULL',null,'{"}'], array[date '2026-01-01'], array[array[1],array[2]], '{}'::int[]`,
    `array[true], array[1.5::float8], array[2.50::numeric], array[time '20:00'], array['\\x01'::bytea], array['{}'::jsonb]`,
    `(select count(*) from generate_series(1,5)), (select sum(n) from generate_series(1,5) n), row(1,'a'), point(1,2)`,
    `now() is null, extract(isodow from date '2026-11-20'), current_setting('TimeZone'), 'è' || chr(128512)`,
  ];
  const ask = async (one: Database): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (const expression of expressions) {
      const columns = `select * from (values (${expression})) as t`;
      answers.push(await one.many(raw(columns)), await one.run(raw(columns)));
    }
    return answers;
  };
  try {
    expect(await ask(embedded)).toStrictEqual(await ask(database));
  } finally {
    await embedded.close();
  }
});

test('what a prepared statement answers is described once a connection', async () => {
  const known: KnownColumns = new Map();
  const connect = async () => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    let described = 0;
    client.connection.on('rowDescription', () => (described += 1));
    const ask = (name: string | null) =>
      new Promise<unknown>((resolve, reject) => {
        const statement = { text: 'select $1::int8 as one_two, null as none', values: ['7'], name };
        const query = new PostgresQuery(statement, known, (error, answer) =>
          error ? reject(error) : resolve(answer.rows),
        );
        client.query(query);
      });
    return { client, ask, described: () => described };
  };
  const first = await connect();
  const second = await connect();
  const rows = [{ oneTwo: 7, none: null }];
  try {
    for (let time = 0; time < 3; time += 1) expect(await first.ask('named')).toStrictEqual(rows);
    expect(first.described()).toBe(1);
    expect(await first.ask(null)).toStrictEqual(rows);
    expect(first.described()).toBe(2);
    // known from the other one, but nothing is prepared here yet
    for (let time = 0; time < 3; time += 1) expect(await second.ask('named')).toStrictEqual(rows);
    expect(second.described()).toBe(1);
  } finally {
    await Promise.all([first.client.end(), second.client.end()]);
  }
});

test('a server that is not there is a clear error', async () => {
  await expect(
    openDatabase({ databaseUrl: 'postgres://u@127.0.0.1:9/nothing', dataDir: '' }),
  ).rejects.toMatchObject({
    name: 'DatabaseError',
    code: sqlState.connectionFailure,
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

test('a database that does not exist is a clear error', async () => {
  const url = new URL(databaseUrl);
  url.pathname = '/no_such_database';
  await expect(openDatabase({ databaseUrl: url.href, dataDir: '' })).rejects.toMatchObject({ code: '3D000' });
});

test('a URL that is none is an error that does not quote it', async () => {
  const error: unknown = await openDatabase({ databaseUrl: 'u:secret@host/x y', dataDir: '' }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: sqlState.connectionFailure });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret');
});

test('options in the URL are kept beside our own', async () => {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c timezone=Asia/Tokyo -c work_mem=5MB');
  const other = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  expect(
    await other.one(sql`select current_setting('TimeZone') as zone, current_setting('work_mem') as memory`),
  ).toStrictEqual({ zone: 'UTC', memory: '5MB' });
  await other.close();
});

describe('limits', () => {
  test('an exhausted pool is an error, not a wait for ever', async () => {
    const settings = { max: 1, connectionTimeoutMillis: 500 };
    const small = new EngineDatabase(new PostgresEngine(databaseUrl, ignore, settings));
    const goOn = Promise.withResolvers<undefined>();
    const holding = small.transaction(() => goOn.promise);
    await expect(small.many(sql`select 1`)).rejects.toMatchObject({ code: sqlState.tooManyConnections });
    goOn.resolve(undefined);
    await holding;
    await small.close();
  });

  test('a statement that takes too long is cancelled', async () => {
    const hasty = new EngineDatabase(new PostgresEngine(databaseUrl, ignore, { statement_timeout: 300 }));
    await expect(hasty.many(sql`select pg_sleep(60)`)).rejects.toMatchObject({ code: '57014' });
    expect(await hasty.one(sql`select 1 as n`)).toStrictEqual({ n: 1 });
    await hasty.close();
  });

  test('a server that does not answer is given up', async () => {
    const hasty = new EngineDatabase(new PostgresEngine(databaseUrl, ignore, { query_timeout: 500 }));
    await expect(hasty.many(sql`select pg_sleep(60)`)).rejects.toMatchObject({
      code: sqlState.connectionFailure,
    });
    expect(await hasty.one(sql`select 1 as n`)).toStrictEqual({ n: 1 });
    await hasty.close();
    await cutConnections('select pg_sleep');
  });

  test('a transaction that sends nothing for too long is rolled back', async () => {
    const settings = { idle_in_transaction_session_timeout: 500 };
    const hasty = new EngineDatabase(new PostgresEngine(databaseUrl, ignore, settings));
    await database.run(sql`create table idlers (id int primary key)`);
    await database.run(sql`insert into idlers values (1)`);
    const locked = Promise.withResolvers<undefined>();
    const free = Promise.withResolvers<undefined>();
    const idle = hasty.transaction(async (tx) => {
      await tx.one(sql`select id from idlers for update`);
      locked.resolve(undefined);
      await free.promise;
      await tx.one(sql`select id from idlers`);
    });
    await locked.promise;
    // Gets the row only because the idle transaction has lost it.
    await database.one(sql`select id from idlers for update`);
    free.resolve(undefined);
    await expect(idle).rejects.toMatchObject({ name: 'DatabaseError' });
    expect(await hasty.one(sql`select 1 as n`)).toStrictEqual({ n: 1 });
    await hasty.close();
  });
});

describe('lost connections', () => {
  test('a connection lost in a transaction is an error, and the next call works', async () => {
    const other = await openDatabase({ databaseUrl, dataDir: '' });
    const cut = other.transaction(async (tx) => {
      await tx.one(sql`select 'doomed' as word`);
      await cutConnections(`select 'doomed'`);
      await tx.one(sql`select 1 as n`);
    });
    await expect(cut).rejects.toMatchObject({ name: 'DatabaseError' });
    expect(await other.one(sql`select 2 as n`)).toStrictEqual({ n: 2 });
    await other.close();
  });

  test('an answer that cannot be read costs no connection', async () => {
    const pidOf = () => other.one(sql`select pg_backend_pid() as pid`);
    const other = new EngineDatabase(new PostgresEngine(databaseUrl, ignore, { max: 1 }));
    const before = await pidOf();
    await expect(other.one(sql`select 9007199254740993::bigint as n`)).rejects.toMatchObject({
      code: sqlState.numericOutOfRange,
    });
    expect(await pidOf()).toEqual(before);
    await other.close();
  });

  test('a connection lost while idle is a warning, and the next call works', async () => {
    const warned = Promise.withResolvers<string>();
    const other = await openDatabase({ databaseUrl, dataDir: '', onWarning: warned.resolve });
    await other.one(sql`select 'idle' as word`);
    await cutConnections(`select 'idle'`);
    expect(await warned.promise).toBe('idle database connection lost');
    expect(await other.one(sql`select 2 as n`)).toStrictEqual({ n: 2 });
    await other.close();
  });

  test('a lost listener reconnects by itself, reports it, and hears again', async () => {
    const warnings: string[] = [];
    const other = await openDatabase({
      databaseUrl,
      dataDir: '',
      onWarning: (message) => warnings.push(message),
    });
    const back = Promise.withResolvers<undefined>();
    const heard = Promise.withResolvers<string>();
    const stop = await other.listen('cut_channel', heard.resolve, () => back.resolve(undefined));

    expect(await cutConnections('listen "cut_channel"')).toBe(1);
    await back.promise;
    await database.run(sql`select pg_notify('cut_channel', 'hello again')`);

    expect(await heard.promise).toBe('hello again');
    expect(warnings).toStrictEqual(['listening database connection lost']);
    await stop();
    await other.close();
  });
});

test('notifications go from one process to another', async () => {
  const other = await openDatabase({ databaseUrl, dataDir: '' });
  const heard = Promise.withResolvers<string>();
  await other.listen('between', heard.resolve);
  await database.transaction((tx) => tx.run(sql`select pg_notify('between', 'news')`));
  expect(await heard.promise).toBe('news');
  await other.close();
});

test('two processes that update one row take turns', async () => {
  const other = await openDatabase({ databaseUrl, dataDir: '' });
  await database.run(sql`create table turns (n int)`);
  await database.run(sql`insert into turns values (0)`);
  const increment = (one: Database) =>
    one.transaction(async (tx) => {
      const { n } = await tx.one<{ n: number }>(sql`select n from turns for no key update`);
      await tx.run(sql`update turns set n = ${n + 1}`);
    });
  await Promise.all(Array.from({ length: 30 }, (_, index) => increment(index % 2 ? other : database)));
  expect(await database.one(sql`select n from turns`)).toStrictEqual({ n: 30 });
  await other.close();
});
