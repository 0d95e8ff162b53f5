import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { Engine, EngineSession } from './engine.ts';
import { EngineDatabase } from './engineDatabase.ts';
import { EngineTransaction } from './engineTransaction.ts';
import { DatabaseError, sqlState } from './errors.ts';

/** Answers each statement with the error of that place, all at once: as where the answers arrive together. */
function failingSession(codes: string[]): EngineSession {
  const errors = codes.map((code) => new DatabaseError({ message: 'refused', code }));
  return {
    execute: () => Promise.reject(errors.shift()),
    script: () => Promise.reject(errors.shift()),
    release: () => undefined,
  };
}

const diskFull = '53100';
const inFailed = sqlState.inFailedTransaction;
/** What PostgreSQL says of a prepared statement whose preparation it refused in a failed transaction. */
const unknownStatement = '26000';

test('statements that were started together fail with the error of the one that failed, whichever is heard first', async () => {
  const tx = new EngineTransaction(failingSession([diskFull, inFailed, unknownStatement]), undefined);
  const heardLate = async (): Promise<number> => {
    const affected = await tx.run(sql`insert into shifts default values`);
    return affected;
  };
  const work = Promise.all([heardLate(), tx.run(sql`select 1`), tx.run(sql`select 1`)]);
  await expect(work).rejects.toMatchObject({ code: diskFull });
});

test('a script after a failed statement fails with its error too', async () => {
  const tx = new EngineTransaction(failingSession([diskFull, inFailed]), undefined);
  await expect(tx.run(sql`select 1`)).rejects.toMatchObject({ code: diskFull });
  await expect(tx.script('select 1')).rejects.toMatchObject({ code: diskFull });
});

test('listeners are told behind the commit, which their statement does not make wait', async () => {
  const sent: string[] = [];
  const session: EngineSession = {
    execute: async ({ text }) => {
      sent.push(text.trim());
      return { rows: [], affected: 0, command: text.toUpperCase(), milliseconds: 0 };
    },
    script: async () => undefined,
    release: () => sent.push('released'),
  };
  const engine: Partial<Engine> = { kind: 'postgres', openSession: async () => session };
  const database = new EngineDatabase(engine as Engine);
  await database.transaction(async (tx) => {
    tx.notify('list_changed');
    await tx.run(sql`insert into shifts default values`);
  });
  const [begin, insert, commit, told, released] = sent;
  expect([begin, insert, commit, released]).toStrictEqual([
    'begin',
    'insert into shifts default values',
    'commit',
    'released',
  ]);
  expect(told).toMatch(/^select pg_notify\(.*set_config\('synchronous_commit', 'off', true\)/s);
  await database.transaction((tx) => tx.run(sql`select 1`));
  expect(sent.slice(5)).toStrictEqual(['begin', 'select 1', 'commit', 'released']);
});
