import { createConnection } from 'node:net';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { poolSettings } from '../../src/server/platform/database/pooledDatabase.ts';
import type { App } from '../../src/server/platform/http/app.ts';
import type { Answer } from '../support/calls.ts';
import { openEventStream } from '../support/eventStream.ts';
import { holdLock } from '../support/locks.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { slowRoute } from './slowRoute.ts';

// How an overloaded server behaves.

let server: TestServer | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

async function start(env: Record<string, string>, prepare?: TestServerOptions['prepare']) {
  server = await startTestServer({ env, ...(prepare && { prepare }) });
  return server;
}

function expectTurnedAway(answer: Answer<unknown>): void {
  expect(answer.status, answer.text).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.body).toEqual({
    message: 'Turnario è sovraccarico. Riprova tra qualche secondo.',
    code: 'overloaded',
  });
}

/** What must be answered under any load: health checks, the page and its files. */
async function expectNeverTurnedAway({ nobody }: TestServer): Promise<void> {
  expect((await nobody.callUntyped('GET /healthz')).status).toBe(200);
  for (const path of ['/', '/turni', '/assets/nessuno.js']) {
    expect((await nobody.callUntyped(`GET ${path}`, { headers: { accept: 'text/html' } })).status).not.toBe(
      503,
    );
  }
  expect((await nobody.callUntyped('GET /readyz')).body).toEqual({ status: 'overloaded' });
}

describe('calls in progress', () => {
  test('beyond the limit are refused at once, and accepted again when one has ended', async () => {
    const slow = slowRoute();
    const { nobody } = await start({ MAX_CALLS: '3' }, slow.prepare);
    const calls = [1, 2, 3].map(() => nobody.callUntyped('GET /api/lenta'));
    await expect.poll(slow.begun).toBe(3);
    expectTurnedAway(await nobody.callUntyped('GET /api/lenta'));
    expectTurnedAway(await nobody.call('GET /api/auth/user'));
    expectTurnedAway(await nobody.call('POST /api/auth/login', { body: { email: 'a@b.it', password: 'x' } }));
    await expectNeverTurnedAway(server!);
    expect(slow.begun()).toBe(3);
    slow.letGo();
    for (const call of calls) expect((await call).status).toBe(200);
    expect(await nobody.statusOf('GET /api/worksites/available')).toBe(200);
    expect((await nobody.callUntyped('GET /readyz')).body).toEqual({ status: 'ready' });
  });

  test('of disconnected callers do not count', async () => {
    const slow = slowRoute();
    const { nobody, listen } = await start({ MAX_CALLS: '1' }, slow.prepare);
    const leaving = new AbortController();
    const left = fetch(`${await listen()}/api/lenta`, { signal: leaving.signal });
    await expect.poll(slow.begun).toBe(1);
    expectTurnedAway(await nobody.call('GET /api/auth/user'));
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    await expect.poll(async () => nobody.statusOf('GET /api/auth/user')).toBe(401);
    slow.letGo();
  });

  test('do not include event streams', async () => {
    const { signIn, listen } = await start({ MAX_CALLS: '1' });
    const giulia = await signIn();
    const url = await listen();
    const streams = [await openEventStream(url, giulia.token), await openEventStream(url, giulia.token)];
    for (const stream of streams) expect(await stream.next()).toEqual({ name: 'hello', data: {} });
    expect(await giulia.statusOf('GET /api/shifts')).toBe(200);
    for (const stream of streams) await stream.close();
  });
});

describe('the database', () => {
  /** Takes every connection of the pool until `letGo()`. */
  async function occupy({ database }: TestServer): Promise<{ letGo(): Promise<void> }> {
    const all = Array.from({ length: poolSettings.max });
    const held = await Promise.all(all.map(() => holdLock(database, sql`select 1`)));
    return { letGo: async () => void (await Promise.all(held.map((each) => each.letGo()))) };
  }

  test('with a full queue: further calls are refused at once, queued ones complete', async () => {
    const { nobody, database } = await start({ MAX_WAITING: '3' });
    const { letGo } = await occupy(server!);
    const inLine = [1, 2, 3].map(() => nobody.call('GET /api/worksites/available'));
    await expect.poll(() => database.load().waiting).toBe(3);
    expectTurnedAway(await nobody.call('GET /api/worksites/available'));
    await expectNeverTurnedAway(server!);
    await letGo();
    for (const call of inLine) expect((await call).status).toBe(200);
    expect(await nobody.statusOf('GET /api/worksites/available')).toBe(200);
  });

  test('not answering: the server is not ready, and any number of checks makes one query', async () => {
    const { nobody, database } = await start({});
    expect((await nobody.callUntyped('GET /readyz')).body).toEqual({ status: 'ready' });
    const { letGo } = await occupy(server!);
    // the previous result is cached briefly
    const asked = async (): Promise<unknown> => (await nobody.callUntyped('GET /readyz')).body;
    await expect.poll(asked).toEqual({ status: 'database' });
    const answers = [1, 2, 3, 4, 5].map(() => nobody.callUntyped('GET /readyz'));
    for (const answer of answers) {
      expect(await answer).toMatchObject({ status: 503, body: { status: 'database' } });
    }
    expect(database.load().waiting).toBeLessThanOrEqual(1);
    expect((await nobody.callUntyped('GET /healthz')).status).toBe(200);
    await letGo();
    await expect.poll(async () => (await nobody.callUntyped('GET /readyz')).status).toBe(200);
  });
});

describe('the process', () => {
  test('with a delayed event loop refuses calls until it has recovered', async () => {
    const { nobody } = await start({ MAX_DELAY_MS: '25' });
    expect(await nobody.statusOf('GET /api/auth/user')).toBe(401);
    const busy = setInterval(() => {
      const end = performance.now() + 60;
      while (performance.now() < end);
    }, 1);
    await expect.poll(async () => nobody.statusOf('GET /api/auth/user')).toBe(503);
    expectTurnedAway(await nobody.call('GET /api/auth/user'));
    await expectNeverTurnedAway(server!);
    clearInterval(busy);
    await expect.poll(async () => nobody.statusOf('GET /api/auth/user')).toBe(401);
  });

  test('above its memory limit refuses calls', async () => {
    const { nobody } = await start({ MAX_MEMORY_MB: '64' });
    await expect.poll(async () => nobody.statusOf('GET /api/auth/user')).toBe(503);
    await expectNeverTurnedAway(server!);
  });

  test('above its memory limit collects garbage, and accepts calls again', async () => {
    let held: Buffer[] | null = [];
    const taken = new WeakRef(held);
    const takeMemory = (app: App): void => {
      app.post('/prova/memoria', async () => {
        // outside the heap, where an earlier test may have left free space
        for (let part = 0; part < 100; part += 1) held?.push(Buffer.alloc(8 * 2 ** 20, 1));
        return {};
      });
    };
    const megabytes = Math.ceil(process.memoryUsage.rss() / 2 ** 20);
    const { nobody } = await start({ MAX_MEMORY_MB: String(megabytes + 400) }, takeMemory);
    expect(await nobody.statusOf('GET /api/auth/user')).toBe(401);
    await nobody.callUntyped('POST /prova/memoria');
    await expect.poll(async () => nobody.statusOf('GET /api/auth/user')).toBe(503);
    held = null;
    // without any call in between
    await expect.poll(() => taken.deref()?.length).toBe(undefined);
    await expect.poll(async () => nobody.statusOf('GET /api/auth/user')).toBe(401);
  });
});

describe('a server shutting down', () => {
  test('answers calls that arrive while it closes', async () => {
    const slow = slowRoute();
    const closing = Promise.withResolvers<void>();
    const { app, listen } = await start({}, (prepared) => {
      slow.prepare(prepared);
      prepared.addHook('preClose', async () => closing.resolve());
    });
    const socket = createConnection(Number(new URL(await listen()).port), '127.0.0.1');
    let said = '';
    socket.on('data', (chunk) => (said += String(chunk)));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET /api/lenta HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(slow.begun).toBe(1);
    const closed = app.close();
    await closing.promise;
    socket.write('GET /api/lenta HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(slow.begun).toBe(2);
    slow.letGo();
    await ended;
    await closed;
    expect(said.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    expect(said).toMatch(/connection: close/i);
  });
});
