import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { makeDailyBackup } from '../../src/server/backup/daily.ts';
import { writeBackup } from '../../src/server/backup/write.ts';
import { resolveAppSecrets } from '../../src/server/platform/appSecret.ts';
import { openEventStream } from '../support/eventStream.ts';
import { testServer } from '../support/server.ts';

// What an attacker tries first and finds closed.

const server = await testServer({ env: { TRUST_PROXY: '10.0.0.1' } });
const { database } = server;
const url = await server.listen();

/** A call as no browser makes it. */
async function call(method: string, path: string, headers: Record<string, string> = {}) {
  const sent = request(`${url}${path}`, { method, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await readText(answer), headers: answer.headers };
}

test('TRACE and its like are refused, and repeat nothing', async () => {
  for (const method of ['TRACE', 'TRACK', 'PROPFIND', 'DEBUG']) {
    for (const path of ['/', '/api/auth/user', '/healthz']) {
      const answer = await call(method, path, { cookie: 'turnario=geheim' }).catch(() => null);
      if (answer === null) continue;
      expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain('geheim');
    }
  }
});

test('numbers and description are not for the public', async () => {
  for (const path of ['/metrics', '/api/metrics', '/documentation', '/openapi.json', '/swagger'])
    expect((await call('GET', path)).status, path).toBe(404);
});

test('files beside the built client are not served', async () => {
  const beside = ['/package.json', '/.git/config', '/.env', '/src/server/main.ts', '/data/app-secret'];
  const climbing = ['/../package.json', '/..%2fpackage.json', '/assets/..%2f..%2fpackage.json'];
  for (const path of [...beside, ...climbing, '/%2e%2e/package.json', '/assets/', '/assets']) {
    const answer = await call('GET', path);
    expect([400, 404], path).toContain(answer.status);
    expect(answer.text).not.toContain('"dependencies"');
  }
});

test('a call’s number from anybody but a proxy is not taken over, and no answer repeats what was sent', async () => {
  const forged = 'ab"}\\n{"level":60';
  for (const given of [forged, '<script>alert(1)</script>', 'a'.repeat(64)]) {
    const answer = await call('GET', '/healthz', { 'x-request-id': given });
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f]{12}$/);
  }
});

test('a stream of events is as closed as any call: not to signed-out callers, not past ten a person', async () => {
  expect((await openEventStream(url, null)).response.status).toBe(401);
  const person = await server.signIn();
  const streams = [];
  for (let at = 0; at < 10; at += 1) streams.push(await openEventStream(url, person.token));
  expect(streams.map(({ response }) => response.status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect((await openEventStream(url, person.token)).response.status).toBe(503);
  // a colleague's are not taken
  const colleague = await openEventStream(url, (await server.signIn()).token);
  expect(colleague.response.status).toBe(200);
  await Promise.all([...streams, colleague].map((stream) => stream.close()));
});

test('the record takes neither change nor removal', async () => {
  await server.signIn();
  await database.run(sql`insert into audit_log (action, target_type) values ('prova', 'prova')`);
  for (const attempt of [
    sql`update audit_log set action = 'altro'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    await expect(database.run(attempt)).rejects.toMatchObject({ constraint: 'audit_append_only' });
  }
});

test('ids are made at random by the database: none is guessed from another', async () => {
  const columns = await database.many<{ table: string; made: string | null }>(sql`
    select c.table_name as table, c.column_default as made
    from information_schema.columns c
    join information_schema.key_column_usage k using (table_schema, table_name, column_name)
    join information_schema.table_constraints t using (constraint_schema, constraint_name)
    where c.table_schema = current_schema() and t.constraint_type = 'PRIMARY KEY' and c.column_name = 'id'`);
  expect(columns.length).toBeGreaterThan(6);
  // no call names those of the record
  const guessable = columns.filter(({ made }) => made !== 'gen_random_uuid()');
  expect(guessable.map(({ table }) => table)).toEqual(['audit_log']);
});

test('what a server leaves in its data folder is for its owner alone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'turnario-attack-'));
  const settings = { ...server.context.settings, dataDir: join(dataDir, 'data'), databaseUrl: null };
  resolveAppSecrets({ ...settings, appSecret: null });
  await makeDailyBackup({ ...server.context, settings }, (file, now) => writeBackup(database, file, { now }));
  const left = await readdir(settings.dataDir, { recursive: true });
  expect(left.length).toBeGreaterThan(2);
  for (const entry of left) {
    const { mode } = await stat(join(settings.dataDir, entry));
    expect(mode & 0o077, entry).toBe(0);
  }
  expect((await stat(settings.dataDir)).mode & 0o077).toBe(0);
  await rm(dataDir, { recursive: true });
});
