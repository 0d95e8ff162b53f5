import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { pushTest } from '../../../../tests/support/news.ts';
import { secondsAfter } from '../../platform/clock.ts';

const { server, service, start, statuses, reachable, tell } = await pushTest();
const { database, clock } = server;

describe('a failing push service', () => {
  test('is retried at the time it gave, and receives nothing before, neither waiting nor new pushes', async () => {
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

  test('is paused as long as its most retried push requires', async () => {
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

  test('is not retried forever', async () => {
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

  test('redirects: they are not followed', async () => {
    const { person, device } = await reachable();
    const elsewhere = await service.subscribe('elsewhere');
    service.answers.set(device.name, { status: 307, headers: { location: elsewhere.endpoint } });
    await tell(person);
    await (await start()).wake();
    expect([service.received.map(({ name }) => name), await statuses()]).toEqual([[device.name], ['failed']]);
  });

  test('hangs: that push may have arrived and is not sent again; the others are sent meanwhile', async () => {
    for (let n = 0; n < 6; n += 1) {
      const { person } = await reachable('hang');
      await tell(person);
    }
    await database.run(sql`update push_devices set origin = 'https://hangs.example'`);
    const { person, device } = await reachable();
    await tell(person);
    const worker = await start(60_000);
    await service.waitFor(5);
    // at most four for the hanging service, and the other service's beside them
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
