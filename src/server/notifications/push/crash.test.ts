import { setImmediate } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { newsServer } from '../../../../tests/support/news.ts';
import { testWorkers } from '../../../../tests/support/workers.ts';

// Pushes when a process is killed (SIGKILL) while sending: a real process and a real push service.

const { server, service, reachable, statuses, tellAll } = await newsServer({ now: new Date().toISOString() });
const { database } = server;
const workers = testWorkers('push', database);
const start = () => workers.start({ PUSH_TEST_ORIGIN: service.origin });

/** A person without quiet hours, notified this many times. */
async function told(times: number): Promise<{ id: string; name: string }> {
  const { person, device } = await reachable();
  const body = { subjectsOff: [], quietFrom: '00:00', quietTo: '00:00', showsDetails: true };
  await person.ask('PUT /api/push/preferences', { body });
  for (let n = 0; n < times; n += 1)
    await tellAll(person, [{ fact: 'roster_undone', title: `${n} per ${device.name}.` }]);
  return { id: person.id, name: device.name };
}

test('a process killed while the push service responds: that push is not sent again, the others are', async () => {
  const person = await told(1);
  const reached = Promise.withResolvers<void>();
  service.onPush = () => {
    reached.resolve();
    return new Promise(() => undefined);
  };
  await start();
  await reached.promise;
  await workers.endAll('SIGKILL');
  expect(await statuses()).toEqual(['sending']);
  service.onPush = null;
  // a dead process's claim is given up when its lease expires
  await database.run(sql`update push_outbox set claimed_at = claimed_at - interval '11 minutes'`);
  await tellAll(person, [{ fact: 'roster_undone', title: 'altro' }]);
  await start();
  await service.waitFor(2);
  await workers.endAll('SIGTERM');
  expect(service.received.map(({ body }) => body.includes('altro'))).toEqual([false, true]);
  expect((await statuses()).filter((status) => status === 'unsure')).toHaveLength(1);
});

test('hundreds of events for a hundred people, by two processes killed repeatedly: none twice, none to the wrong person', async () => {
  const people = 100;
  for (let n = 0; n < people; n += 1) await told(5);
  // slow enough to be killed while responding
  service.onPush = () => setImmediate();
  for (const enough of [10, 30, 55]) {
    for (let worker = 0; worker < 2; worker += 1) await start();
    await service.waitFor(enough);
    await workers.endAll('SIGKILL');
  }
  await database.run(
    sql`update push_outbox set claimed_at = claimed_at - interval '11 minutes' where status = 'sending'`,
  );
  await start();
  // each of the six kills may have lost the four pushes being sent
  await service.waitFor(people - 24);
  await workers.endAll('SIGTERM');
  expect(service.problems).toEqual([]);
  const texts = service.received.map(({ name, body }) => `${name}: ${body}`);
  expect(new Set(texts).size).toBe(texts.length);
  for (const { name, body } of service.received) expect(body).toContain(`per ${name}.`);
});
