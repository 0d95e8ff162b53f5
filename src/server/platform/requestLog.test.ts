import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { startTestServer } from '../../../tests/support/server.ts';
import type { AnsweredStatement } from './database/database.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { watchStatements } from './requestLog.ts';

// far above what a busy machine adds to a quick statement
const slowMilliseconds = 400;
const slowSeconds = 0.45;
const ownLines: string[] = [];
const reported: AnsweredStatement[] = [];
const metrics = createMetrics();
const log = createLog({ logLevel: 'info' }, { write: (line) => void ownLines.push(line) });
const watch = watchStatements(metrics, log, slowMilliseconds);
const database = await createTestDatabase((statement) => {
  reported.push(statement);
  watch(statement);
});

const sleep = (seconds: number, note: string) =>
  database.many(sql`
    select pg_sleep(${seconds}::float8), ${note}::text as note`);

const server = await startTestServer({
  database,
  prepare: (app) => {
    const config = { access: 'public' } as const;
    app.get('/api/lento', { config }, async () => sleep(slowSeconds, 'segreta'));
    app.post('/api/lento', { config }, async () => {
      await database.transaction((tx) => tx.many(sql`select pg_sleep(${slowSeconds}::float8)`));
      return {};
    });
  },
});
afterAll(() => server.close());

beforeEach(() => {
  ownLines.length = 0;
  reported.length = 0;
  server.logLines.length = 0;
});

const slowLines = (lines: readonly string[]) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'slow statement');

test('a slow statement is one log line: text, duration and error, without values', async () => {
  await sleep(slowSeconds, 'segreta');
  await sleep(0, 'segreta');
  const failing = database.many(sql`select 1 / length(pg_sleep(${slowSeconds}::float8)::text)`);
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(slowLines(ownLines)).toMatchObject([
    {
      level: 40,
      statement: 'select pg_sleep($1::float8), $2::text as note',
      ms: expect.any(Number) as number,
    },
    { statement: 'select 1 / length(pg_sleep($1::float8)::text)', failure: '22012' },
  ]);
  expect(slowLines(ownLines)[0]!['ms']).toBeGreaterThanOrEqual(slowMilliseconds);
  expect(ownLines.join('')).not.toContain('segreta');
});

test.each([
  ['reads', () => server.nobody.callUntyped('GET /api/lento')],
  ['has a body and a transaction', () => server.nobody.callUntyped('POST /api/lento', { body: { a: 1 } })],
])('of a call that %s it carries the number of the call', async (_what, call) => {
  const answer = await call();
  expect(answer.status).toBe(200);
  expect(slowLines(ownLines)).toEqual([]);
  const [line] = slowLines(server.logLines);
  expect(line?.['reqId']).toBe(answer.headers['x-request-id']);
  expect(server.logLines.join('')).not.toContain('segreta');
});

test('the wait for a connection does not count towards a statement', async () => {
  // concurrently on ten connections, or one after another on the only one
  await Promise.all(Array.from({ length: 40 }, () => sleep(0.15, '')));
  expect(reported).toHaveLength(40);
  expect(slowLines(ownLines)).toEqual([]);
});

test('every statement is counted by command, including those of transactions', async () => {
  await database.transaction((tx) => tx.many(sql`select 1`));
  await expect(database.transaction((tx) => tx.many(sql`select 1 / 0`))).rejects.toThrow('zero');
  const commands = reported.map(({ command }) => command);
  expect(commands).toEqual(['BEGIN', 'SELECT', 'COMMIT', 'BEGIN', null, 'ROLLBACK']);
  const text = await metrics.registry.metrics();
  for (const command of ['begin', 'select', 'commit', 'rollback', 'failed']) {
    expect(text).toContain(`turnario_database_statement_seconds_count{command="${command}"}`);
  }
  expect(text).toMatch(/turnario_database_errors_total\{class="22"\} \d/);
});
