import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpClient } from '../../tools/http.ts';
import { type Product, startProduct } from '../../tools/product.ts';
import { quantile } from '../../tools/statistics.ts';
import { createTestDatabase } from '../support/database.ts';
import { buildHttpTeam } from '../support/httpTeam.ts';

// A real process on PostgreSQL, a program that calls it from hundreds of connections, and somebody of another worksite.

const database = await createTestDatabase();
interface Flood {
  connections: number;
  isRefused: boolean;
  call: () => Promise<{ status: number }>;
}

let server: Product;
let url = '';
let neighbour: HttpClient;
let flooding: HttpClient;

beforeAll(async () => {
  server = startProduct({
    DATABASE_URL: database.databaseUrl,
    APP_SECRET: 'a'.repeat(32),
    // a machine with other work makes event loop and database late, and who is turned away for that is no matter of neighbours
    MAX_DELAY_MS: '60000',
    DATABASE_WAIT_SECONDS: '60',
  });
  url = await server.url;
  [neighbour, flooding] = (
    await Promise.all([buildHttpTeam(() => url, 1, 2), buildHttpTeam(() => url, 1, 2)])
  ).map(({ people }) => people[0]!) as [HttpClient, HttpClient];
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exited;
  expect(server.stdout() + server.stderr()).not.toContain('"level":50');
  await database.close();
});

const month = { from: '2026-11-01', to: '2026-12-06' };
const floods: [string, Flood][] = [
  [
    '500 connections of one account',
    {
      connections: 500,
      isRefused: false,
      call: () => flooding.call('GET /api/calendar/shifts', { query: month }),
    },
  ],
  [
    '60 connections of refused sign-ins from one address',
    {
      connections: 60,
      isRefused: true,
      call: () =>
        new HttpClient(url).call('POST /api/auth/login', {
          body: { email: 'nessuno@turnario.example', password: 'Non-questa-1' },
        }),
    },
  ],
];

/** So many calls always in progress, until the end; counts the answers by their status. */
function begin({ connections, call }: Flood) {
  const answers: Record<number, number> = {};
  let hasEnded = false;
  const goOn = async (): Promise<void> => {
    while (!hasEnded) {
      const { status } = await call();
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  const all = Array.from({ length: connections }, goOn);
  const end = async (): Promise<void> => {
    hasEnded = true;
    await Promise.all(all);
  };
  return { answers, end };
}

/** Six of one account are in progress at once; some more answers may arrive in the same moment. By turns of calls it would be 150. */
const mostBefore = 30;
const looks = 60;

// Counted, not timed: a busy machine changes how long all of them wait, not who comes before whom.
test.each(floods)(
  '%s: a neighbour is served next, and never turned away',
  async (_what, flood) => {
    const { answers, end } = begin(flood);
    const all = (): number => Object.values(answers).reduce((sum, count) => sum + count, 0);
    // refusals are said late, whatever else is asked
    const counted = flood.isRefused ? all : () => answers[200] ?? 0;
    await expect.poll(all, { timeout: 60_000 }).toBeGreaterThan(flood.connections / 2);
    const before: number[] = [];
    for (let time = 0; time < looks; time += 1) {
      const start = counted();
      const { status } = await neighbour.call('GET /api/calendar/shifts', { query: month });
      expect(status, server.stdout()).toBe(200);
      before.push(counted() - start);
      await wait(25);
    }
    await expect.poll(counted, { timeout: 60_000 }).toBeGreaterThan(flood.connections);
    await end();
    expect(quantile(before, 0.9)).toBeLessThan(mostBefore);
  },
  180_000,
);
