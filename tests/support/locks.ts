import sql, { type Sql } from 'sql-template-tag';
import { expect } from 'vitest';
import type { Database, Queryable, Transaction } from '../../src/server/platform/database/database.ts';

/** How many connections of this database are waiting for a lock. */
export async function countWaiting(queryable: Queryable): Promise<number> {
  const { waiting } = await queryable.one<{ waiting: number }>(sql`
    select count(distinct pid) as waiting from pg_locks where not granted and pid in (
      select l.pid from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database())`);
  return waiting;
}

/** Runs a statement and holds its locks until `letGo()`. */
export async function holdLock(database: Database, statement: Sql): Promise<{ letGo(): Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.run(statement);
    held.resolve();
    await end.promise;
  });
  await Promise.race([held.promise, holding]);
  return {
    letGo: async () => {
      end.resolve();
      await holding;
    },
  };
}

/**
 * Starts `work` while another connection's transaction holds a lock, then runs `change` in that transaction and commits.
 *
 * @returns the result of `work`
 */
export async function whileHeld<Result>(
  other: Database,
  hold: (tx: Transaction) => Promise<unknown>,
  work: () => Promise<Result>,
  change: (tx: Transaction) => Promise<unknown>,
): Promise<Result> {
  // wrapped in an object: returning the promise itself would make the transaction wait for it, a deadlock
  const { working } = await other.transaction(async (tx) => {
    await hold(tx);
    let isOver = false;
    const begun = work().finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await countWaiting(tx)) > 0, { interval: 5 }).toBe(true);
    await change(tx);
    return { working: begun };
  });
  return working;
}
