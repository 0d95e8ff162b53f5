import { createConnection, type Socket } from 'node:net';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { violatedInvariants, listDuties } from '../../db/invariants.ts';
import { createTestDatabase, settingsFor, type TestDatabase } from '../support/database.ts';
import { openEventStream } from '../support/eventStream.ts';
import { buildHttpTeam, completedIds, confirmReady } from '../support/httpTeam.ts';
import { testProducts } from '../support/products.ts';

// Real processes: how a server ends, and what is left when it is killed.

let database: TestDatabase;
const startOn = testProducts();
const start = (settings: Record<string, string> = {}) => startOn({ ...settingsFor(database), ...settings });

beforeEach(async () => {
  database = await createTestDatabase();
  return () => database.close();
});

describe('SIGTERM', () => {
  /** Opens a connection, sends `text`, and waits for the first bytes of an answer. */
  const talk = async (url: string, text: string): Promise<Socket> => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    await new Promise((resolve) => socket.once('data', resolve));
    return socket;
  };

  test('SIGTERM ends a server within five seconds, whatever is open', async () => {
    const server = start();
    const url = await server.url;
    const { people } = await buildHttpTeam(() => url, 1, 0);
    const events = await openEventStream(url, people[0]!);
    expect(await events.next()).toMatchObject({ name: 'hello' });
    const idle = await talk(url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    // the body that was promised never comes
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const slow = await talk(url, `${head}Content-Length: 500\r\nExpect: 100-continue\r\n\r\n`);
    slow.write('{"email":');
    const asked = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(server.stderr()).toBe('');
    // the stream was ended, not cut: a browser connects again at once
    expect(await events.next()).toBeNull();
    for (const socket of [idle, slow]) socket.destroy();
  });

  test('SIGTERM with time to drain: not ready, but answers all calls and tells events until it is asked again', async () => {
    const server = start({ DRAIN_SECONDS: '600' });
    const url = await server.url;
    const { people } = await buildHttpTeam(() => url, 1, 0);
    const events = await openEventStream(url, people[0]!);
    expect(await events.next()).toMatchObject({ name: 'hello' });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    const readiness = async (): Promise<unknown> => (await fetch(`${url}/readyz`)).json();
    await expect.poll(readiness).toEqual({ status: 'draining' });
    expect(await people[0]!.call('PATCH /api/notifications/mark-all-read')).toMatchObject({ status: 204 });
    expect(await events.next()).toMatchObject({ name: 'changed' });
    const asked = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(await events.next()).toBeNull();
    expect(server.stderr()).toBe('');
  });

  test('SIGTERM before it listens ends it as well', async () => {
    const server = start({ LOG_LEVEL: 'info' });
    await new Promise((resolve) => server.child.stdout!.once('data', resolve));
    server.child.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 1, signal: null });
    const next = start();
    await next.url;
  });
});

describe('a server that ends in the middle of a stream of confirms', () => {
  const pairs = 3;
  const days = 6;

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'loses nothing it has answered (%s)',
    async (signal) => {
      const server = start();
      let url = await server.url;
      const { people, swaps } = await buildHttpTeam(() => url, pairs, days);
      expect(swaps).toHaveLength(pairs * days);

      const acknowledged = new Set<string>();
      const waiting = [...swaps];
      const confirmWaiting = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const answer = await confirmReady(next).catch(() => null);
          if (answer === null) continue;
          // 503: asked to try again, while it was ending
          expect([200, 503]).toContain(answer.status);
          if (answer.status === 200) acknowledged.add(next.requestId);
          if (acknowledged.size === 6) server.child.kill(signal);
        }
      };
      await Promise.all(Array.from({ length: 4 }, confirmWaiting));
      expect(await server.exited).toEqual(
        signal === 'SIGKILL' ? { code: null, signal } : { code: 0, signal: null },
      );
      expect(acknowledged.size).toBeLessThan(swaps.length);

      const again = start();
      url = await again.url;
      const kept = await completedIds(people);
      expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
      for (const swap of swaps) {
        const answer = await confirmReady(swap);
        expect(answer.code || 'done').toBe(kept.has(swap.requestId) ? 'exchange_closed' : 'done');
      }
      expect((await completedIds(people)).size).toBe(swaps.length);
      again.child.kill('SIGTERM');
      expect(await again.exited).toEqual({ code: 0, signal: null });
      expect(again.stderr()).toBe('');

      expect(await violatedInvariants(database)).toEqual([]);
      const counts = new Map<string, number>();
      for (const duty of await listDuties(database)) counts.set(duty, (counts.get(duty) ?? 0) + 1);
      expect([...counts.values()]).toEqual(Array<number>(2 * days).fill(pairs));
      const { mails } = await database.one<{ mails: number }>(sql`select count(*) as mails from mail_outbox`);
      expect(mails).toBe(3 * swaps.length);
    },
    600_000,
  );
});
