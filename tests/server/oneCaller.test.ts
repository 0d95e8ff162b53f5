import { createConnection, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { buildWorksite } from '../../db/builders.ts';
import { buildSigner } from '../support/accounts.ts';
import type { Answer } from '../support/calls.ts';
import {
  cheapPasswords,
  type SignedInCaller,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../support/server.ts';
import { slowRoute } from './slowRoute.ts';

// One caller or worksite that asks for more than its share: only its own calls wait.

let server: TestServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function start(options: TestServerOptions): Promise<TestServer> {
  server = await startTestServer(options);
  return server;
}

const crowd = (caller: SignedInCaller, calls: number): Promise<Answer<unknown>>[] =>
  Array.from({ length: calls }, () => caller.callUntyped('GET /api/lenta'));
const statusesOf = async (answers: Promise<Answer<unknown>>[]): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
/** Makes the server learn whose sessions these are. */
const beKnown = async (...people: SignedInCaller[]): Promise<void> => {
  for (const person of people) expect(await person.statusOf('GET /api/auth/user')).toBe(200);
};

describe('calls in progress', () => {
  test('of one account: six at once, further ones queue, and nobody else is refused', async () => {
    const slow = slowRoute('signed-in');
    const { signIn, nobody } = await start({ env: { MAX_CALLS: '300' }, prepare: slow.prepare });
    const giulia = await signIn();
    const [colleague, other] = [await signIn({ worksiteId: giulia.worksiteId }), await signIn()];
    await beKnown(giulia, colleague, other);
    const calls = crowd(giulia, 200);
    await expect.poll(slow.begun).toBe(6);
    for (const person of [colleague, other]) {
      expect(await person.statusOf('GET /api/auth/user')).toBe(200);
      expect(
        await person.statusOf('POST /api/shifts', { body: { date: '2026-11-20', workLocation: 'libero' } }),
      ).toBe(201);
    }
    expect(await nobody.statusOf('GET /api/worksites/available')).toBe(200);
    expect((await nobody.callUntyped('GET /readyz')).status).toBe(200);
    expect(slow.begun()).toBe(6);
    slow.letGo();
    expect(await statusesOf(calls)).toEqual({ 200: 96, 429: 104 });
    expect(await giulia.statusOf('GET /api/auth/user')).toBe(200);
  });

  test('of one worksite: a third of the slots, and half of the queue', async () => {
    const slow = slowRoute('signed-in');
    const { signIn } = await start({ env: { MAX_CALLS: '100' }, prepare: slow.prepare });
    const giulia = await signIn();
    const people = [giulia];
    for (let person = 0; person < 4; person += 1)
      people.push(await signIn({ worksiteId: giulia.worksiteId }));
    const other = await signIn();
    await beKnown(...people, other);
    const calls = people.flatMap((person) => crowd(person, 30));
    await expect.poll(slow.begun).toBe(8);
    for (let time = 0; time < 3; time += 1) {
      expect(await other.statusOf('GET /api/auth/user')).toBe(200);
    }
    slow.letGo();
    const { 200: served = 0, 503: refused = 0, ...rest } = await statusesOf(calls);
    expect(rest).toEqual({});
    expect(served + refused).toBe(150);
    expect(served).toBeGreaterThanOrEqual(58);
    expect(refused).toBeGreaterThan(0);
  });

  test('whose bodies do not arrive block nobody, not even their own account', async () => {
    const { signIn, listen } = await start({});
    const giulia = await signIn();
    await beKnown(giulia);
    const port = Number(new URL(await listen()).port);
    const sockets: Socket[] = [];
    for (let call = 0; call < 20; call += 1) {
      const socket = createConnection(port, '127.0.0.1');
      sockets.push(socket);
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(
        `POST /api/shifts HTTP/1.1\r\nHost: localhost:3000\r\nCookie: turnario=${giulia.token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"date"',
      );
    }
    expect(await giulia.statusOf('GET /api/auth/user')).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

describe('sign-ins', () => {
  test('of one account, a hundred at once with the right password: run one by one, with colleagues in between', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const compared: string[] = [];
    const { nobody, context } = await start({
      env: { TRUST_PROXY: '127.0.0.1' },
      passwords: {
        hash: cheapPasswords.hash,
        verify: async (hash, typed) => {
          compared.push(typed);
          await promise;
          return cheapPasswords.verify(hash, typed);
        },
      },
    });
    const worksite = await buildWorksite(context);
    const [mine, theirs] = ['Turnario!2026', 'Colleghi!2026'];
    const one = await buildSigner(server!, mine, { worksiteId: worksite.id });
    const login = (email: string, password: string) =>
      nobody.call('POST /api/auth/login', {
        body: { email, password },
        headers: { 'x-forwarded-for': '203.0.113.7' },
      });
    const calls = Array.from({ length: 100 }, () => login(one.email, mine));
    await expect.poll(() => compared).toEqual([mine]);
    const colleagues = [];
    for (let person = 0; person < 5; person += 1) {
      const { email } = await buildSigner(server!, theirs, { worksiteId: worksite.id });
      colleagues.push(login(email, theirs));
    }
    // by now the last of them waits in the queue
    expect(await statusesOf(calls.slice(10))).toEqual({ 429: 90 });
    resolve();
    expect(await statusesOf(colleagues)).toEqual({ 200: 5 });
    expect(await statusesOf(calls.slice(0, 10))).toEqual({ 200: 10 });
    // refused sign-ins did not hash a password
    expect(compared).toEqual([mine, mine, ...Array<string>(5).fill(theirs), ...Array<string>(8).fill(mine)]);
  });
});
