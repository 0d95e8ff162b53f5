import { createConnection, type Socket } from 'node:net';
import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { sendCsv } from '../../src/server/platform/http/csv.ts';
import { openEventStream } from '../support/eventStream.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';

// Clients that do not read their answers.

let server: TestServer | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

async function start(env: Record<string, string>, prepare?: TestServerOptions['prepare']) {
  server = await startTestServer({ env, ...(prepare && { prepare }) });
  return server;
}

async function connectPaused(url: string, text: string): Promise<Socket> {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1').pause();
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text);
  return socket;
}

test('a long answer that is not read is aborted, and so is reading its rows', async () => {
  const { promise: given, resolve: giveUp } = Promise.withResolvers<void>();
  async function* rows(): AsyncGenerator<string[]> {
    try {
      for (;;) yield ['una riga lunga quanto basta perché le code di rete siano presto piene'];
    } finally {
      giveUp();
    }
  }
  const { listen } = await start({ ANSWER_SECONDS: '3' }, (app) => {
    app.get('/api/lungo', { config: { access: 'public' } }, async (_request, reply) =>
      sendCsv(reply, 'lungo.csv', ['testo'], rows()),
    );
  });
  const url = await listen();
  const socket = await connectPaused(url, 'GET /api/lungo HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect(given).resolves.toBe(undefined);
  socket.destroy();
});

test('an event stream that is not read ends; other streams still get events', async () => {
  const { signIn, listen, database, context } = await start({});
  const [giulia, marco] = [await signIn(), await signIn()];
  const url = await listen();
  const his = await openEventStream(url, marco.token);
  expect(await his.next()).toEqual({ name: 'hello', data: {} });
  const socket = await connectPaused(
    url,
    `GET /api/events HTTP/1.1\r\nHost: x\r\nCookie: turnario=${giulia.token}\r\n\r\n`,
  );
  await expect.poll(() => context.events.listenerCount()).toBe(2);
  const lists = JSON.stringify(Array<string>(600).fill('shifts'));
  const flood = async (): Promise<number> => {
    await database.run(sql`
      select pg_notify('turnario_events', json_build_object(
        'users', json_build_array(${giulia.id}::text), 'lists', ${lists}::json, 'n', n)::text)
      from generate_series(1, 500) n`);
    return context.events.listenerCount();
  };
  await expect.poll(flood).toBe(1);
  await database.run(sql`
    select pg_notify('turnario_events', json_build_object(
      'users', json_build_array(${marco.id}::text), 'lists', json_build_array('shifts'))::text)`);
  expect(await his.next()).toEqual({ name: 'changed', data: { lists: ['shifts'] } });
  await his.close();
  socket.destroy();
});
