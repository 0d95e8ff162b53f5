import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { sqlState } from './errors.ts';
import { openDatabase } from './openDatabase.ts';
import { PooledDatabase } from './pooledDatabase.ts';

const database = await testDatabase();
const { databaseUrl } = database;
const onWarning = (): void => undefined;

/** Ends the server's side of all other connections whose last statement starts with `text`. */
async function cutConnections(text: string): Promise<number> {
  return database.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and starts_with(query, ${text})`);
}

test('an invalid URL is an error that does not quote it', async () => {
  const opening = openDatabase({ databaseUrl: 'u:secret@host/x y', dataDir: '' });
  const error: unknown = await opening.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: sqlState.connectionFailure });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret');
});

test('options in the URL are kept beside our own, and statements and transactions time out', async () => {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c timezone=Asia/Tokyo -c work_mem=5MB');
  const other = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  const names = ['TimeZone', 'work_mem', 'statement_timeout', 'idle_in_transaction_session_timeout'];
  const shown = sql`select current_setting(name) as value from unnest(${names}::text[]) name`;
  expect((await other.many<{ value: string }>(shown)).map(({ value }) => value)).toEqual([
    'UTC',
    '5MB',
    '15s',
    '15s',
  ]);
  await other.close();
});

test('a server that does not respond times out', async () => {
  const hasty = new PooledDatabase(databaseUrl, { onWarning, pool: { query_timeout: 500 } });
  await expect(hasty.many(sql`select pg_sleep(60)`)).rejects.toMatchObject({
    code: sqlState.connectionFailure,
  });
  expect(await hasty.one(sql`select 1 as n`)).toStrictEqual({ n: 1 });
  await hasty.close();
  await cutConnections('select pg_sleep');
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

  test('an unreadable response does not cost the connection', async () => {
    const pidOf = () => other.one(sql`select pg_backend_pid() as pid`);
    const other = new PooledDatabase(databaseUrl, { onWarning, pool: { max: 1 } });
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

  test('a lost listener reconnects, reports it, and receives again', async () => {
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
