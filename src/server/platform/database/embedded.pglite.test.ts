import { spawn, type ChildProcessByStdio } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EngineDatabase } from './engineDatabase.ts';
import { DataFolderError, DatabaseError, DataFolderInUseError, sqlState } from './errors.ts';
import { openDatabase } from './openDatabase.ts';
import { PgliteEngine } from './pgliteEngine.ts';
import { checkpointIfDue, vacuumTables } from './pgliteMaintenance.ts';
import { PgliteProtocol } from './pgliteProtocol.ts';

// The embedded database on a real folder, with real processes that are killed.

const root = await mkdtemp(join(tmpdir(), 'turnario-embedded-'));
const original = join(root, 'original');

// Making a database takes seconds: made once, the tests work on copies.
beforeAll(async () => {
  // What a process leaves that was killed while it made the database.
  await mkdir(join(original, 'db.new'), { recursive: true });
  await writeFile(join(original, 'db.new', 'PG_VERSION'), '18');
  const database = await openDatabase({ dataDir: original });
  await database.run(sql`create table numbers (n int primary key)`);
  await database.close();
});
afterAll(() => rm(root, { recursive: true }));

let copies = 0;
async function copyFolder(): Promise<string> {
  copies += 1;
  const dataDir = join(root, `copy-${copies}`);
  await cp(original, dataDir, { recursive: true });
  return dataDir;
}

const events = { onFatal: () => undefined, onWarning: () => undefined };

function openEngine(dataDir: string, idleInTransactionMs?: number): Promise<PgliteEngine> {
  return PgliteEngine.open({ folder: join(dataDir, 'db'), template: null }, events, { idleInTransactionMs });
}

test('a folder that lacks its version is refused with a word, and left as it is', async () => {
  const dataDir = await copyFolder();
  await rm(join(dataDir, 'db', 'PG_VERSION'));
  const before = await readdir(join(dataDir, 'db'));
  await expect(openDatabase({ dataDir })).rejects.toThrow(DataFolderError);
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /non è un database intero.*ripristina l’ultimo backup/,
  );
  expect(await readdir(join(dataDir, 'db'))).toEqual(before);
  expect(await readdir(dataDir)).not.toContain('db.new');
});

test('its thread runs before anything is awaited, so that the rest of a server can be read meanwhile', async () => {
  const dataDir = await copyFolder();
  const begun: unknown[] = [];
  const note = (message: unknown): void => void begun.push(message);
  diagnostics.subscribe('worker_threads', note);
  onTestFinished(() => void diagnostics.unsubscribe('worker_threads', note));
  const opening = openDatabase({ dataDir });
  expect(begun).toHaveLength(1);
  await (await opening).close();
});

test('what a prepared statement answers is described once', async () => {
  const pglite = await PGlite.create();
  const protocol = new PgliteProtocol(pglite);
  const ask = async (by: string) =>
    protocol.execute({ text: 'select 6 / $1::int as result', name: 'divide', values: [by] });
  try {
    // prepared and described, but not answered
    await expect(ask('0')).rejects.toMatchObject({ code: '22012' });
    expect(await ask('2')).toMatchObject({ fields: [{ name: 'result', dataTypeID: 23 }], rows: [['3']] });
    expect(await ask('3')).toMatchObject({ fields: null, rows: [['2']] });
  } finally {
    await pglite.close();
  }
});

/** Megabytes that V8 took to optimise each function, as its log has it. */
async function optimisedBy(child: Child): Promise<number[]> {
  const taken: number[] = [];
  for (;;) {
    const { value: line, done } = await child.lines.next();
    if (done) return taken;
    const [, bytes] = /using TurboFan, .* (\d+) \/ \d+ max\/total bytes/.exec(line) ?? [];
    if (bytes) taken.push(Number(bytes) / 1e6);
  }
}

// the flags make V8 optimise what would run for hours otherwise
const quickly = ['--trace-wasm-compilation-times', '--wasm-tiering-budget=200000'];
const parseMuch = `
  for (let n = 0; n < 400; n += 1) {
    const rows = Array.from({ length: 40 }, (_, at) => '(' + n + ' + ' + at + ')').join();
    await database.transaction((tx) => tx.script('values ' + rows));
  }
  await database.close();`;

test('optimising the code of a new database and of one that was there takes little memory', async () => {
  const dataDir = join(root, 'optimised');
  for (const isNew of [true, false]) {
    const taken = await optimisedBy(startProcess(dataDir, parseMuch, quickly));
    expect(taken.length, isNew ? 'new' : 'there').toBeGreaterThan(20);
    expect(Math.max(...taken)).toBeLessThan(150);
  }
});

test('who waits longer than allowed for the one connection is told so', async () => {
  const database = await openDatabase({ dataDir: await copyFolder(), waitMs: 20 });
  const over = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.run(sql`select 1`);
    begun.resolve();
    await over.promise;
  });
  await begun.promise;
  const asked = performance.now();
  await expect(database.one(sql`select 1`)).rejects.toMatchObject({ code: sqlState.tooManyConnections });
  expect(performance.now() - asked).toBeLessThan(8_000);
  over.resolve();
  await holding;
  expect(await database.one(sql`select 1 as one`)).toEqual({ one: 1 });
  await database.close();
});

type Child = ChildProcessByStdio<null, Readable, Readable> & { lines: AsyncIterator<string> };

/** Another process that opens `dataDir`, prints `open` or the error's message, and then runs `script`. */
function startProcess(dataDir: string, script: string, flags: string[] = []): Child {
  const code = `
    import sql from 'sql-template-tag';
    import { openDatabase } from ${JSON.stringify(new URL('./openDatabase.ts', import.meta.url).href)};
    const say = (line) => process.stdout.write(line + '\\n');
    const database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} }).catch((error) => {
      say(error.name + ': ' + error.message);
      process.exit(1);
    });
    say('open');
    ${script}`;
  const child = spawn(process.execPath, [...flags, '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return Object.assign(child, { lines });
}

async function nextLine(child: Child): Promise<string> {
  return (await child.lines.next()).value as string;
}

function exitOf(child: Child): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

const sleepForEver = 'await new Promise(() => setInterval(() => {}, 1e6));';
const commitForEver = `
  const { last } = await database.one(sql\`select coalesce(max(n), 0) as last from numbers\`);
  for (let n = last + 1; ; n += 1) {
    await database.transaction((tx) => tx.run(sql\`insert into numbers values (\${n})\`));
    say(String(n));
  }`;

describe('the data folder', () => {
  test('the data folder holds a complete database, readable by its owner only, and nothing half made', async () => {
    expect((await readdir(original)).toSorted()).toStrictEqual(['db', 'lock']);
    expect((await stat(join(original, 'db'))).mode & 0o777).toBe(0o700);
  });

  test('the data folder is refused to a second open in the same process, and free again after close', async () => {
    const dataDir = await copyFolder();
    const first = await openDatabase({ dataDir });
    const second = openDatabase({ dataDir: join(dataDir, '..', `copy-${copies}`) });
    await expect(second).rejects.toThrow(DataFolderInUseError);
    await expect(second).rejects.toThrow(
      `La cartella dati ${dataDir} è già in uso da un altro processo di Turnario.`,
    );
    expect(await first.run(sql`insert into numbers values (1)`)).toBe(1);
    await first.close();

    const third = await openDatabase({ dataDir });
    expect(await third.one(sql`select n from numbers`)).toStrictEqual({ n: 1 });
    await third.close();
  });

  test('the data folder is refused to a second process, also after a refused open in the first, until that is killed', async () => {
    const dataDir = await copyFolder();
    const first = startProcess(
      dataDir,
      `await openDatabase({ dataDir: ${JSON.stringify(dataDir)} }).catch((error) => say(error.name)); ${sleepForEver}`,
    );
    expect(await nextLine(first)).toBe('open');
    expect(await nextLine(first)).toBe('DataFolderInUseError');

    const second = startProcess(dataDir, sleepForEver);
    const secondExit = exitOf(second);
    expect(await nextLine(second)).toBe(
      `DataFolderInUseError: La cartella dati ${dataDir} è già in uso da un altro processo di Turnario.`,
    );
    expect(await secondExit).toBe(1);
    await expect(openDatabase({ dataDir })).rejects.toThrow(DataFolderInUseError);

    const firstExit = exitOf(first);
    first.kill('SIGKILL');
    await firstExit;
    const database = await openDatabase({ dataDir });
    await database.close();
  });
});

describe('durability', () => {
  test('every acknowledged commit is there after kill -9, time after time', async () => {
    const dataDir = await copyFolder();
    for (const wanted of [40, 120]) {
      const child = startProcess(dataDir, commitForEver);
      const exit = exitOf(child);
      expect(await nextLine(child)).toBe('open');
      let acknowledged = 0;
      while (acknowledged < wanted) {
        acknowledged = Number(await nextLine(child));
      }
      child.kill('SIGKILL');
      await exit;
      for (let rest = await child.lines.next(); !rest.done; rest = await child.lines.next()) {
        acknowledged = Number(rest.value);
      }

      const database = await openDatabase({ dataDir });
      const rows = await database.many<{ n: number }>(sql`select n from numbers order by n`);
      expect(rows.map(({ n }) => n)).toStrictEqual(Array.from(rows, (_, index) => index + 1));
      expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
      await database.close();
    }
  });

  test('every commit is written with fsync, a read is not', async () => {
    const engine = await openEngine(await copyFolder());
    const database = new EngineDatabase(engine);
    const settings = sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`;
    expect(await database.one(settings)).toStrictEqual({ fsync: 'on', commit: 'on' });

    const before = await engine.countFsyncs();
    for (let n = 1; n <= 20; n += 1) {
      await database.transaction((tx) => tx.run(sql`insert into numbers values (${n})`));
    }
    const afterTransactions = await engine.countFsyncs();
    expect(afterTransactions - before).toBeGreaterThanOrEqual(20);

    for (let n = 21; n <= 40; n += 1) {
      await database.run(sql`insert into numbers values (${n})`);
    }
    const afterStatements = await engine.countFsyncs();
    expect(afterStatements - afterTransactions).toBeGreaterThanOrEqual(20);

    for (let n = 1; n <= 20; n += 1) {
      await database.one(sql`select n from numbers where n = ${n}`);
    }
    expect(await engine.countFsyncs()).toBe(afterStatements);
    await database.close();
  });

  test('checkpoints keep the log short', async () => {
    const engine = await openEngine(await copyFolder());
    const database = new EngineDatabase(engine);
    const logLength = async (): Promise<number> => {
      const row = await database.one<{ bytes: number }>(sql`
        select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()`);
      return row.bytes;
    };
    await database.run(sql`insert into numbers select generate_series(1, 100)`);
    const short = await logLength();
    await checkpointIfDue(engine);
    expect(await logLength()).toBe(short);

    await database.run(sql`insert into numbers select generate_series(101, 100000)`);
    expect(await logLength()).toBeGreaterThan(5_000_000);
    await checkpointIfDue(engine);
    expect(await logLength()).toBeLessThan(100_000);

    await vacuumTables(engine);
    expect(
      await database.one(sql`select reltuples::int as rows from pg_class where relname = 'numbers'`),
    ).toStrictEqual({ rows: 100_000 });
    await database.close();
  });

  test('statistics are taken anew once a tenth of a table has changed', async () => {
    const engine = await openEngine(await copyFolder());
    const database = new EngineDatabase(engine);
    const fill = (from: number, to: number) =>
      database.run(sql`insert into numbers select generate_series(${from}::int, ${to}::int)`);
    const timesTaken = async (): Promise<number> => {
      await database.many(sql`select pg_stat_force_next_flush()`);
      await vacuumTables(engine);
      const row = await database.one<{ times: number }>(sql`
        select analyze_count as times from pg_stat_user_tables where relname = 'numbers'`);
      return row.times;
    };
    await fill(1, 1000);
    expect(await timesTaken()).toBe(1);
    await fill(1001, 1100);
    expect(await timesTaken()).toBe(1);
    await fill(1101, 1200);
    expect(await timesTaken()).toBe(2);
    await database.close();
  });
});

describe('trouble', () => {
  test('every call rejects and the process is notified when the database gives up', async () => {
    const dataDir = await copyFolder();
    const told = Promise.withResolvers<Error>();
    const database = await openDatabase({ dataDir, onFatal: told.resolve });
    // Without its log PostgreSQL panics at the next segment.
    await rename(join(dataDir, 'db', 'pg_wal'), join(dataDir, 'db', 'pg_wal_gone'));
    const calls = [
      database.many(sql`select pg_switch_wal()`),
      database.run(sql`insert into numbers select generate_series(1, 100000)`),
      database.transaction((tx) => tx.run(sql`insert into numbers values (0)`)),
      database.many(sql`select 1`),
    ];
    const results = await Promise.allSettled(calls);
    const errors = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect(errors.length).toBeGreaterThanOrEqual(3);
    for (const error of errors) {
      expect(error).toBeInstanceOf(DatabaseError);
      expect(error).toMatchObject({ code: sqlState.connectionFailure });
    }
    expect((await told.promise).message).toMatch(/^the embedded database stopped: .*PANIC.*pg_wal/);
    await expect(database.one(sql`select 1`)).rejects.toMatchObject({ code: sqlState.connectionFailure });
    await database.close();

    await rename(join(dataDir, 'db', 'pg_wal_gone'), join(dataDir, 'db', 'pg_wal'));
    const again = await openDatabase({ dataDir });
    expect(await again.one(sql`select count(*) as count from numbers`)).toMatchObject({
      count: expect.any(Number),
    });
    await again.close();
  });

  test('a folder that holds no working database is an error at the start', async () => {
    const dataDir = await copyFolder();
    await rm(join(dataDir, 'db', 'global'), { recursive: true });
    await expect(openDatabase({ dataDir })).rejects.toMatchObject({ code: sqlState.connectionFailure });
    expect(existsSync(join(dataDir, 'db', 'PG_VERSION'))).toBe(true);
  });

  test('a transaction that sends nothing for too long is rolled back and does not stop the others', async () => {
    const engine = await openEngine(await copyFolder(), 500);
    const database = new EngineDatabase(engine);
    const open = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const idle = database.transaction(async (tx) => {
      await tx.run(sql`insert into numbers values (1)`);
      open.resolve(undefined);
      await goOn.promise;
      await tx.run(sql`insert into numbers values (2)`);
    });
    await open.promise;
    expect(await database.one(sql`select count(*) as count from numbers`)).toStrictEqual({ count: 0 });
    goOn.resolve(undefined);
    await expect(idle).rejects.toMatchObject({ code: sqlState.idleInTransactionTimeout });
    expect(await database.run(sql`insert into numbers values (3)`)).toBe(1);
    await database.close();
  });

  test('a process ends cleanly when it closes the database', async () => {
    const child = startProcess(
      await copyFolder(),
      `await database.run(sql\`insert into numbers values (1)\`); await database.close(); say('closed');`,
    );
    const exit = exitOf(child);
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    expect(await nextLine(child)).toBe('open');
    expect(await nextLine(child)).toBe('closed');
    expect(await exit).toBe(0);
    expect(errors).toBe('');
  });
});
