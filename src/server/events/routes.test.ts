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

async function open(caller: SignedInCaller, page?: string, age?: string): Promise<EventStream> {
  const query = { ...(page === undefined ? {} : { page }), ...(age === undefined ? {} : { age }) };
  const stream = await openEventStream(url, caller.token, query);
  opened.push(stream);
  return stream;
}

/** Opens a stream that has begun. */
async function follow(caller: SignedInCaller, page?: string): Promise<EventStream> {
  const stream = await open(caller, page);
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
  test('GET /api/events is a stream that nobody keeps, and begins with hello', async () => {
    const stream = await open(await server.signIn());
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await stream.next()).toEqual(hello);
  });

  test('GET /api/events names a change to who made it as their page did, and to nobody else', async () => {
    const giulia = await server.signIn();
    const marco = await server.signIn({ worksiteId: giulia.worksiteId });
    const late = { ...shift, startTime: '14:00', endTime: '22:00' };
    expect(await marco.statusOf('POST /api/shifts', { body: late })).toBe(201);
    const [hers, his] = [await follow(giulia), await follow(marco)];
    const offered = await giulia.call('POST /api/shifts', {
      body: shift,
      headers: { 'x-change-id': 'page-1' },
    });
    expect(await hers.next()).toEqual({
      name: 'changed',
      data: { lists: ['shifts', 'exchange-requests'], changeId: 'page-1' },
    });
    const published = await giulia.call('POST /api/exchange-requests', {
      body: { offeredShiftId: offered.body.id, requestedShiftType: 'pomeriggio', requestedDate: shift.date },
      headers: { 'x-change-id': 'page-2' },
    });
    expect(published.status).toBe(201);
    expect((await hers.next())?.data).toMatchObject({ changeId: 'page-2' });
    const heard = await his.next();
    expect(heard?.name).toBe('changed');
    expect(heard?.data).not.toHaveProperty('changeId');
  });

  test.each(['', 'Ä', 'a b', 'x'.repeat(65)])('GET /api/events names no change %j', async (name) => {
    const giulia = await server.signIn();
    const stream = await follow(giulia);
    const day = { ...shift, date: '2026-11-27' };
    expect(
      await giulia.statusOf('POST /api/shifts', { body: day, headers: { 'x-change-id': encodeURI(name) } }),
    ).toBe(201);
    expect(await stream.next()).toEqual(changed('shifts', 'exchange-requests'));
  });

  test('GET /api/events tells nobody else, and nothing of what was rolled back', async () => {
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
    // whose event comes after all of these
    const giulia = await server.signIn();
    const stream = await follow(giulia);
    await database.transaction(async (tx) => announce(tx, [...people, people[0]!, giulia.id], ['shifts']));
    await tell(giulia);
    expect(await stream.next()).toEqual(changed('shifts'));
    expect(await stream.next()).toEqual(changed('session'));
    for (const stop of stops) stop();
    expect(people.map((id) => heard.get(id))).toEqual(people.map(() => 1));
  });

  test('GET /api/events is open ten times a person; a closed one makes room', async () => {
    const giulia = await server.signIn();
    const streams: EventStream[] = [];
    for (let time = 0; time < 10; time += 1) streams.push(await open(giulia));
    const { response } = await open(giulia);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    await follow(await server.signIn());
    const before = server.context.events.listenerCount();
    await streams[0]?.close();
    await expect.poll(() => server.context.events.listenerCount()).toBe(before - 1);
    await follow(giulia);
  });

  test('asked for again by the same page takes the place of the former one', async () => {
    const giulia = await server.signIn();
    const lost = await follow(giulia, 'tram');
    const others = await Promise.all(
      Array.from({ length: 9 }, (_, place) => follow(giulia, `page-${place}`)),
    );
    const found = await follow(giulia, 'tram');
    expect(await lost.next()).toBeNull();
    expect((await open(giulia, 'one-too-many')).response.status).toBe(503);
    await tell(giulia);
    for (const stream of [found, ...others]) expect(await stream.next()).toEqual(changed('session'));
    // a page is one person's: the same name elsewhere is another page
    const marco = await server.signIn();
    await follow(marco, 'tram');
    await tell(giulia);
    expect(await found.next()).toEqual(changed('session'));
  });

  test('GET /api/events says what changed since the page began to read, and only to whom it concerns', async () => {
    const [giulia, marco] = [await server.signIn(), await server.signIn()];
    // the change has arrived here before the streams open; their way here takes no time, a page adds it to its age
    const before = await follow(giulia);
    const minuteAhead = performance.now() + 60_000;
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(minuteAhead);
    await tell(giulia);
    expect(await before.next()).toEqual(changed('session'));
    vi.advanceTimersByTime(40);
    const [hers, his] = [await open(giulia, 'hers', '50'), await open(marco, 'his', '50')];
    const late = await open(giulia, 'late', '39');
    expect(await hers.next()).toEqual({ name: 'hello', data: { knownFor: 50, ago: { session: 40 } } });
    expect(await his.next()).toEqual({ name: 'hello', data: { knownFor: 50, ago: {} } });
    expect(await late.next()).toEqual({ name: 'hello', data: { knownFor: 39, ago: {} } });
    await database.transaction(async (tx) => announce(tx, [marco.id], ['shifts']));
    expect(await his.next()).toEqual(changed('shifts'));
  });

  test.each([['x'.repeat(41)], ['page', '-1'], ['page', '1.5'], ['page', ''], ['page', '1234567890']])(
    'GET /api/events refuses the page %s of the age %s',
    async (page, age?: string) => {
      expect((await open(await server.signIn(), page, age)).response.status).toBe(400);
    },
  );

  test('asked for without its body, is refused: it would never end', async () => {
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
  /** It says that the session changed, maybe other things too, and ends. */
  const expectEnd = async (stream: EventStream): Promise<void> => {
    const heard = [await stream.next()];
    while (heard.at(-1) !== null) heard.push(await stream.next());
    expect(heard).toContainEqual(changed('session'));
  };

  const deactivate = async (person: SignedInCaller): Promise<Answer<unknown>> =>
    (await server.signInCeo()).setActive(person.id, false);

  test('a stream ends with its session when the person is deactivated, on all their screens, and nobody else’s', async () => {
    const [giulia, marco] = [await server.signIn(), await server.signIn()];
    const elsewhere = await follow(await server.signInAs(giulia));
    const his = await follow(marco);
    expect((await deactivate(giulia)).status).toBe(204);
    await expectEnd(elsewhere);
    expect((await open(giulia)).response.status).toBe(401);
    await tell(marco);
    expect(await his.next()).toEqual(changed('session'));
  });

  test('a stream ends with its session when its time is over', async () => {
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
    // a slow server has not read yet until when the session lives
    while (last?.name === 'heartbeat') last = await heartbeatLater();
    expect(last).toEqual(changed('session'));
    expect(await stream.next()).toBeNull();
  });
});
