import sql, { raw } from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import type { Transaction } from './database.ts';
import { DatabaseError, DatabaseUsageError, sqlState } from './errors.ts';

const database = await testDatabase();

await database.transaction((tx) =>
  tx.script(`
    create table parents (id int primary key);
    create table items (
      id int primary key,
      name text constraint items_one_name unique,
      parent_id int constraint items_parent references parents deferrable initially deferred
    )`),
);

beforeEach(async () => {
  await database.run(sql`truncate items, parents`);
});

const countItems = async (): Promise<number> =>
  (await database.one<{ count: number }>(sql`select count(*) as count from items`)).count;

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('should have been rejected'),
    (error: unknown) => error,
  );
}

describe('statements', () => {
  test('many returns all rows, maybeOne the first or null, one the only one, run the number changed', async () => {
    const inserted = sql`insert into items (id, name) values (1, 'a'), (2, 'b')`;
    expect(await database.run(inserted)).toBe(2);
    expect(await database.many(sql`select id, name from items order by id`)).toStrictEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ]);
    expect(await database.maybeOne(sql`select id from items order by id desc`)).toStrictEqual({ id: 2 });
    expect(await database.maybeOne(sql`select id from items where id = ${9}`)).toBeNull();
    expect(await database.one(sql`select name from items where id = ${2}`)).toStrictEqual({ name: 'b' });
    const none = database.one(sql`select id from items where id = ${9}`);
    expect(await errorOf(none)).toMatchObject({ code: sqlState.noDataFound });
    const both = database.one(sql`select id from items`);
    expect(await errorOf(both)).toMatchObject({ code: sqlState.tooManyRows });
  });

  test('a repeated statement accepts other values, even after it has failed', async () => {
    const insert = (id: number, name: string) => sql`insert into items (id, name) values (${id}, ${name})`;
    for (const id of [1, 2, 3]) {
      await database.run(insert(id, `n${id}`));
      expect(await errorOf(database.run(insert(id, 'other')))).toMatchObject({ code: '23505' });
    }
    expect(await countItems()).toBe(3);
  });

  test('thousands of different texts do not exhaust it', async () => {
    const numbers = Array.from({ length: 1500 }, (_, index) => index);
    const texts = [...numbers, ...numbers].map((n) => raw(`select ${n} as n`));
    const rows = await Promise.all(texts.map((text) => database.one<{ n: number }>(text)));
    expect(rows.map(({ n }) => n)).toStrictEqual([...numbers, ...numbers]);
  });
});

describe('errors', () => {
  test('a violated constraint is named', async () => {
    await database.run(sql`insert into items (id, name) values (1, 'a')`);
    const error = await errorOf(database.run(sql`insert into items (id, name) values (2, 'a')`));
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({
      code: sqlState.uniqueViolation,
      constraint: 'items_one_name',
      table: 'items',
      detail: 'Key (name)=(a) already exists.',
      message: 'duplicate key value violates unique constraint "items_one_name"',
    });
  });

  test.each([
    ['in a transaction', sql`select 1 / 0`, { code: '22012', constraint: null }],
    [
      'that only the commit finds',
      sql`insert into items (id, parent_id) values (1, 7)`,
      { code: sqlState.foreignKeyViolation, constraint: 'items_parent' },
    ],
  ])('an error %s is of the same class', async (_which, statement, expected) => {
    const error = await errorOf(database.transaction((tx) => tx.run(statement)));
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject(expected);
    expect(await countItems()).toBe(0);
  });
});

describe('transactions', () => {
  test('roll back if the callback throws, and rethrow the error', async () => {
    const failure = new Error('changed my mind');
    const error = await errorOf(
      database.transaction(async (tx) => {
        await tx.run(sql`insert into items (id) values (1)`);
        throw failure;
      }),
    );
    expect(error).toBe(failure);
    expect(await countItems()).toBe(0);
  });

  test('do not report a commit if the callback swallowed an error', async () => {
    const error = await errorOf(
      database.transaction(async (tx) => {
        await tx.run(sql`insert into items (id) values (1)`);
        await tx.run(sql`select 1 / 0`).catch(() => undefined);
      }),
    );
    expect(error).toMatchObject({ code: sqlState.inFailedTransaction });
    expect(await countItems()).toBe(0);
  });
});

describe('the database inside a transaction', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a statement', () => database.run(sql`select 1`)],
    ['a nested transaction', () => database.transaction(async () => 1)],
    ['listen', () => database.listen('somewhere', () => undefined)],
    [
      'what runs later and beside other code',
      () => Promise.all([new Promise(setImmediate).then(countItems), Promise.resolve(0)]),
    ],
  ])('refuses %s at once', async (_, call) => {
    const error = await errorOf(database.transaction(async () => call()));
    expect(error).toBeInstanceOf(DatabaseUsageError);
    expect(error).toMatchObject({ message: expect.stringContaining("use the transaction's tx") });
  });

  test('works again afterwards, even for code started inside', async () => {
    const afterwards = Promise.withResolvers<undefined>();
    let counting: Promise<number> | undefined;
    await database.transaction(async (tx) => {
      counting = afterwards.promise.then(countItems);
      await tx.run(sql`insert into items (id) values (1)`);
    });
    afterwards.resolve(undefined);
    expect(await counting).toBe(1);
  });

  test('a tx used after its end is refused', async () => {
    let escaped: Transaction | undefined;
    await database.transaction(async (tx) => {
      escaped = tx;
    });
    expect(await errorOf(escaped!.run(sql`insert into items (id) values (1)`))).toBeInstanceOf(
      DatabaseUsageError,
    );
    expect(await errorOf(escaped!.script('select 1'))).toBeInstanceOf(DatabaseUsageError);
    expect(await countItems()).toBe(0);
  });
});

describe('notifications', () => {
  /** Collects a channel's payloads until `end`. */
  async function hearing() {
    const received: string[] = [];
    const done = Promise.withResolvers<void>();
    const stop = await database.listen('list_changed', (payload) => {
      received.push(payload);
      if (payload === 'end') done.resolve();
    });
    return { received, ended: done.promise, stop };
  }

  test('reach every listener of their channel until it stops', async () => {
    const first = await hearing();
    const second = await hearing();
    const other: string[] = [];
    const stopOther = await database.listen('other', (payload) => other.push(payload));
    await database.run(sql`select pg_notify('list_changed', ${'één'})`);
    await expect.poll(() => first.received).toEqual(['één']);
    await first.stop();
    await database.run(sql`select pg_notify('list_changed', 'end')`);
    await second.ended;
    expect([first.received, second.received, other]).toStrictEqual([['één'], ['één', 'end'], []]);
    await second.stop();
    await stopOther();
  });

  test('of a transaction are sent once, with what was written last, and not after a rollback', async () => {
    const { received, ended, stop } = await hearing();
    const rolledBack = database.transaction(async (tx) => {
      tx.notify('list_changed', () => ['rolled back']);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await database.transaction(async (tx) => {
      let written = 'nothing yet';
      tx.notify('list_changed', () => [written, `once "more"`]);
      tx.notify('list_changed', () => [written]);
      tx.notify('list_changed');
      written = (await tx.one<{ text: string }>(sql`select 'il resto' as text`)).text;
    });
    await database.transaction(async (tx) => tx.notify('list_changed', () => ['end']));
    await ended;
    expect(received).toStrictEqual(['il resto', 'once "more"', '', 'end']);
    await stop();
  });
});

describe('close', () => {
  test('lets running calls finish, refuses later ones, and may be repeated', async () => {
    const closing = await createTestDatabase();
    const open = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const running = closing.transaction(async (tx) => {
      open.resolve(undefined);
      await goOn.promise;
      return (await tx.one<{ n: number }>(sql`select 1 as n`)).n;
    });
    await open.promise;
    const closed = closing.close();
    const late = errorOf(closing.one(sql`select 3 as n`));
    goOn.resolve(undefined);
    expect(await late).toMatchObject({ code: sqlState.adminShutdown });
    expect(await running).toBe(1);
    await closed;
    await closing.close();
  });

  test('close aborts a transaction that does not end', async () => {
    const closing = await createTestDatabase();
    const open = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const work = async (tx: Transaction) => {
      open.resolve(undefined);
      await goOn.promise;
      await tx.one(sql`select 1 as n`);
    };
    const stuck = errorOf(closing.transaction(work));
    await open.promise;
    await closing.close();
    goOn.resolve(undefined);
    expect(await stuck).toBeInstanceOf(DatabaseError);
  });
});
