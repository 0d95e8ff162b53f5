import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, settingsFor, type TestDatabase } from '../../../../tests/support/database.ts';
import { startPushService, type TestPushService } from '../../../../tests/support/pushService.ts';
import { type Exit, type Running, startProcess } from '../../../../tools/process.ts';
import { notify } from '../commands.ts';

// What happens to pushes when a process is killed (SIGKILL) while it sends: a real process and a real push service.

let database: TestDatabase;
let service: TestPushService;
let children: Running[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  service = await startPushService();
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
  await service.stop();
});

const kill = (running: Running): Promise<Exit> => running.end('SIGKILL');

async function startWorkerProcess(): Promise<Running> {
  const running = startProcess({
    args: [fileURLToPath(new URL('../../../../tests/support/workerProcess.ts', import.meta.url)), 'push'],
    env: { PUSH_TEST_ORIGIN: service.origin, LOG_LEVEL: 'silent', ...settingsFor(database) },
  });
  children.push(running);
  await once(running.child.stdout!, 'data');
  return running;
}

/** So many people with a device each, and as many notifications of each; nobody rests. */
const tellPeople = async (people: number, each: number): Promise<void> => {
  await database.run(sql`delete from push_devices`);
  const now = new Date().toISOString();
  const { id: worksiteId } = await database.one<{ id: string }>(sql`
    insert into worksites (name, access_code, email) values (${crypto.randomUUID()}, 'CODICE', 'x@example.it')
    returning id`);
  for (let n = 0; n < people; n += 1) {
    const { endpoint, p256dh, auth } = await service.subscribe(`p${n}`);
    const { id } = await database.one<{ id: string }>(sql`
      with person as (
        insert into users (worksite_id, email, first_name, last_name, role)
        values (${worksiteId}, ${`${crypto.randomUUID()}@example.it`}, 'Anna', 'Verdi', 'operatore') returning id
      ), preferences as (
        insert into push_preferences (user_id, subjects_off, quiet_from, quiet_to, shows_details)
        select id, '{}', '00:00', '00:00', true from person
      ), session as (
        insert into sessions (token_hash, user_id, is_remembered, created_at, last_used_at, expires_at)
        select sha256(id::text::bytea), id, false, ${now}, ${now}, ${now}::timestamptz + interval '1 hour' from person
        returning id, user_id
      ), device as (
        insert into push_devices (user_id, session_id, endpoint, origin, p256dh, auth, created_at)
        select user_id, id, ${endpoint}, ${service.origin}, ${p256dh}, ${auth}, ${now} from session
      )
      select id from person`);
    for (let news = 0; news < each; news += 1) {
      const facts = { fact: 'roster_undone', title: `${news} per p${n}.` } as const;
      await database.transaction((tx) =>
        notify(tx, [{ userId: id, personId: null, facts, requestId: null }], now),
      );
    }
  }
};

const countStatuses = async (): Promise<Record<string, number>> => {
  const rows = await database.many<{ status: string; count: number }>(sql`
    select status, count(*) from push_outbox group by status`);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

test('a process killed while the push service answers: that push is not sent again, the others are', async () => {
  await tellPeople(1, 1);
  const reached = Promise.withResolvers<void>();
  service.onPush = () => {
    reached.resolve();
    return new Promise(() => undefined);
  };
  const child = await startWorkerProcess();
  await reached.promise;
  await kill(child);
  expect(await countStatuses()).toEqual({ sending: 1 });
  service.onPush = null;
  // a claim of the process that died is given up when its lease is over
  await database.run(sql`update push_outbox set claimed_at = claimed_at - interval '11 minutes'`);
  await queueMore();
  await startWorkerProcess();
  await service.waitFor(2);
  await Promise.all(children.splice(0).map((running) => running.end('SIGTERM')));
  expect(service.received.map(({ body }) => body.includes('altro'))).toEqual([false, true]);
  const { unsure } = await countStatuses();
  expect(unsure).toBe(1);
});

/** One notification more for everybody with a device. */
const queueMore = async (): Promise<void> => {
  const people = await database.many<{ userId: string }>(sql`select distinct user_id from push_devices`);
  const facts = { fact: 'roster_undone', title: 'altro' } as const;
  const news = people.map(({ userId }) => ({ userId, personId: null, facts, requestId: null }));
  await database.transaction((tx) => notify(tx, news, new Date().toISOString()));
};

test('a thousand events for two hundred people, by two processes that are killed again and again: none twice, or to another', async () => {
  const people = 200;
  await tellPeople(people, 5);
  // a service that is not too fast to be killed while it answers
  service.onPush = () => setImmediate();
  for (const enough of [20, 60, 110]) {
    const pair = [await startWorkerProcess(), await startWorkerProcess()];
    await service.waitFor(enough);
    await Promise.all(pair.map(kill));
  }
  await database.run(
    sql`update push_outbox set claimed_at = claimed_at - interval '11 minutes' where status = 'sending'`,
  );
  await startWorkerProcess();
  // each of the six may have taken along what it was sending: four at once
  await service.waitFor(people - 24);
  await Promise.all(children.splice(0).map((running) => running.end('SIGTERM')));
  expect(service.problems).toEqual([]);
  const texts = service.received.map(({ name, body }) => `${name}: ${body}`);
  expect(new Set(texts).size).toBe(texts.length);
  for (const { name, body } of service.received) expect(body).toContain(`per ${name}.`);
});
