import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSession, buildUser } from '../../db/builders.ts';
import { addDays, dayInRome } from '../../src/domain/calendar/day.ts';
import { type Product, startProduct } from '../../tools/product.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestServer } from '../support/server.ts';

// A real process on PostgreSQL; one person sends it the worst possible bodies on six connections while another one works.

const database = await createTestDatabase();
const now = new Date().toISOString();
const from = addDays(dayInRome(now), 1);
const days = { from, to: addDays(from, 61) };

let server: Product;
let url = '';
let sender = '';
let other = '';

beforeAll(async () => {
  const builder = await startTestServer({ database: await database.connect(), now });
  const session = async (draft: { mayLoadShifts?: true }): Promise<string> =>
    (await buildSession(builder.context, await buildUser(builder.context, draft))).token;
  [sender, other] = [await session({ mayLoadShifts: true }), await session({})];
  server = startProduct({
    DATABASE_URL: database.databaseUrl,
    APP_SECRET: 'a'.repeat(32),
    // allows for a slow machine
    REQUEST_SECONDS: '240',
    PERSON_CALLS_PER_SECOND: '100000',
  });
  url = await server.url;
  await builder.close();
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exited;
  expect(server.output()).not.toContain('"level":50');
  await database.close();
});

async function statusOf(path: string, token: string, body?: string): Promise<number> {
  const headers = {
    cookie: `turnario=${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(`${url}${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body }),
  });
  await answer.text();
  return answer.status;
}

const objects = (bytes: number): string => `[${'{},'.repeat(bytes / 3)}{}]`;
const rosterWith = (fields: string): string => `{"title":"x","days":${JSON.stringify(days)},${fields}}`;
const everyDay = Array.from({ length: 62 }, (_, day) => ({
  day: addDays(from, day),
  duty: { workLocation: 'sede', startTime: '06:00', endTime: '14:00' },
}));
const wholeRoster = JSON.stringify(
  Array.from({ length: 400 }, () => ({ userId: crypto.randomUUID(), days: everyDay })),
);

test.each([
  ['names', '/api/rosters/preview', rosterWith(`"people":[],"names":${objects(5_000_000)}`)],
  ['a whole roster', '/api/rosters/preview', rosterWith(`"people":${wholeRoster}`)],
  ['entries', '/api/shifts/bulk', `{"shifts":${objects(1_000_000)}}`],
  ['no file', '/api/rosters/table', `{"file":${objects(6_000_000)}}`],
])(
  'six times %s: none is refused as overload, and others are answered meanwhile',
  async (_what, path, body) => {
    let underWay = 6;
    const sent = Array.from({ length: underWay }, () =>
      statusOf(path, sender, body).finally(() => (underWay -= 1)),
    );
    const others: number[] = [];
    while (underWay > 0) others.push(await statusOf('/api/auth/user', other));
    expect([...new Set(others)]).toEqual([200]);
    // each takes about a second to read: read in turn, they leave room for far more than this
    expect(others.length).toBeGreaterThan(60);
    for (const status of await Promise.all(sent)) expect([200, 400, 413]).toContain(status);
  },
);
