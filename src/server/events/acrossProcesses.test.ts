import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import { startTestServer } from '../../../tests/support/server.ts';
import { openDatabase } from '../platform/database/openDatabase.ts';

const database = await createTestDatabase();
const first = await startTestServer({ database });
const listening = sql`
  select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
const before = await database.many<{ pid: number }>(listening);
const warnings: string[] = [];
const second = await startTestServer({
  database: await openDatabase({
    databaseUrl: database.databaseUrl,
    dataDir: '',
    onWarning: (message) => warnings.push(message),
  }),
});
const url = await second.listen();
afterAll(async () => {
  await second.close();
  await first.close();
});

/** Cuts the connection on which the second server listens. */
async function loseEventsOfSecond(): Promise<void> {
  const known = new Set(before.map(({ pid }) => pid));
  for (const { pid } of await database.many<{ pid: number }>(listening)) {
    if (!known.has(pid)) await database.run(sql`select pg_terminate_backend(${pid})`);
  }
}

test('a change in one server process reaches a page connected to another', async () => {
  const giulia = await first.signIn();
  const stream = await openEventStream(url, giulia.token);
  expect(await stream.next()).toEqual({ name: 'hello', data: {} });
  await giulia.call('POST /api/shifts', { body: { date: '2026-11-20', workLocation: 'libero' } });
  expect(await stream.next()).toEqual({ name: 'changed', data: { lists: ['shifts', 'exchange-requests'] } });

  // events are lost while the listener is disconnected: the page is told to refetch everything
  await loseEventsOfSecond();
  expect(await stream.next()).toEqual({ name: 'hello', data: {} });
  expect(warnings).not.toEqual([]);
  await giulia.call('PATCH /api/notifications/mark-all-read');
  expect(await stream.next()).toEqual({ name: 'changed', data: { lists: ['notifications'] } });
  await stream.close();
});

test('a session whose end was missed ends its stream once listening works again', async () => {
  const sara = await first.signIn();
  const stream = await openEventStream(url, sara.token);
  expect(await stream.next()).toEqual({ name: 'hello', data: {} });
  await sara.call('PATCH /api/notifications/mark-all-read');
  expect(await stream.next()).toEqual({ name: 'changed', data: { lists: ['notifications'] } });
  await database.run(sql`delete from sessions where user_id = ${sara.id}`);
  await loseEventsOfSecond();
  const heard = [await stream.next()];
  while (heard.at(-1) !== null) heard.push(await stream.next());
  expect(heard).toContainEqual({ name: 'changed', data: { lists: ['session'] } });
});
