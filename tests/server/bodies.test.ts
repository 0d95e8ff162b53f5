import { createConnection, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { type Call, methodOf, pathOf } from '../../src/domain/call.ts';
import { contract } from '../../src/domain/contract.ts';
import type { CallSchemas } from '../../src/domain/contractParts.ts';
import { testServer } from '../support/server.ts';

// What is asked before a body is read, and what one body may cost the others.

const server = await testServer();
const port = Number(new URL(await server.listen()).port);
const sockets: Socket[] = [];
afterAll(() => sockets.forEach((socket) => socket.destroy()));

const large = (Object.keys(contract) as Call[]).filter(
  (call) => (contract[call] as CallSchemas).mostBytes !== undefined,
);

/** Sends the head of a call and announces a body of 5 MB of which nothing comes. @returns the head of the answer */
async function announce(call: string, token: string | null = null): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  sockets.push(socket);
  const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  const cookie = token === null ? '' : `Cookie: turnario=${token}\r\n`;
  const head = `${methodOf(call)} ${pathOf(call)} HTTP/1.1\r\nHost: localhost:3000\r\n${cookie}`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 5000000\r\n\r\n`);
  return answered;
}

describe('before a body is read', () => {
  test('a signed-out caller is refused', async () => {
    expect(large).toHaveLength(4);
    for (const call of large) expect(await announce(call), call).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('so is a person who may not load rosters', async () => {
    const { token } = await server.signIn();
    for (const call of ['POST /api/rosters/preview', 'POST /api/rosters'])
      expect(await announce(call, token), call).toMatch(/^HTTP\/1\.1 403 [^]*roster_not_loader/);
  });

  test('so is a person who has called too often', async () => {
    const person = await server.signIn();
    for (let file = 0; file < 30; file += 1)
      expect((await person.callUntyped('POST /api/rosters/table', { body: {} })).status).toBe(400);
    expect(await announce('POST /api/rosters/table', person.token)).toMatch(/^HTTP\/1\.1 429 /);
  });
});
