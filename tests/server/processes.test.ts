import { randomBytes } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { afterAll, afterEach, expect, test } from 'vitest';
import { violatedInvariants } from '../../db/invariants.ts';
import { HttpClient } from '../../tools/http.ts';
import { type Product, startProduct } from '../../tools/product.ts';
import { createTestDatabase } from '../support/database.ts';
import { databaseUrlOf } from '../support/databaseGlobalSetup.ts';
import { openEventStream } from '../support/eventStream.ts';
import { buildHttpTeam, confirmReady } from '../support/httpTeam.ts';

// Two server processes on one PostgreSQL.

const database = await createTestDatabase();
const databaseUrl = database.databaseUrl;
let servers: Product[] = [];
afterEach(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ exited }) => exited));
  servers = [];
});
afterAll(() => database.close());

function start(url: string = databaseUrl): Product {
  const server = startProduct({ DATABASE_URL: url, APP_SECRET: 'a'.repeat(32) });
  servers.push(server);
  return server;
}

/** Reads an event stream until all these lists have been announced. */
async function heard(origin: string, person: HttpClient, lists: string[]): Promise<{ all: Promise<void> }> {
  const stream = await openEventStream(origin, person);
  expect(await stream.next()).toMatchObject({ name: 'hello' });
  const all = async (): Promise<void> => {
    const missing = new Set(lists);
    while (missing.size > 0) {
      const event = await stream.next();
      if (!event) throw new Error(`the stream ended before ${[...missing].join()}`);
      for (const list of (event.data as { lists: string[] }).lists) missing.delete(list);
    }
    await stream.close();
  };
  return { all: all() };
}

test('a move at one is announced on the event streams of the other', async () => {
  const [one, other] = [start(), start()];
  const [here, there] = await Promise.all([one.url, other.url]);
  expect(here).not.toBe(there);
  const { people, swaps } = await buildHttpTeam(() => here, 1, 1);
  const [giulia, marco] = people;
  const parties = ['shifts', 'exchange-requests', 'completed', 'notifications'];
  const hers = await heard(there, giulia!, parties);
  const his = await heard(there, marco!, parties);
  expect(await confirmReady(swaps[0]!)).toMatchObject({ status: 200 });
  await Promise.all([hers.all, his.all]);
  // and the other one shows it
  const atOther = new HttpClient(() => there);
  const email = await database.one<{ email: string }>(
    sql`select email from users where email like 'persona0.%'`,
  );
  expect(
    await atOther.call('POST /api/auth/login', {
      body: { email: email.email, password: 'Turnario!2026' },
    }),
  ).toMatchObject({ status: 200 });
  expect(await atOther.call('GET /api/exchanges/completed/page')).toMatchObject({ body: { total: 1 } });
});

test('one of the two dies: the other goes on', async () => {
  const [one, other] = [start(), start()];
  let url = await one.url;
  const { swaps } = await buildHttpTeam(() => url, 2, 2);
  const there = await other.url;
  expect((await confirmReady(swaps[0]!)).status).toBe(200);
  const dying = confirmReady(swaps[1]!).catch(() => null);
  one.child.kill('SIGKILL');
  await dying;
  url = there;
  for (const swap of swaps.slice(1)) {
    const answer = await confirmReady(swap);
    expect([200, 409]).toContain(answer.status);
  }
  expect(await violatedInvariants(database)).toEqual([]);
});

test('started at the same moment on an empty database, both come up', async () => {
  const name = `${new URL(databaseUrl).pathname.slice(1)}_${randomBytes(3).toString('hex')}`;
  await database.run(raw(`create database ${name} template template0`));
  const url = databaseUrlOf(databaseUrl, name);
  const addresses = await Promise.all([start(url), start(url), start(url)].map((server) => server.url));
  for (const address of addresses) {
    const person = new HttpClient(() => address);
    const signIn = { email: 'ceo@turnario.example', password: 'Turnario!2026' };
    expect(await person.call('POST /api/auth/login', { body: signIn })).toMatchObject({ status: 200 });
  }
});
