import { pbkdf2 } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publicLookup, pushResolver, sendPush } from './transport.ts';

// Resolves names of push services with a name server of our own.

const usual = pushResolver.getServers();
let names: Socket;
/** Its answer for every name; null: no answer. */
let address: string | null = null;
let asked = 0;

beforeEach(async () => {
  asked = 0;
  names = createSocket('udp4');
  names.on('message', (question, { port }) => {
    asked += 1;
    if (address !== null) names.send(answerTo(question, address), port, '127.0.0.1');
  });
  names.bind(0, '127.0.0.1');
  await once(names, 'listening');
  pushResolver.setServers([`127.0.0.1:${names.address().port}`]);
});
afterEach(() => {
  pushResolver.cancel();
  pushResolver.setServers(usual);
  names.close();
});

/** A response (RFC 1035) with one address for any question; none for IPv6. */
function answerTo(question: Buffer, ip: string): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const asksForV4 = question.readUInt16BE(end - 4) === 1;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(asksForV4 ? 1 : 0, 6);
  head.writeUInt16BE(0, 10);
  if (!asksForV4) return head;
  // the name again, type A, class IN, a minute, four bytes
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ip.split('.').map(Number)]);
  return Buffer.concat([head, record]);
}

const send = (timeoutMs: number) =>
  sendPush(
    { endpoint: 'https://push.example/x', headers: {}, body: new Uint8Array(1) },
    { timeoutMs, testOrigin: null },
    new AbortController().signal,
  );

/** The address that a connection to this name uses. */
const lookUp = (all: boolean): Promise<unknown> =>
  new Promise((resolve) => {
    publicLookup('push.example', { all }, (error, found) => resolve(error ? error.code : found));
  });

test.each([
  ['169.254.169.254', 'ENOTPUBLIC', 'ENOTPUBLIC'],
  ['93.184.216.34', '93.184.216.34', [{ address: '93.184.216.34', family: 4 }]],
])(
  'a name that leads to %s is connected to there alone, and not at all within a network',
  async (ip, one, all) => {
    address = ip;
    expect([await lookUp(false), await lookUp(true)]).toEqual([one, all]);
  },
);

test('a name without an address is looked up again later', async () => {
  address = '127.0.0.1';
  expect(await send(5_000)).toEqual({ kind: 'later', afterSeconds: null });
});

test('silent name servers do not block the thread pool', async () => {
  address = null;
  const hash = promisify(pbkdf2);
  const sending = Promise.all(Array.from({ length: 16 }, () => send(400)));
  await expect.poll(() => asked).toBeGreaterThan(0);
  let hashed = 0;
  const hashing = Promise.all(
    Array.from({ length: 8 }, async () => {
      await hash('Parola', 'sale', 1, 32, 'sha256');
      hashed += 1;
    }),
  );
  const first = await Promise.race([sending.then(() => 'sent'), hashing.then(() => 'hashed')]);
  expect([first, hashed]).toEqual(['hashed', 8]);
  expect(new Set((await sending).map(({ kind }) => kind))).toEqual(new Set(['later']));
});
