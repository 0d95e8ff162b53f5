import { createConnection, type Socket } from 'node:net';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { poolSettings } from '../../src/server/platform/database/pooledDatabase.ts';
import type { App } from '../../src/server/platform/http/app.ts';
import { sendCsv } from '../../src/server/platform/http/csv.ts';
import type { Answer } from '../support/caller.ts';
import { openEventStream } from '../support/eventStream.ts';
import { holdLock } from '../support/locks.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { slowRoute } from '../support/slowRoute.ts';

// What a server does that is asked for more than it can do, and by clients that do not read.

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

function expectTurnedAway(answer: Answer<unknown>): void {
  expect(answer.status, answer.text).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.body).toEqual({
    message: 'Turnario è sovraccarico. Riprova tra qualche secondo.',
    code: 'overloaded',
  });
}

/** What must be answered whatever the load: the page, its files, and those who look after the server. */
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
  test('beyond the limit are turned away at once, and reactivated when one has ended', async () => {
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

  test('calls in progress of callers who have left make room', async () => {
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

  test('calls in progress are not those that listen for events', async () => {
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
  /** Takes every connection there is until it is let go. */
  async function occupy({ database }: TestServer): Promise<{ letGo(): Promise<void> }> {
    const all = Array.from({ length: poolSettings.max });
    const held = await Promise.all(all.map(() => holdLock(database, sql`select 1`)));
    return { letGo: async () => void (await Promise.all(held.map((each) => each.letGo()))) };
  }

  test('the database with a long line before it: further calls are turned away at once, those in it come through', async () => {
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

  test('the database that does not answer is no place to send calls to, and is asked once however many want to know', async () => {
    const { nobody, database } = await start({});
    expect((await nobody.callUntyped('GET /readyz')).body).toEqual({ status: 'ready' });
    const { letGo } = await occupy(server!);
    // what it answered before counts for a moment
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
  test('the process whose event loop is late turns calls away until it is on time again', async () => {
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

  test('the process that takes more memory than it may turns calls away', async () => {
    const { nobody, logLines } = await start({ MAX_MEMORY_MB: '64' });
    await expect.poll(async () => nobody.statusOf('GET /api/auth/user')).toBe(503);
    await expectNeverTurnedAway(server!);
    const said = logLines.filter((line) => line.includes('turning calls away'));
    // once, not for each call
    expect(said.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 40, reason: 'memory' }]);
  });

  test('the process that took more memory than it may collects what nobody uses, and lets calls in again', async () => {
    let held: Buffer[] | null = [];
    const taken = new WeakRef(held);
    const takeMemory = (app: App): void => {
      app.post('/prova/memoria', async () => {
        // beside the heap, in which an earlier test may have left room
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
    // by itself: nothing is called meanwhile
    await expect.poll(() => taken.deref()?.length).toBe(undefined);
    await expect.poll(async () => nobody.statusOf('GET /api/auth/user')).toBe(401);
  });
});

describe('a server about to end', () => {
  test('a server about to end is not ready, answers everything, and closes the connection after each answer', async () => {
    const { app, nobody } = await start({});
    expect((await nobody.callUntyped('GET /readyz')).headers['connection']).not.toBe('close');
    const hurry = new AbortController();
    const drained = app.draining.drain(60_000, hurry.signal);
    expect(await nobody.callUntyped('GET /readyz')).toMatchObject({
      status: 503,
      body: { status: 'draining' },
    });
    for (const [path, status] of [
      ['/healthz', 200],
      ['/api/worksites/available', 200],
      ['/api/auth/user', 401],
      ['/api/niente', 404],
    ] as const) {
      expect(await nobody.callUntyped(`GET ${path}`)).toMatchObject({
        status,
        headers: { connection: 'close' },
      });
    }
    hurry.abort();
    await drained;
  });

  test('answers also what still arrives while it closes', async () => {
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

describe('a client that does not read', () => {
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

  test('a long answer is cut off, and its rows are read no further', async () => {
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

  test('an answer that never ends is cut off as well, however steadily it is read', async () => {
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

  test('many of them do not fill the memory: the largest answers are cut, whoever reads gets all', async () => {
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

  test('its events is let go of, the others are told', async () => {
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
});
