import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty } from '../../../../db/builders.ts';
import { pushTest } from '../../../../tests/support/news.ts';
import { testNow } from '../../../../tests/support/server.ts';
import { late, pair, signInOnDuty } from '../../../../tests/support/swaps.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { readPushKeys } from './commands.keys.ts';
import { composePush } from './message.ts';

// Which push reaches which device, and when; failing push services: worker.service.test.ts.

const { server, service, start, statuses, reachable, switchOn, tell, tellAll } = await pushTest();
const { database, clock, context } = server;

const deviceNames = async (): Promise<string[]> => {
  const rows = await database.many<{ endpoint: string }>(sql`select endpoint from push_devices order by 1`);
  return rows.map(({ endpoint }) => endpoint.split('/').at(-1) ?? '');
};

describe('a push', () => {
  test('reaches the notified person on each of their devices, and nobody else', async () => {
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
    // read by browsers that show it without the service worker
    expect(service.received[0]?.text).toContain('"lang":"it"');
    expect(await statuses()).toEqual(['sent', 'sent']);
  });

  test.each([
    [false, 'C’è un’offerta per un tuo turno'],
    [true, 'Marco · ven 20 nov: accetta e ti dà 14–22'],
  ])('of an offer opens the request; with names to those who want them: %s', async (showsDetails, title) => {
    const { giulia, marco } = await pair(server);
    const request = await giulia.publishedId(giulia.shiftId);
    const device = await switchOn(giulia);
    const body = { subjectsOff: [], quietFrom: '22:00', quietTo: '07:00', showsDetails };
    await giulia.ask('PUT /api/push/preferences', { body });
    await marco.offer(request);
    await (await start()).wake();
    const navigate = `http://localhost:3000/exchanges?highlight=${request}`;
    expect(service.received).toMatchObject([{ name: device.name, title, tag: request, navigate, badge: 1 }]);
    expect(service.received[0]?.headers['topic']).toBe(request.replaceAll('-', ''));
    expect(service.received[0]?.body.includes('Marco')).toBe(showsDetails);
  });

  test('with too long a text is truncated', async () => {
    const keys = await readPushKeys(context);
    const { name, ...device } = await service.subscribe('long');
    const said = { tag: 't', title: 'Titolo', body: 'è'.repeat(5_000), path: '/', uselessAt: testNow };
    const push = composePush(context, keys!, { id: name, ...device }, said, { waiting: null, settled: [] })!;
    // RFC 8030 7.2: push services accept at least this much
    expect(push.body.length).toBeLessThanOrEqual(4_096);
    await fetch(push.endpoint, { method: 'POST', headers: push.headers, body: push.body as BodyInit });
    expect(service.received).toMatchObject([{ name, title: 'Titolo', body: `${'è'.repeat(900)}…` }]);
  });

  test('is not sent if its notification was read or settled before', async () => {
    const { person } = await reachable();
    await tell(person);
    await person.call('PATCH /api/notifications/mark-all-read');
    await (await start()).wake();
    expect([service.received, await statuses()]).toEqual([[], ['dropped']]);
  });

  test('about several items is closed by a later one once all of them are over', async () => {
    const { person } = await reachable();
    const worker = await start();
    for (let times = 0; times < 2; times += 1) {
      clock.advance(60);
      await tellAll(person, [{ fact: 'roster_undone', title: '' }, { fact: 'ceo_left' }]);
      await worker.wake();
    }
    // the first is no longer shown, read or not; of the second one item is read, then both
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

  test('about an offer that ends within quiet hours is sent during them', async () => {
    clock.set('2026-11-16T21:30:00.000Z');
    const on = { day: '2026-11-17' };
    const giulia = await signInOnDuty(server, late, {}, on);
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, buildDuty('sede', '05:00', '13:00'), { worksiteId }, on);
    const draft = { requestedShiftType: 'mattina', requestedDate: on.day } as const;
    const request = await giulia.publishedId(giulia.shiftId, draft);
    await switchOn(giulia);
    await marco.offer(request);
    await (await start()).wake();
    expect(service.received).toMatchObject([{ tag: request }]);
  });

  test('waits for the end of quiet hours; then all of them are sent, as one', async () => {
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
  test.each([404, 410])('unknown to the service (%i) is removed', async (status) => {
    const { person } = await reachable({ status });
    const other = await switchOn(await server.signInAs(person));
    await tell(person);
    await (await start()).wake();
    expect([await deviceNames(), await statuses()]).toEqual([[other.name], ['sent']]);
  });

  test.each([
    ['is gone', true],
    ['is over', true],
    ['is gone beside another', false],
  ])('that %s leaves what it was not told to a mail: %s', async (how, isMailed) => {
    const { person } = await reachable({ status: 410 });
    const other = how.endsWith('another') && (await switchOn(await server.signInAs(person)));
    await tellAll(person, [{ fact: 'nobody_left', time: '2026-12-04' }]);
    const due = () => database.one(sql`select mail_due_at from notifications where user_id = ${person.id}`);
    expect(await due()).toEqual({ mailDueAt: null });
    if (how === 'is over')
      await database.run(sql`update sessions set expires_at = ${clock.now()} where user_id = ${person.id}`);
    await (await start()).wake();
    expect(await deviceNames()).toEqual(other ? [other.name] : []);
    expect(await due()).toEqual({ mailDueAt: isMailed ? secondsAfter(clock.now(), 900) : null });
  });

  test('ends with its session and receives nothing after that', async () => {
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

  test('that another person registers is theirs alone: pushes queued for the first are dropped', async () => {
    const { person, device } = await reachable();
    await tell(person);
    const other = await server.signIn();
    const { name: _, ...body } = device;
    expect(await other.statusOf('PUT /api/push/device', { body })).toBe(204);
    await tell(person);
    await (await start()).wake();
    expect([service.received, await deviceNames()]).toEqual([[], [device.name]]);
  });

  test('replaces the oldest when a person has ten', async () => {
    const { person, device: first } = await reachable();
    for (let n = 0; n < 10; n += 1) {
      clock.advance(1);
      await switchOn(await server.signInAs(person));
    }
    const names = await deviceNames();
    expect([names.length, names.includes(first.name)]).toEqual([10, false]);
  });
});

test('a browser with a new subscription is the same device: waiting pushes go there', async () => {
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
