import { createConnection, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildWorksite } from '../../db/builders.ts';
import { type Call, methodOf, pathOf } from '../../src/domain/call.ts';
import { contract } from '../../src/domain/contract.ts';
import type { CallSchemas } from '../../src/domain/contractParts.ts';
import { mostElements } from '../../src/server/platform/http/judge.ts';
import { rosterOf } from '../support/rosters.ts';
import { startTestServer, testServer } from '../support/server.ts';

// Checks made before a body is read, and the order in which large bodies are read.

const server = await testServer();
const url = await server.listen();
const sockets: Socket[] = [];
afterAll(() => sockets.forEach((socket) => socket.destroy()));

const calls = Object.entries(contract) as [Call, CallSchemas][];
const large = calls.filter(([, { mostBytes }]) => mostBytes !== undefined).map(([call]) => call);
const blanks = ' '.repeat(100_000);

/** A call whose body is sent by `finish`. */
interface Begun {
  /** The answer so far. */
  said(): string;
  finish(): void;
}

function begin(call: string, token: string | null, body = '{}', at = url): Begun {
  const socket = createConnection(Number(new URL(at).port), '127.0.0.1');
  sockets.push(socket);
  let said = '';
  socket.on('data', (data) => (said += String(data))).on('error', () => undefined);
  const cookie = token === null ? '' : `Cookie: turnario=${token}\r\n`;
  const head = `${methodOf(call)} ${pathOf(call)} HTTP/1.1\r\nHost: localhost:3000\r\n${cookie}`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
  return { said: () => said, finish: () => void socket.write(body) };
}

describe('before a body is read', () => {
  const fiveMegabytes = ' '.repeat(5_000_000);

  test('a signed-out caller is refused', async () => {
    expect(large).toHaveLength(4);
    for (const call of large) {
      await expect.poll(begin(call, null, fiveMegabytes).said, { message: call }).toMatch(/^HTTP\/1\.1 401 /);
    }
  });

  test('a person who may not load rosters is refused', async () => {
    const { token } = await server.signIn();
    for (const call of ['POST /api/rosters/preview', 'POST /api/rosters']) {
      const { said } = begin(call, token, fiveMegabytes);
      await expect.poll(said, { message: call }).toMatch(/^HTTP\/1\.1 403 [^]*roster_not_loader/);
    }
  });

  test('a person who has called too often is refused', async () => {
    const person = await server.signIn();
    for (let file = 0; file < 30; file += 1)
      expect((await person.callUntyped('POST /api/rosters/table', { body: {} })).status).toBe(400);
    const { said } = begin('POST /api/rosters/table', person.token, fiveMegabytes);
    await expect.poll(said).toMatch(/^HTTP\/1\.1 429 /);
  });
});

describe('large bodies take turns', () => {
  const bulk = 'POST /api/shifts/bulk';
  const refused = /^HTTP\/1\.1 400 [^]*invalid_data/;

  test('one at a time per person; other people, and the same person’s small bodies, do not wait', async () => {
    const [person, other] = [await server.signIn(), await server.signIn()];
    const first = begin(bulk, person.token, blanks + '{}');
    const second = begin(bulk, person.token, blanks + '{}');
    second.finish();
    const others = begin(bulk, other.token, blanks + '{}');
    others.finish();
    await expect.poll(others.said).toMatch(refused);
    expect((await person.callUntyped(bulk, { body: {} })).status).toBe(400);
    expect([first.said(), second.said()]).toEqual(['', '']);
    first.finish();
    await expect.poll(first.said).toMatch(refused);
    await expect.poll(second.said).toMatch(refused);
  });

  test('three per worksite and four in total; the next one waits and is not refused', async () => {
    const { id } = await buildWorksite(server.context);
    const hold = async (worksiteId?: string): Promise<Begun> =>
      begin(bulk, (await server.signIn(worksiteId === undefined ? {} : { worksiteId })).token, blanks + '{}');
    const held = [await hold(id), await hold(id), await hold(id)];
    const colleague = await hold(id);
    colleague.finish();
    const fourth = await hold();
    const fifth = await hold();
    fifth.finish();
    held[0]!.finish();
    await expect.poll(colleague.said).toMatch(refused);
    for (const call of [...held, fourth]) call.finish();
    for (const call of [...held, fourth, fifth]) await expect.poll(call.said).toMatch(refused);
  });

  test('a caller who disconnects or has been read makes room for the next', async () => {
    const person = await server.signIn();
    begin(bulk, person.token, blanks + '{}');
    const [leaving] = sockets.splice(-1);
    const next = begin(bulk, person.token, blanks + '{}');
    next.finish();
    expect((await person.callUntyped(bulk, { body: {} })).status).toBe(400);
    leaving!.destroy();
    await expect.poll(next.said).toMatch(refused);
  });

  test('a long wait is answered with 503 before the connection times out', async () => {
    const impatient = await startTestServer({ env: { REQUEST_SECONDS: '3' } });
    const at = await impatient.listen();
    const person = await impatient.signIn();
    begin(bulk, person.token, blanks + '{}', at);
    const next = begin(bulk, person.token, blanks + '{}', at);
    await expect.poll(next.said).toMatch(/^HTTP\/1\.1 503 [^]*overloaded/);
    await impatient.close();
  });
});

describe('a large body gets the same answer as a small one', () => {
  test.each([
    ['invalid JSON', 'POST /api/shifts/bulk', '{"shifts":'],
    ['not an object', 'POST /api/rosters/table', '[]'],
    ['invalid data', 'POST /api/shifts/bulk', '{"shifts":[{"date":"2026-11-20"}]}'],
    ['too many', 'POST /api/shifts/bulk', `{"shifts":[${'{},'.repeat(4_000)}{}]}`],
    ['valid data', 'POST /api/shifts/bulk', '{"shifts":[{"date":"2026-11-20","workLocation":"libero"}]}'],
  ])('%s', async (_what, call, body) => {
    const headers = { 'content-type': 'application/json' };
    const [small, one] = [await server.signIn(), await server.signIn()];
    const answers = [
      await small.callUntyped(call, { body, headers }),
      await one.callUntyped(call, { body: body + blanks, headers }),
    ];
    const facts = answers.map(({ status, text }) => [status, text.replaceAll(/[\da-f]{8}-[-\da-f]+/g, '')]);
    expect(facts[1]).toEqual(facts[0]);
    expect([201, 400]).toContain(facts[0]![0]);
  });

  test('a roster of the maximum size', async () => {
    const ceo = await server.signInCeo();
    const { id: worksiteId } = await buildWorksite(server.context);
    const people = Array.from({ length: 400 }, () => [{ id: crypto.randomUUID() }, 'E'.repeat(28)] as const);
    const { unknown } = await ceo.ask('POST /api/rosters/preview', {
      body: { worksiteId, ...rosterOf(people) },
    });
    expect(unknown).toHaveLength(400);
  });

  test('deep nesting does no harm', async () => {
    const loader = await server.signIn({ mayLoadShifts: true });
    for (const depth of [25_000, 2_000_000]) {
      const { status } = await loader.callUntyped('POST /api/rosters/preview', {
        body: '['.repeat(depth) + ']'.repeat(depth),
        headers: { 'content-type': 'application/json' },
      });
      expect([400, 413]).toContain(status);
    }
  });
});

describe('the contract', () => {
  const bodies = calls.filter(([, { body }]) => body !== undefined);

  test.each(bodies)('%s bounds the lists of its body', (_call, { body = z.never() }) => {
    const lists: (number | undefined)[] = [];
    JSON.stringify(z.toJSONSchema(body, { io: 'input' }), (_key, value: unknown) => {
      const { type, maxItems } = (value ?? {}) as { type?: string; maxItems?: number };
      if (type === 'array') lists.push(maxItems);
      return value;
    });
    for (const most of lists) expect(most).toBeLessThanOrEqual(mostElements);
  });
});
