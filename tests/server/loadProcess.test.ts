import { createConnection, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '../../tools/product.ts';
import { createTestDatabase, settingsFor, type TestDatabase } from '../support/database.ts';

// A real process with short limits, and clients that send very slowly or too much.

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
  // none of this is an error of the server
  expect(server.stdout() + server.stderr()).not.toContain('"level":50');
  await database.close();
});

/** A connection until the server closes it. */
interface Line {
  socket: Socket;
  /** Everything received by then. */
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

/** Sends `begin`, then byte after byte until the server closes the connection. */
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

describe('a call that does not arrive in time is aborted', () => {
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

  test('after the answer, without waiting for the rest of the body', async () => {
    const said = await drip(
      'POST /api/shifts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"date":"',
    );
    // refused before the body is read: there is no session
    expect(said).toMatch(/^HTTP\/1\.1 401 /);
  });
});

test('a client that keeps sending without reading answers is disconnected', async () => {
  const { socket, said } = await connect();
  socket.pause();
  const calls = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500);
  // a failed write reveals that the server has closed the connection
  const asking = setInterval(() => {
    if (socket.writableLength < 10_000_000) socket.write(calls);
  }, 5);
  // whichever limit comes first: on unread answers, or on the call that could not be read
  expect(await said).toBe('');
  clearInterval(asking);
});

test('connections beyond the limit are closed at once, the others keep working', async () => {
  const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const lines: Line[] = [];
  const answered = (line: Line): Promise<string> => {
    line.socket.write(health);
    const answer = new Promise<string>((resolve) => {
      line.socket.once('data', (chunk) => resolve(String(chunk)));
    });
    return Promise.race([answer, line.said]);
  };
  // connections of earlier tests may still be closing
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
