import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildDuty } from '../../../../db/builders.ts';
import { violatedInvariants } from '../../../../db/invariants.ts';
import { type PushAnswer, startPushService } from '../../../../tests/support/pushService.ts';
import { type SignedInCaller, testNow, testServer } from '../../../../tests/support/server.ts';
import { late, offer, pair, publishedId, signInOnDuty } from '../../../../tests/support/swaps.ts';
import type { NotificationFacts } from '../../../domain/notifications/facts.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { OutboxWorker } from '../../platform/outboxWorker.ts';
import { notify } from '../commands.ts';
import { readPushKeys } from './commands.keys.ts';
import { composePush } from './message.ts';
import { startPushWorker } from './worker.ts';

const service = await startPushService(() => Date.parse(server.clock.now()));
const server = await testServer({ env: { PUSH_TEST_ORIGIN: service.origin } });
const { database, clock, context } = server;
afterAll(() => service.stop());

let workers: OutboxWorker[] = [];
const start = async (timeoutMs = 5_000): Promise<OutboxWorker> => {
  const worker = await startPushWorker(context, timeoutMs);
  workers.push(worker);
  return worker;
};

beforeEach(async () => {
  await database.run(sql`delete from push_outbox`);
  await database.run(sql`delete from push_devices`);
  service.received.length = 0;
  service.answers.clear();
  service.onPush = null;
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  expect(service.problems).toEqual([]);
  expect(await violatedInvariants(database)).toEqual([]);
});

let devices = 0;
async function switchOn(person: SignedInCaller) {
  devices += 1;
  const { name, ...body } = await service.subscribe(`d${devices}`);
  expect(await person.statusOf('PUT /api/push/device', { body })).toBe(204);
  return { name, ...body };
}

/** A person with a device, and how its push service answers if not as it should. */
async function reachable(answer?: PushAnswer) {
  const person = await server.signIn();
  const device = await switchOn(person);
  if (answer) service.answers.set(device.name, answer);
  return { person, device };
}

/** Tells a person several things at the same moment. */
const tellAll = (person: { id: string }, all: readonly NotificationFacts[]): Promise<void> =>
  database.transaction((tx) =>
    notify(
      tx,
      all.map((facts) => ({ userId: person.id, personId: null, facts, requestId: null })),
      clock.now(),
    ),
  );
const tell = (person: { id: string }, title = 'dicembre') =>
  tellAll(person, [{ fact: 'roster_undone', title }]);

const statuses = async (): Promise<string[]> => {
  const rows = await database.many<{ status: string }>(sql`select status from push_outbox order by status`);
  return rows.map(({ status }) => status);
};
const deviceNames = async (): Promise<string[]> => {
  const rows = await database.many<{ endpoint: string }>(sql`select endpoint from push_devices order by 1`);
  return rows.map(({ endpoint }) => endpoint.split('/').at(-1) ?? '');
};

describe('a push', () => {
  test('goes to the person of the notification, on each of their devices, and to nobody else', async () => {
    const { person, device } = await reachable();
    await reachable();
    const again = await server.signInAs(person);
    const second = await switchOn(again);
    await tell(person);
    await (await start()).wake();
    expect(service.received.map(({ name }) => name).toSorted()).toEqual(
      [device.name, second.name].toSorted(),
    );
    expect(service.received[0]).toMatchObject({
      title: 'Un tabellone ha cambiato i tuoi turni',
      navigate: 'http://localhost:3000/calendar',
      headers: { urgency: 'high', ttl: '86400', topic: 'roster_changed' },
      sender: { subject: 'mailto:ceo@turnario.example' },
    });
    // what a browser reads that shows it without the service worker
    expect(service.received[0]?.text).toContain('"lang":"it"');
    expect(await statuses()).toEqual(['sent', 'sent']);
  });

  test.each([
    [false, 'C’è un’offerta per un tuo turno'],
    [true, 'Richiesta pre-accettata'],
  ])('of an offer opens the request; with names to those who want them: %s', async (showsDetails, title) => {
    const { giulia, marco } = await pair(server);
    const request = await publishedId(giulia, giulia.shiftId);
    const device = await switchOn(giulia);
    const body = { subjectsOff: [], quietFrom: '22:00', quietTo: '07:00', showsDetails };
    await giulia.ask('PUT /api/push/preferences', { body });
    await offer(marco, request);
    await (await start()).wake();
    const navigate = `http://localhost:3000/exchanges?highlight=${request}`;
    expect(service.received).toMatchObject([{ name: device.name, title, tag: request, navigate, badge: 1 }]);
    expect(service.received[0]?.headers['topic']).toBe(request.replaceAll('-', ''));
    expect(service.received[0]?.body.includes('Marco')).toBe(showsDetails);
  });

  test('of a text that is too long for a push says its beginning', async () => {
    const keys = await readPushKeys(context);
    const { name, ...device } = await service.subscribe('long');
    const said = { tag: 't', title: 'Titolo', body: 'è'.repeat(5_000), path: '/', uselessAt: testNow };
    const push = composePush(context, keys!, { id: name, ...device }, said, { waiting: null, settled: [] })!;
    // RFC 8030 7.2: a push service takes at least so much
    expect(push.body.length).toBeLessThanOrEqual(4_096);
    await fetch(push.endpoint, { method: 'POST', headers: push.headers, body: push.body as BodyInit });
    expect(service.received).toMatchObject([{ name, title: 'Titolo', body: `${'è'.repeat(900)}…` }]);
  });

  test('of what was read or settled before it left is not sent', async () => {
    const { person } = await reachable();
    await tell(person);
    await person.call('PATCH /api/notifications/mark-all-read');
    await (await start()).wake();
    expect([service.received, await statuses()]).toEqual([[], ['dropped']]);
  });

  test('of several matters is closed by a later one once all of them are over', async () => {
    const { person } = await reachable();
    const worker = await start();
    for (let times = 0; times < 2; times += 1) {
      clock.advance(60);
      await tellAll(person, [{ fact: 'roster_undone', title: '' }, { fact: 'ceo_left' }]);
      await worker.wake();
    }
    // the first of them is not shown any more, read or not; of the second one matter is read, then both
    const shown = sql`update notifications set is_read = true
      where user_id = ${person.id} and created_at = ${clock.now()}`;
    await database.run(sql`${shown} and type = 'roster_changed'`);
    for (let times = 0; times < 2; times += 1) {
      clock.advance(60);
      await tell(person);
      await worker.wake();
      await database.run(shown);
    }
    expect(service.received.map(({ tag, settled }) => [tag, settled])).toEqual([
      ['turnario', []],
      ['turnario', []],
      ['roster_changed', []],
      ['roster_changed', ['turnario']],
    ]);
  });

  test('of an offer that ends within the quiet hours does not wait for their end', async () => {
    clock.set('2026-11-16T21:30:00.000Z');
    const on = { day: '2026-11-17' };
    const giulia = await signInOnDuty(server, late, {}, on);
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, buildDuty('sede', '05:00', '13:00'), { worksiteId }, on);
    const draft = { requestedShiftType: 'mattina', requestedDate: on.day } as const;
    const request = await publishedId(giulia, giulia.shiftId, draft);
    await switchOn(giulia);
    await offer(marco, request);
    await (await start()).wake();
    expect(service.received).toMatchObject([{ tag: request }]);
  });

  test('is not sent into quiet hours; at their end all of it goes out by itself, as one', async () => {
    clock.set('2026-11-16T21:30:00.000Z');
    const { person, device } = await reachable();
    await tellAll(person, [{ fact: 'roster_undone', title: '' }, { fact: 'ceo_left' }]);
    const worker = await start();
    for (const now of ['2026-11-16T21:30:00.000Z', '2026-11-17T05:59:59.000Z']) {
      clock.set(now);
      await worker.wake();
      expect([service.received, await statuses()]).toEqual([[], ['queued', 'queued']]);
    }
    clock.set('2026-11-17T06:00:00.000Z');
    await expect.poll(statuses, { timeout: 10_000 }).toEqual(['sent', 'sent']);
    expect(service.received).toMatchObject([{ name: device.name, title: '2 novità in Turnario' }]);
  });
});

describe('a device', () => {
  test.each([404, 410])('that the service does not know (%i) is removed', async (status) => {
    const { person } = await reachable({ status });
    const other = await switchOn(await server.signInAs(person));
    await tell(person);
    await (await start()).wake();
    expect([await deviceNames(), await statuses()]).toEqual([[other.name], ['sent']]);
  });

  test.each(['gone', 'over'] as const)(
    'that is lost (%s) leaves what it was not told to a mail',
    async (how) => {
      const { person } = await reachable({ status: 410 });
      await tellAll(person, [{ fact: 'nobody_left', time: '2026-12-04' }]);
      const due = () => database.one(sql`select mail_due_at from notifications where user_id = ${person.id}`);
      expect(await due()).toEqual({ mailDueAt: null });
      if (how === 'over')
        await database.run(sql`update sessions set expires_at = ${clock.now()} where user_id = ${person.id}`);
      await (await start()).wake();
      expect([await deviceNames(), await due()]).toEqual([[], { mailDueAt: secondsAfter(clock.now(), 900) }]);
    },
  );

  test('ends with its session, and gets nothing after that', async () => {
    const { person } = await reachable();
    await tell(person);
    await person.call('POST /api/auth/logout');
    expect([await deviceNames(), await statuses()]).toEqual([[], []]);
    const forgotten = await reachable();
    await tell(forgotten.person);
    clock.advance(12 * 3600 + 1);
    await (await start()).wake();
    expect([service.received, await deviceNames()]).toEqual([[], []]);
  });

  test('that another person switches on is theirs alone: what was on its way to the first is gone', async () => {
    const { person, device } = await reachable();
    await tell(person);
    const other = await server.signIn();
    const { name: _, ...body } = device;
    expect(await other.statusOf('PUT /api/push/device', { body })).toBe(204);
    await tell(person);
    await (await start()).wake();
    expect([service.received, await deviceNames()]).toEqual([[], [device.name]]);
  });

  test('makes room when a person has ten', async () => {
    const { person, device: first } = await reachable();
    for (let n = 0; n < 10; n += 1) {
      clock.advance(1);
      await switchOn(await server.signInAs(person));
    }
    const names = await deviceNames();
    expect([names.length, names.includes(first.name)]).toEqual([10, false]);
  });
});

test('a browser that has another subscription is the same device: what waited for it goes there', async () => {
  const { person, device } = await reachable({ status: 503 });
  await tell(person);
  const worker = await start();
  await worker.wake();
  const [before] = (await person.ask('GET /api/push')).devices;
  const other = await switchOn(person);
  const after = (await person.ask('GET /api/push')).devices;
  expect(after.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([[before?.id, true]]);
  clock.advance(10);
  await worker.wake();
  expect(service.received.map(({ name }) => name)).toEqual([device.name, other.name]);
  expect(await statuses()).toEqual(['sent']);
});

describe('a service that does not do its work', () => {
  test('is asked again when it said, and before that hears neither what waits nor what comes', async () => {
    const { person } = await reachable({ status: 429, headers: { 'retry-after': '120' } });
    await tell(person, 'novembre');
    const worker = await start();
    await worker.wake();
    await tell(person, 'dicembre');
    await worker.wake();
    clock.advance(119);
    await worker.wake();
    expect([service.received.length, await statuses()]).toEqual([1, ['queued', 'queued']]);
    service.answers.clear();
    clock.advance(1);
    for (let times = 0; times < 2; times += 1) await worker.wake();
    expect([service.received.length, await statuses()]).toEqual([2, ['sent', 'sent']]);
  });

  test('waits as long as for what was tried most often of one push', async () => {
    const { person } = await reachable({ status: 500 });
    await tell(person, 'novembre');
    const worker = await start();
    await worker.wake();
    clock.advance(60);
    await tell(person, 'dicembre');
    await worker.wake();
    const due = await database.many<{ dueAt: string }>(sql`select distinct due_at from push_outbox`);
    expect([service.received.length, due]).toEqual([2, [{ dueAt: secondsAfter(clock.now(), 60) }]]);
  });

  test('is not asked for ever', async () => {
    const { person } = await reachable({ status: 500 });
    await tell(person);
    const worker = await start();
    for (let n = 0; n < 8; n += 1) {
      await worker.wake();
      clock.advance(3601);
    }
    expect([service.received.length, await statuses()]).toEqual([6, ['failed']]);
    const { devices: seen } = await person.ask('GET /api/push');
    expect(seen[0]).toMatchObject({ lastDeliveredAt: null, lastFailedAt: expect.any(String) });
  });

  test('redirects to nowhere: no redirect is followed', async () => {
    const { person, device } = await reachable();
    const elsewhere = await service.subscribe('elsewhere');
    service.answers.set(device.name, { status: 307, headers: { location: elsewhere.endpoint } });
    await tell(person);
    await (await start()).wake();
    expect([service.received.map(({ name }) => name), await statuses()]).toEqual([[device.name], ['failed']]);
  });

  test('hangs: that push may have arrived and is not sent again; the others go out meanwhile', async () => {
    for (let n = 0; n < 6; n += 1) {
      const { person } = await reachable('hang');
      await tell(person);
    }
    await database.run(sql`update push_devices set origin = 'https://hangs.example'`);
    const { person, device } = await reachable();
    await tell(person);
    const worker = await start(60_000);
    await service.waitFor(5);
    // four of the service that hangs at once and no more, and the other service's beside them
    expect(service.received.map(({ name }) => name)).toContain(device.name);
    const now = ['queued', 'queued', 'sending', 'sending', 'sending', 'sending', 'sent'];
    await expect.poll(statuses).toEqual(now);
    await tell(person, 'gennaio');
    await expect.poll(statuses).toEqual([...now, 'sent']);
    await worker.stop();
    const unsure = Array<string>(4).fill('unsure');
    expect(await statuses()).toEqual(['queued', 'queued', 'sent', 'sent', ...unsure]);
    expect(service.received).toHaveLength(6);
  });
});
