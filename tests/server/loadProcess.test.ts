import { createConnection, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../tools/product.ts';
import { createTestDatabase, settingsFor, type TestDatabase } from '../support/database.ts';

// A real process with short limits, and clients that send as slowly as they can, or too much.

const mostConnections = 8;
let server: Product;
let port = 0;
let url = '';
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  server = startProduct({
    ...settingsFor(database),
    REQUEST_SECONDS: '1',
    ANSWER_SECONDS: '3',
    MAX_CONNECTIONS: String(mostConnections),
  });
  url = await server.url;
  port = Number(new URL(url).port);
});

afterAll(async () => {
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  // none of it is an error of ours
  expect(server.stdout() + server.stderr()).not.toContain('"level":50');
  await database.close();
});

/** A connection that is closed by the server some time. */
interface Line {
  socket: Socket;
  /** All that came until its end. */
  said: Promise<string>;
}

async function connect(): Promise<Line> {
  const socket = createConnection(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  const said = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, said };
}

/** Sends `begin`, then a byte after the other until the server has had enough. */
async function drip(begin: string): Promise<string> {
  const { socket, said } = await connect();
  socket.write(begin);
  const dripping = setInterval(() => socket.write('a'), 20);
  try {
    return await said;
  } finally {
    clearInterval(dripping);
  }
}

describe('a call that does not arrive in time is cut off', () => {
  const inItalian = 'La richiesta non è arrivata per intero in tempo. Riprova.';

  test.each([
    ['its headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['its address', 'GET /healthz?'],
    [
      'its body',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"email":"',
    ],
  ])('%s byte by byte', async (_what, begin) => {
    const said = await drip(begin);
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    expect(said).toContain(JSON.stringify({ message: inItalian, code: 'call_too_slow' }));
  });

  test('nothing at all', async () => {
    const { said } = await connect();
    expect(await said).toMatch(/^HTTP\/1\.1 408 |^$/);
  });

  test('a call that does not arrive in time is cut off after its answer has been sent, what is left of the body is not waited for', async () => {
    const said = await drip(
      'POST /api/shifts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"date":"',
    );
    // nobody is signed in: known before the body is read
    expect(said).toMatch(/^HTTP\/1\.1 401 /);
  });
});

test('who asks again and again and reads no answer is cut off', async () => {
  const { socket, said } = await connect();
  socket.pause();
  const calls = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500);
  // what was sent in vain tells this side that the other has closed
  const asking = setInterval(() => {
    if (socket.writableLength < 10_000_000) socket.write(calls);
  }, 5);
  // whichever limit comes first: that of answers, or that of the call which could not be taken in
  expect(await said).toBe('');
  clearInterval(asking);
});

test('more connections than there may be are closed unheard, the others go on', async () => {
  const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const lines: Line[] = [];
  const answered = (line: Line): Promise<string> => {
    line.socket.write(health);
    const answer = new Promise<string>((resolve) => {
      line.socket.once('data', (chunk) => resolve(String(chunk)));
    });
    return Promise.race([answer, line.said]);
  };
  // those of the tests before may still be on their way out
  await expect
    .poll(async () => {
      for (const { socket } of lines.splice(0)) socket.destroy();
      for (let count = 0; count < mostConnections; count += 1) lines.push(await connect());
      return (await Promise.all(lines.map(answered))).filter((text) => text.startsWith('HTTP/1.1 200'))
        .length;
    })
    .toBe(mostConnections);
  const { said } = await connect();
  expect(await said).toBe('');
  expect(await answered(lines[0]!)).toMatch(/^HTTP\/1\.1 200/);
  for (const { socket } of lines) socket.destroy();
  await expect.poll(() => fetch(`${url}/healthz`).then(({ status }) => status, String)).toBe(200);
});
