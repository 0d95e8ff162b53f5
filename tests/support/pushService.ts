import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PushSubscriptionKeys } from '../../src/domain/notifications/push/schema.ts';

// A push service of our own on this machine, with the browsers behind it. It decrypts (RFC 8291) and checks who sends
// (RFC 8292) with Web Crypto, where the product uses node:crypto.

const { subtle } = globalThis.crypto;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const joined = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts));
const curve = { name: 'ECDH', namedCurve: 'P-256' };

interface BrowserKeys {
  p256dh: string;
  auth: string;
  /** base64url of the number. */
  privateKey: string;
}

const hkdf = async (
  key: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const base = await subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']);
  const bits = await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, base, length * 8);
  return new Uint8Array(bits);
};

/** What a browser reads of a message. */
export async function decryptPush(
  message: Uint8Array,
  { p256dh, auth, privateKey }: BrowserKeys,
): Promise<string> {
  const salt = joined(message.subarray(0, 16));
  const length = message[20] ?? 0;
  const senderKey = joined(message.subarray(21, 21 + length));
  const own = bytesOf(p256dh);
  const coordinate = (from: number): string =>
    Buffer.from(own.subarray(from, from + 32)).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', d: privateKey, x: coordinate(1), y: coordinate(33) };
  const key = await subtle.importKey('jwk', jwk, curve, false, ['deriveBits']);
  const sender = await subtle.importKey('raw', senderKey, curve, false, []);
  const shared = new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: sender }, key, 256));
  const secret = await hkdf(shared, bytesOf(auth), joined(utf8('WebPush: info\0'), own, senderKey), 32);
  const contentKey = await hkdf(secret, salt, utf8('Content-Encoding: aes128gcm\0'), 16);
  const nonce = await hkdf(secret, salt, utf8('Content-Encoding: nonce\0'), 12);
  const aes = await subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt']);
  const record = joined(message.subarray(21 + length));
  const plain = new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv: nonce }, aes, record));
  if (plain.at(-1) !== 2) throw new Error('not the last record');
  return new TextDecoder().decode(plain.subarray(0, -1));
}

/** Checks the sender's token; throws what is wrong with it. */
async function checkSender(authorization: string, origin: string, now: number): Promise<Sender> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const key = await subtle.importKey(
    'raw',
    bytesOf(publicKey),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  );
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  if (!(await subtle.verify(algorithm, key, bytesOf(signature), utf8(`${head}.${claims}`))))
    throw new Error('wrong signature');
  const read = (text: string) =>
    JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  const { aud, exp, sub } = read(claims);
  if (read(head)['alg'] !== 'ES256') throw new Error('wrong algorithm');
  if (aud !== origin) throw new Error(`for ${String(aud)}`);
  if (typeof exp !== 'number' || exp * 1000 <= now || exp * 1000 > now + 24 * 3_600_000)
    throw new Error('too old');
  if (!/^(mailto:|https:)/.test(String(sub))) throw new Error('nobody to write to');
  return { publicKey, subject: String(sub) };
}

interface Sender {
  publicKey: string;
  subject: string;
}

/** A browser that is subscribed, as the product is told of it. */
export interface TestDevice extends PushSubscriptionKeys {
  name: string;
}

export interface ReceivedPush {
  /** Of the device. */
  name: string;
  title: string;
  body: string;
  tag: string;
  navigate: string;
  badge: number | null;
  settled: string[];
  /** All of it, as the browser's worker gets it. */
  text: string;
  headers: Record<string, string | string[] | undefined>;
  sender: Sender;
}

export type PushAnswer = { status: number; headers?: Record<string, string> } | 'hang';

export interface TestPushService {
  origin: string;
  /** What arrived, in the order of arrival; also what was answered with an error. */
  received: ReceivedPush[];
  /** What does not belong here: wrong keys, wrong signatures. */
  problems: string[];
  /** How each device's service answers; 201 unless told. */
  answers: Map<string, PushAnswer>;
  /** What is done before the answer. */
  onPush: ((push: ReceivedPush) => void | Promise<void>) | null;
  subscribe(name: string): Promise<TestDevice>;
  waitFor(count: number): Promise<void>;
  stop(): Promise<void>;
}

async function makeBrowser(): Promise<BrowserKeys> {
  const pair = await subtle.generateKey(curve, true, ['deriveBits']);
  const { d: privateKey = '' } = await subtle.exportKey('jwk', pair.privateKey);
  const p256dh = Buffer.from(await subtle.exportKey('raw', pair.publicKey)).toString('base64url');
  const auth = Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(16))).toString('base64url');
  return { p256dh, auth, privateKey };
}

interface Delivered {
  name: string;
  body: Uint8Array;
  headers: IncomingMessage['headers'];
}

/** What a browser is told; throws what does not belong there. */
async function readPush(
  { name, body, headers }: Delivered,
  keys: BrowserKeys,
  origin: string,
  now: number,
): Promise<ReceivedPush> {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm');
  if (!/^\d+$/.test(headers['ttl']?.toString() ?? '')) throw new Error('no TTL');
  if (!/^[\w-]{1,32}$/.test(headers['topic']?.toString() ?? '')) throw new Error('wrong topic');
  const sender = await checkSender(headers.authorization ?? '', origin, now);
  const text = await decryptPush(body, keys);
  const message = JSON.parse(text) as {
    web_push: number;
    notification: { title: string; body: string; tag: string; navigate: string };
    app_badge?: number;
    settled: string[];
  };
  if (message.web_push !== 8030) throw new Error('not declarative');
  const { settled, notification } = message;
  const badge = message.app_badge ?? null;
  return { name, ...notification, badge, settled, text, headers, sender };
}

/** @param now the sender's clock, which may be another than this machine's */
export async function startPushService(now: () => number = Date.now): Promise<TestPushService> {
  const browsers = new Map<string, BrowserKeys>();
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: TestPushService = {
    origin,
    received: [],
    problems: [],
    answers: new Map(),
    onPush: null,
    subscribe: async (name) => {
      const { privateKey, ...keys } = await makeBrowser();
      browsers.set(name, { ...keys, privateKey });
      return { name, endpoint: `${origin}/${name}`, ...keys };
    },
    waitFor: async (count) => {
      while (service.received.length < count) await sleep(20);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const name = (request.url ?? '').slice(1);
    try {
      const keys = browsers.get(name);
      if (!keys) throw new Error('no such browser');
      const delivered = { name, body: Buffer.concat(chunks), headers: request.headers };
      const push = await readPush(delivered, keys, origin, now());
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

/** What a browser answers whose push service is nowhere. */
export const subscription = (name: string) => ({
  endpoint: `https://push.invalid/${name}`,
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
});
