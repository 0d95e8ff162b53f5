import { createConnection, type Socket } from 'node:net';
import { raw } from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { HttpClient } from '../../tools/http.ts';
import { databaseUrlOf } from '../../tools/testDatabases.ts';
import { createTestDatabase, settingsFor, type TestDatabase } from '../support/database.ts';
import { openEventStream } from '../support/eventStream.ts';
import { buildHttpTeam, testProducts } from './products.ts';

// Real processes: shutdown, and simultaneous start.

let database: TestDatabase;
const startOn = testProducts();
const start = (settings: Record<string, string> = {}) => startOn({ ...settingsFor(database), ...settings });

beforeEach(async () => {
  database = await createTestDatabase();
  return () => database.close();
});

describe('SIGTERM', () => {
  /** Opens a connection, sends `text`, and waits for the first bytes of an answer. */
  const talk = async (url: string, text: string): Promise<Socket> => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    await new Promise((resolve) => socket.once('data', resolve));
    return socket;
  };

  test('ends a server within five seconds, whatever is open', async () => {
    const server = start();
    const url = await server.url;
    const { people } = await buildHttpTeam(() => url, 1, 0);
    const events = await openEventStream(url, people[0]!);
    expect(await events.next()).toMatchObject({ name: 'hello' });
    const idle = await talk(url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    // the announced body never arrives
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const slow = await talk(url, `${head}Content-Length: 500\r\nExpect: 100-continue\r\n\r\n`);
    slow.write('{"email":');
    const asked = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(server.stderr()).toBe('');
    // the stream ended normally: a browser reconnects at once
    expect(await events.next()).toBeNull();
    for (const socket of [idle, slow]) socket.destroy();
  });

  test('with time to drain: not ready, but serves calls and events until the second SIGTERM', async () => {
    const server = start({ DRAIN_SECONDS: '600' });
    const url = await server.url;
    const { people } = await buildHttpTeam(() => url, 1, 0);
    const events = await openEventStream(url, people[0]!);
    expect(await events.next()).toMatchObject({ name: 'hello' });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    const readiness = async (): Promise<unknown> => (await fetch(`${url}/readyz`)).json();
    await expect.poll(readiness).toEqual({ status: 'draining' });
    expect((await fetch(`${url}/api/auth/user`)).headers.get('connection')).toBe('close');
    expect(await people[0]!.call('PATCH /api/notifications/mark-all-read')).toMatchObject({ status: 204 });
    expect(await events.next()).toMatchObject({ name: 'changed' });
    const asked = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(await events.next()).toBeNull();
    expect(server.stderr()).toBe('');
  });

  test('before the server listens ends it too', async () => {
    const server = start({ LOG_LEVEL: 'info' });
    await new Promise((resolve) => server.child.stdout!.once('data', resolve));
    server.child.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 1, signal: null });
    const next = start();
    await next.url;
  });
});

test('several servers can start at once on an empty database', async () => {
  const { databaseUrl } = database;
  const name = `${new URL(databaseUrl).pathname.slice(1)}_empty`;
  await database.run(raw(`create database ${name} template template0`));
  const settings = { DATABASE_URL: databaseUrlOf(databaseUrl, name) };
  for (const server of [start(settings), start(settings), start(settings)]) {
    const person = new HttpClient(await server.url);
    const body = { email: 'ceo@turnario.example', password: 'Turnario!2026' };
    expect(await person.call('POST /api/auth/login', { body })).toMatchObject({ status: 200 });
  }
});
