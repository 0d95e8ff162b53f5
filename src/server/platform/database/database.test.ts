import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/database.ts';
import type { Transaction } from './database.ts';
import { DatabaseError, DatabaseUsageError, sqlState } from './errors.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

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
  test('many gives all rows, maybeOne the first or null, one the only one', async () => {
    await database.run(sql`insert into items (id, name) values (1, 'a'), (2, 'b')`);

    expect(await database.many(sql`select id, name from items order by id`)).toStrictEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ]);
    expect(await database.maybeOne(sql`select id from items order by id desc`)).toStrictEqual({ id: 2 });
    expect(await database.maybeOne(sql`select id from items where id = ${9}`)).toBeNull();
    expect(await database.one(sql`select name from items where id = ${2}`)).toStrictEqual({ name: 'b' });
    expect(await errorOf(database.one(sql`select id from items where id = ${9}`))).toMatchObject({
      code: sqlState.noDataFound,
    });
    expect(await errorOf(database.one(sql`select id from items`))).toMatchObject({
      code: sqlState.tooManyRows,
    });
  });

  test('run gives the number of affected rows', async () => {
    expect(await database.run(sql`insert into items (id) values (1), (2), (3)`)).toBe(3);
    expect(await database.run(sql`update items set name = 'x' where id = ${1}`)).toBe(1);
    expect(await database.run(sql`delete from items where id > ${9}`)).toBe(0);
    expect(await database.run(sql`create temporary table if not exists scratch (id int)`)).toBe(0);
  });

  test('a repeated statement takes other values, also after it has failed', async () => {
    const insert = (id: number, name: string) => sql`insert into items (id, name) values (${id}, ${name})`;
    for (const id of [1, 2, 3]) {
      await database.run(insert(id, `n${id}`));
      expect(await errorOf(database.run(insert(id, 'other')))).toMatchObject({ code: '23505' });
    }
    const wrong = () => database.run(sql`select nothing from items`);
    for (const _ of [1, 2, 3]) {
      expect(await errorOf(wrong())).toMatchObject({ code: '42703' });
    }
    expect(await countItems()).toBe(3);
  });

  test('thousands of different texts do not wear it out', async () => {
    const numbers = Array.from({ length: 1500 }, (_, index) => index);
    const texts = [...numbers, ...numbers].map((n) => raw(`select ${n} as n`));
    const rows = await Promise.all(texts.map((text) => database.one<{ n: number }>(text)));
    expect(rows.map(({ n }) => n)).toStrictEqual([...numbers, ...numbers]);
  });
});

describe('errors', () => {
  test('a broken constraint is named', async () => {
    await database.run(sql`insert into items (id, name) values (1, 'a')`);

    const error = await errorOf(database.run(sql`insert into items (id, name) values (2, 'a')`));

    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({
      name: 'DatabaseError',
      code: sqlState.uniqueViolation,
      constraint: 'items_one_name',
      table: 'items',
      detail: 'Key (name)=(a) already exists.',
      message: 'duplicate key value violates unique constraint "items_one_name"',
    });
  });

  test('an error in a transaction is of the same class', async () => {
    const error = await errorOf(database.transaction((tx) => tx.run(sql`select 1 / 0`)));
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ code: '22012', message: 'division by zero', constraint: null });
  });

  test('so is one that only the commit finds', async () => {
    const error = await errorOf(
      database.transaction((tx) => tx.run(sql`insert into items (id, parent_id) values (1, 7)`)),
    );
    expect(error).toMatchObject({ code: sqlState.foreignKeyViolation, constraint: 'items_parent' });
    expect(await countItems()).toBe(0);
  });
});

describe('transactions', () => {
  test('commit what they did and give the result of the work', async () => {
    const result = await database.transaction(async (tx) => {
      await tx.run(sql`insert into items (id) values (1)`);
      return (await tx.one<{ id: number }>(sql`select id from items`)).id;
    });
    expect(result).toBe(1);
    expect(await countItems()).toBe(1);
  });

  test('roll back when the work throws, and pass the error on', async () => {
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

  test('do not pretend to have committed when the work swallowed an error', async () => {
    const error = await errorOf(
      database.transaction(async (tx) => {
        await tx.run(sql`insert into items (id) values (1)`);
        await tx.run(sql`select 1 / 0`).catch(() => undefined);
      }),
    );
    expect(error).toMatchObject({ code: sqlState.inFailedTransaction });
    expect(await countItems()).toBe(0);
  });

  test('exclude each other from a locked row', async () => {
    await database.run(sql`insert into items (id, name) values (1, '0')`);
    const increment = () =>
      database.transaction(async (tx) => {
        const { name } = await tx.one<{ name: string }>(
          sql`select name from items where id = 1 for no key update`,
        );
        await tx.run(sql`update items set name = ${String(Number(name) + 1)} where id = 1`);
      });
    await Promise.all(Array.from({ length: 40 }, increment));
    expect(await database.one(sql`select name from items`)).toStrictEqual({ name: '40' });
  });
});

describe('the database inside of a transaction', () => {
  const beside: [string, () => Promise<unknown>][] = [
    ['many', () => database.many(sql`select 1`)],
    ['maybeOne', () => database.maybeOne(sql`select 1`)],
    ['one', () => database.one(sql`select 1`)],
    ['run', () => database.run(sql`select 1`)],
    ['a nested transaction', () => database.transaction(async () => 1)],
    ['listen', () => database.listen('somewhere', () => undefined)],
  ];

  test.each(beside)('the database inside of a transaction refuses %s at once', async (_, call) => {
    const error = await errorOf(database.transaction(async () => call()));
    expect(error).toBeInstanceOf(DatabaseUsageError);
    expect(error).toMatchObject({ message: expect.stringContaining("use the transaction's tx") });
  });

  test('the database inside of a transaction refuses also code that is called deeper, later and in parallel', async () => {
    const deeper = async () => {
      await Promise.resolve();
      const later = new Promise(setImmediate).then(countItems);
      return Promise.all([later, Promise.resolve(0)]);
    };
    expect(await errorOf(database.transaction(deeper))).toBeInstanceOf(DatabaseUsageError);
  });

  test('answers again afterwards, also to code started inside', async () => {
    const afterwards = Promise.withResolvers<undefined>();
    let counting: Promise<number> | undefined;
    await database.transaction(async (tx) => {
      counting = afterwards.promise.then(countItems);
      await tx.run(sql`insert into items (id) values (1)`);
    });
    afterwards.resolve(undefined);
    expect(await counting).toBe(1);
  });

  test('the database inside of a transaction does not hinder others meanwhile', async () => {
    const other = Promise.withResolvers<number>();
    const open = Promise.withResolvers<undefined>();
    void open.promise.then(() => other.resolve(countItems()));
    await database.transaction(async (tx) => {
      await tx.run(sql`insert into parents (id) values (1)`);
      open.resolve(undefined);
    });
    expect(await other.promise).toBe(0);
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
  test('reach every listener of the channel, in order, once committed', async () => {
    const received: string[] = [];
    const done = Promise.withResolvers<undefined>();
    const stopFirst = await database.listen('list_changed', (payload) => received.push(`first ${payload}`));
    const stopSecond = await database.listen('list_changed', (payload) => {
      received.push(`second ${payload}`);
      if (payload === 'end') {
        done.resolve(undefined);
      }
    });
    const stopOther = await database.listen('other', () => received.push('wrong channel'));

    await database.run(sql`select pg_notify('list_changed', ${'één'})`);
    await stopFirst();
    const rolledBack = database.transaction(async (tx) => {
      await tx.run(sql`select pg_notify('list_changed', 'rolled back')`);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await database.transaction((tx) => tx.run(sql`select pg_notify('list_changed', 'end')`));
    await done.promise;

    expect(received.filter((entry) => entry.startsWith('second'))).toStrictEqual([
      'second één',
      'second end',
    ]);
    expect(received).not.toContain('first end');
    expect(received).not.toContain('wrong channel');
    await stopSecond();
    await stopOther();
  });

  test('of a transaction are told once, with what was written last, and not where it is rolled back', async () => {
    const received: string[] = [];
    const done = Promise.withResolvers<undefined>();
    const stop = await database.listen('list_changed', (payload) => {
      received.push(payload);
      if (payload === 'end') done.resolve(undefined);
    });
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
      tx.beforeCommit(async () => {
        written = (await tx.one<{ text: string }>(sql`select 'il resto' as text`)).text;
      });
    });
    await database.transaction(async (tx) => tx.notify('list_changed', () => ['end']));
    await done.promise;
    expect(received).toStrictEqual(['il resto', 'once "more"', '', 'end']);
    await stop();
  });
});

describe('close', () => {
  test('lets what is running end, refuses what comes after, and may be repeated', async () => {
    const closing = await createTestDatabase();
    const open = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const running = closing.transaction(async (tx) => {
      open.resolve(undefined);
      await goOn.promise;
      return (await tx.one<{ n: number }>(sql`select 1 as n`)).n;
    });
    const statement = closing.one(sql`select 2 as n`);
    await open.promise;
    const closed = closing.close();
    const late = errorOf(closing.one(sql`select 3 as n`));
    goOn.resolve(undefined);

    expect(await late).toMatchObject({ code: sqlState.adminShutdown });
    expect(await running).toBe(1);
    expect(await statement).toStrictEqual({ n: 2 });
    await closed;
    await closing.close();
  });

  test('close does not wait for a statement that takes too long', async () => {
    const closing = await createTestDatabase();
    const endless = errorOf(closing.one(sql`select count(*) from generate_series(1, 1000000000)`));
    await closing.close();
    expect(await endless).toMatchObject({ code: sqlState.connectionFailure });
  });

  test('cuts off a transaction that does not end', async () => {
    const closing = await createTestDatabase();
    const open = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const stuck = errorOf(
      closing.transaction(async (tx) => {
        open.resolve(undefined);
        await goOn.promise;
        await tx.one(sql`select 1 as n`);
      }),
    );
    await open.promise;
    await closing.close();
    goOn.resolve(undefined);
    expect(await stuck).toBeInstanceOf(DatabaseError);
  });
});
