import { createConnection, type Socket } from 'node:net';
import sql from 'sql-template-tag';
import { afterEach, expect, test, vi } from 'vitest';
import type { App } from '../../src/server/platform/http/app.ts';
import { sendCsv } from '../../src/server/platform/http/csv.ts';
import { openEventStream } from '../support/eventStream.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';

// Clients that ask and do not read what they are answered.

let server: TestServer | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

async function start(
  env: Record<string, string>,
  prepare?: TestServerOptions['prepare'],
): Promise<TestServer> {
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

/** From now on a server looks who reads when it is told to, and not once a second. */
function takeLooks(): () => void {
  const looks: (() => void)[] = [];
  const repeat = globalThis.setInterval;
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, wait: number) => {
    if (wait !== 1000) return repeat(work, wait);
    looks.push(work);
    return repeat(() => undefined, 1e9);
  }) as typeof setInterval);
  return () => looks.forEach((look) => look());
}

/** A route whose answer never ends and is read as it comes. */
function steadyRoute(path = '/api/eterna', config: { isStream?: true } = {}) {
  let isOpen = false;
  const prepare = (app: App): void => {
    app.get(path, { config: { access: 'public', ...config } }, (_request, reply) => {
      reply.hijack();
      const drip = setInterval(() => reply.raw.write('.'), 50);
      isOpen = true;
      reply.raw.once('close', () => {
        clearInterval(drip);
        isOpen = false;
      });
    });
  };
  return { prepare, isOpen: () => isOpen };
}

test('a long answer that is not read is cut off, and its rows are read no further', async () => {
  const { promise: given, resolve: giveUp } = Promise.withResolvers<void>();
  async function* rows(): AsyncGenerator<string[]> {
    try {
      for (;;) yield ['una riga lunga quanto basta perché le code di rete siano presto piene'];
    } finally {
      giveUp();
    }
  }
  const steady = steadyRoute();
  const { listen } = await start({ ANSWER_SECONDS: '3' }, (app) => {
    steady.prepare(app);
    app.get('/api/lungo', { config: { access: 'public' } }, async (_request, reply) =>
      sendCsv(reply, 'lungo.csv', ['testo'], rows()),
    );
  });
  const url = await listen();
  const read = fetch(`${url}/api/eterna`).then((answer) => answer.text());
  const end = read.catch(String);
  await expect.poll(steady.isOpen).toBe(true);
  const socket = await connectPaused(url, 'GET /api/lungo HTTP/1.1\r\nHost: x\r\n\r\n');
  await given;
  // and not only as one that lasts too long: the older one goes on, a call later too
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(steady.isOpen()).toBe(true);
  socket.destroy();
  await server?.close();
  server = null;
  expect(await end).toBe('TypeError: terminated');
});

test('an answer that never ends is cut off, however steadily it is read', async () => {
  const steady = steadyRoute();
  const stream = steadyRoute('/api/flusso', { isStream: true });
  const { listen } = await start({ ANSWER_SECONDS: '1' }, (app) => {
    steady.prepare(app);
    stream.prepare(app);
  });
  const url = await listen();
  const older = (await fetch(`${url}/api/flusso`)).text().catch(String);
  const answer = await fetch(`${url}/api/eterna`);
  await expect(answer.text()).rejects.toThrow('terminated');
  await expect.poll(steady.isOpen).toBe(false);
  // an event stream is meant to last
  expect(stream.isOpen()).toBe(true);
  await server?.close();
  server = null;
  expect(await older).toBe('TypeError: terminated');
});

test('answers that nobody reads do not fill the memory: the largest are cut, whoever reads gets all', async () => {
  const megabyte = 1024 * 1024;
  const look = takeLooks();
  const answers = new Set<{ writableLength: number; destroyed: boolean }>();
  const { listen, nobody } = await start({ MAX_UNREAD_MB: '20' }, (app) => {
    app.get('/api/grande', { config: { access: 'public' } }, async (_request, reply) => {
      answers.add(reply.raw);
      // the slow reader's is the largest
      return reply.send(Buffer.alloc((answers.size === 1 ? 10 : 8) * megabyte, 'x'));
    });
  });
  const kept = (): number => [...answers].reduce((sum, { writableLength }) => sum + writableLength, 0);
  const url = await listen();
  const call = 'GET /api/grande HTTP/1.1\r\nHost: x\r\n';
  const slow = await connectPaused(url, `${call}Connection: close\r\n\r\n`);
  await expect.poll(() => answers.size).toBe(1);
  const sockets: Socket[] = [slow];
  for (let reader = 1; reader <= 10; reader += 1) {
    sockets.push(await connectPaused(url, `${call}\r\n`));
    await expect.poll(() => answers.size).toBe(reader + 1);
  }
  await expect.poll(kept).toBeGreaterThan(20 * megabyte);
  look();
  // somebody with a bad line takes a little every now and then: more than the network keeps for them
  let read = 0;
  const sip = (): number => (read += (slow.read(64 * 1024) as Buffer | null)?.length ?? 0);
  await expect.poll(sip, { interval: 1 }).toBeGreaterThan(6 * megabyte);
  expect(kept()).toBeGreaterThan(20 * megabyte);
  look();
  await expect.poll(kept).toBeLessThanOrEqual(20 * megabyte);
  // and no more than that takes: of those that nobody reads one is left beside the slow reader's
  expect([...answers].filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(1);
  slow.on('data', (chunk) => (read += chunk.length)).resume();
  await expect.poll(() => read).toBeGreaterThan(10 * megabyte);
  expect((await nobody.callUntyped('GET /healthz')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test('a stream of events that is not read ends, the others are told', async () => {
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
