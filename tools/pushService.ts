import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

// A local push service with its browsers: it decrypts messages (RFC 8291) and verifies the sender (RFC 8292).

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
const jsonOf = (text: string) => JSON.parse(bytesOf(text).toString()) as Record<string, unknown>;
const hkdf = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Decrypts a message as a browser does. */
function decryptPush(message: Uint8Array, browser: ECDH, auth: string): string {
  const salt = message.subarray(0, 16);
  const record = message.subarray(21 + (message[20] ?? 0));
  const senderKey = message.subarray(21, 21 + (message[20] ?? 0));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const secret = hkdf(browser.computeSecret(senderKey), bytesOf(auth), info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  if (plain.at(-1) !== 2) throw new Error('not the last record');
  return plain.subarray(0, -1).toString();
}

/** Verifies the sender's token; throws if it is invalid. */
function checkSender(authorization: string, origin: string, now: number): { subject: string } {
  const [, signed = '', signature = '', publicKey = ''] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = ''] = signed.split('.');
  const [x = '', y = ''] = [1, 33].map((from) => bytesOf(publicKey).toString('base64url', from, from + 32));
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  if (!verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, bytesOf(signature)))
    throw new Error('wrong signature');
  const { aud, exp, sub } = jsonOf(claims);
  if (jsonOf(head)['alg'] !== 'ES256') throw new Error('wrong algorithm');
  if (aud !== origin) throw new Error(`for ${String(aud)}`);
  if (typeof exp !== 'number' || exp * 1000 <= now || exp * 1000 > now + 24 * 3_600_000)
    throw new Error('too old');
  if (!/^(mailto:|https:)/.test(String(sub))) throw new Error('no contact');
  return { subject: String(sub) };
}

interface Browser {
  key: ECDH;
  auth: string;
}

/** Reads a push as a browser does; throws if it is malformed. */
function readPush(name: string, body: Uint8Array, headers: IncomingMessage['headers'], browser: Browser) {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm');
  if (!/^\d+$/.test(headers['ttl']?.toString() ?? '')) throw new Error('no TTL');
  if (!/^[\w-]{1,32}$/.test(headers['topic']?.toString() ?? '')) throw new Error('wrong topic');
  /** The complete message, as the service worker receives it. */
  const text = decryptPush(body, browser.key, browser.auth);
  const message = JSON.parse(text) as {
    web_push: number;
    notification: { title: string; body: string; tag: string; navigate: string };
    app_badge?: number;
    settled: string[];
  };
  if (message.web_push !== 8030) throw new Error('not declarative');
  const { settled, notification, app_badge: badge = null } = message;
  return { name, ...notification, badge, settled, text, headers };
}

export type ReceivedPush = ReturnType<typeof readPush> & { sender: { subject: string } };
export type PushAnswer = { status: number; headers?: Record<string, string> } | 'hang';
export type TestPushService = Awaited<ReturnType<typeof startPushService>>;

/** @param now the sender's clock, in milliseconds */
export async function startPushService(now: () => number = Date.now) {
  const browsers = new Map<string, Browser>();
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = {
    origin,
    /** Received pushes in order, including those answered with an error. */
    received: [] as ReceivedPush[],
    /** Malformed pushes: wrong keys, wrong signatures. */
    problems: [] as string[],
    /** Answers by device; default 201. */
    answers: new Map<string, PushAnswer>(),
    /** Runs before the answer. */
    onPush: null as ((push: ReceivedPush) => void | Promise<void>) | null,
    /** Creates a subscribed browser; returns the subscription that the product registers. */
    subscribe: async (name: string) => {
      const key = createECDH('prime256v1');
      const [p256dh, auth] = [key.generateKeys('base64url'), randomBytes(16).toString('base64url')];
      browsers.set(name, { key, auth });
      return { name, endpoint: `${origin}/${name}`, p256dh, auth };
    },
    waitFor: async (count: number): Promise<void> => {
      while (service.received.length < count) await sleep(20);
    },
    stop: async (): Promise<void> => {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
    },
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    const name = (request.url ?? '').slice(1);
    try {
      const browser = browsers.get(name);
      if (!browser) throw new Error('no such browser');
      const sender = checkSender(headers.authorization ?? '', origin, now());
      const push = { ...readPush(name, await buffer(request), headers, browser), sender };
      service.received.push(push);
      await service.onPush?.(push);
    } catch (error) {
      service.problems.push(`${name}: ${String(error)}`);
      response.writeHead(400).end();
      return;
    }
    const answer = service.answers.get(name) ?? { status: 201 };
    if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end('ignored');
  }

  return service;
}
