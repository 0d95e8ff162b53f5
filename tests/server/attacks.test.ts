import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const sent = request(`${url}${path}`, { method, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
      });
      sent.on('error', reject).end();
    },
  );

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
  for (const path of [
    '/metrics',
    '/api/metrics',
    '/documentation',
    '/documentation/json',
    '/openapi.json',
    '/swagger',
  ]) {
    expect((await call('GET', path)).status, path).toBe(404);
  }
});

test('files beside the built client are not served', async () => {
  const beside = [
    '/package.json',
    '/.git/config',
    '/.env',
    '/src/server/main.ts',
    '/app-secret',
    '/data/app-secret',
  ];
  const climbing = [
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
  ];
  for (const path of [...beside, ...climbing, '/assets/', '/assets']) {
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
