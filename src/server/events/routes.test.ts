import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Answer } from '../../../tests/support/calls.ts';
import { type EventStream, openEventStream } from '../../../tests/support/eventStream.ts';
import { type SignedInCaller, startTestServer, testNow } from '../../../tests/support/server.ts';
import { announce } from '../platform/events/hub.ts';

const server = await startTestServer();
const url = await server.listen();
const { clock, database } = server;
const opened: EventStream[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stream) => stream.close()));
  vi.useRealTimers();
  clock.set(testNow);
});
afterAll(() => server.close());

async function open(caller: SignedInCaller): Promise<EventStream> {
  const stream = await openEventStream(url, caller.token);
  opened.push(stream);
  return stream;
}

/** Opens a stream and waits until it has begun. */
async function follow(caller: SignedInCaller): Promise<EventStream> {
  const stream = await open(caller);
  expect(await stream.next()).toEqual(hello);
  return stream;
}

const hello = { name: 'hello', data: {} };
const heartbeat = { name: 'heartbeat', data: {} };
const changed = (...lists: string[]): object => ({ name: 'changed', data: { lists } });
const tell = (caller: SignedInCaller): Promise<void> =>
  database.transaction(async (tx) => announce(tx, [caller.id], ['session']));
const shift = { date: '2026-11-20', workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;

describe('GET /api/events', () => {
  test('GET /api/events is an uncached stream that begins with hello', async () => {
    const stream = await open(await server.signIn());
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await stream.next()).toEqual(hello);
  });

  test('GET /api/events notifies nobody else, and never of a rollback', async () => {
    const [giulia, marco] = [await server.signIn(), await server.signIn()];
    const [hers, his] = [await follow(giulia), await follow(marco)];
    await giulia.call('PATCH /api/notifications/mark-all-read');
    expect(await giulia.statusOf('POST /api/shifts', { body: { ...shift, endTime: '13:00' } })).toBe(400);
    const undone = database.transaction(async (tx) => {
      announce(tx, [giulia.id, marco.id], ['completed']);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await tell(marco);
    await tell(giulia);
    expect(await his.next()).toEqual(changed('session'));
    expect(await hers.next()).toEqual(changed('notifications'));
    expect(await hers.next()).toEqual(changed('session'));
  });

  test.each([1, 150, 151, 1000])('reaches each of %i people of one change, once', async (crowd) => {
    const { events } = server.context;
    const people = Array.from({ length: crowd }, () => crypto.randomUUID());
    const heard = new Map<string, number>();
    const stops = people.map((id) =>
      events.subscribe(id, {
        changed: () => void heard.set(id, (heard.get(id) ?? 0) + 1),
        missed: () => undefined,
      }),
    );
    // her event comes after all of these
    const giulia = await server.signIn();
    const stream = await follow(giulia);
    await database.transaction(async (tx) => announce(tx, [...people, people[0]!, giulia.id], ['shifts']));
    await tell(giulia);
    expect(await stream.next()).toEqual(changed('shifts'));
    expect(await stream.next()).toEqual(changed('session'));
    for (const stop of stops) stop();
    expect(people.map((id) => heard.get(id))).toEqual(people.map(() => 1));
  });

  test('GET /api/events is open at most ten times per person: the oldest is closed', async () => {
    const giulia = await server.signIn();
    const streams: EventStream[] = [];
    for (let time = 0; time < 10; time += 1) streams.push(await follow(giulia));
    const his = await follow(await server.signIn());
    streams.push(await follow(giulia));
    expect(await streams.shift()?.next()).toBeNull();
    await tell(giulia);
    for (const stream of streams) expect(await stream.next()).toEqual(changed('session'));
    const before = server.context.events.listenerCount();
    await his.close();
    await expect.poll(() => server.context.events.listenerCount()).toBe(before - 1);
  });

  test('GET /api/events sets varying retry times after a restart', async () => {
    const giulia = await server.signIn();
    const retries: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const { body } = await fetch(`${url}/api/events`, { headers: { cookie: `turnario=${giulia.token}` } });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      retries.push(Number(/^retry: (\d+)\n\n/.exec((await reader?.read())?.value ?? '')?.[1]));
      await reader?.cancel();
    }
    for (const retry of retries) expect(retry).toBeOneOf(Array.from({ length: 4001 }, (_, at) => 1000 + at));
    expect(new Set(retries).size).toBeGreaterThan(1);
  });

  test('HEAD is refused: it would never end', async () => {
    const giulia = await server.signIn();
    const status = await new Promise((resolve, reject) => {
      const headers = { cookie: `turnario=${giulia.token}` };
      httpRequest(`${url}/api/events`, { method: 'HEAD', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(405);
  });
});

describe('a stream ends with its session', () => {
  /** Expects an event that the session changed, possibly others, and the end. */
  const expectEnd = async (stream: EventStream): Promise<void> => {
    const heard = [await stream.next()];
    while (heard.at(-1) !== null) heard.push(await stream.next());
    expect(heard).toContainEqual(changed('session'));
  };

  const deactivate = async (person: SignedInCaller): Promise<Answer<unknown>> =>
    (await server.signInCeo()).setActive(person.id, false);

  test('a stream ends with its session when the person is deactivated, on all their pages, and nobody else’s', async () => {
    const [giulia, marco] = [await server.signIn(), await server.signIn()];
    const elsewhere = await follow(await server.signInAs(giulia));
    const his = await follow(marco);
    expect((await deactivate(giulia)).status).toBe(204);
    await expectEnd(elsewhere);
    expect((await open(giulia)).response.status).toBe(401);
    await tell(marco);
    expect(await his.next()).toEqual(changed('session'));
  });

  test('a stream ends with its session when that expires', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const giulia = await server.signIn();
    const stream = await follow(giulia);
    await tell(giulia);
    expect(await stream.next()).toEqual(changed('session'));
    const heartbeatLater = (): ReturnType<EventStream['next']> => {
      vi.advanceTimersByTime(20_000);
      return stream.next();
    };
    clock.advance(12 * 3600 - 1);
    expect(await heartbeatLater()).toEqual(heartbeat);
    clock.advance(1);
    let last = await heartbeatLater();
    // a slow server may not have read the session's expiry yet
    while (last?.name === 'heartbeat') last = await heartbeatLater();
    expect(last).toEqual(changed('session'));
    expect(await stream.next()).toBeNull();
  });
});
