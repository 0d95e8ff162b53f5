import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { outcomeOfStatus } from '../../../domain/notifications/push/rules.ts';
import type { Outcome } from '../../../domain/outbox/rules.ts';

export interface WirePush {
  endpoint: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface PushTransport {
  timeoutMs: number;
  /** The one origin besides the open web that may be sent to; for tests. */
  testOrigin: string | null;
}

/** Whether a push service can be there at all: an address of the open web, without a name and password in it. */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint);
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname);
  return protocol === 'https:' && port === '' && `${username}${password}${hash}` === '' && isName;
}

const inner = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, prefix, 'ipv4');
// within the open web's 2000::/3: Teredo, documentation, 6to4, which lead elsewhere
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  inner.addSubnet(network, prefix, 'ipv6');

/** Whether an address belongs to the open web, and to nobody's own network. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? open.check(address, 'ipv6') && !inner.check(address, 'ipv6')
    : !inner.check(address, 'ipv4');

/**
 * Asks name servers itself: the system's own look-up would hold one of the process's few threads as long as they are silent,
 * and passwords wait for the same ones.
 */
export const pushResolver = new Resolver({ timeout: 3_000, tries: 2 });

async function findPublicAddresses(hostname: string): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([
    pushResolver.resolve4(hostname),
    pushResolver.resolve6(hostname),
  ]);
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  return found.filter(({ address }) => isPublicAddress(address));
}

/** Looks a name up, and finds its public addresses alone: what is connected to is what was judged. */
export const publicLookup: LookupFunction = (hostname, { all }, done) => {
  void findPublicAddresses(hostname).then((found) => {
    const [first] = found;
    if (!first) done(Object.assign(new Error('no public address'), { code: 'ENOTPUBLIC' }), '', 0);
    else if (all) done(null, found);
    else done(null, first.address, first.family);
  });
};

/**
 * Hands a message to its push service. No redirect is followed, and of the answer only its status and `Retry-After` are
 * read. Never rejects. What could not be written never will be: its device is gone.
 */
export function sendPush(
  push: WirePush | null,
  { timeoutMs, testOrigin }: PushTransport,
  breakOff: AbortSignal,
): Promise<Outcome> {
  if (!push) return Promise.resolve({ kind: 'gone' });
  const { endpoint, headers, body } = push;
  const isTest = testOrigin !== null && new URL(endpoint).origin === testOrigin;
  if (!isTest && !isPushEndpoint(endpoint)) return Promise.resolve({ kind: 'refused' });
  const { request } = isTest && endpoint.startsWith('http:') ? http : https;
  return new Promise((resolve) => {
    let mayHaveArrived = false;
    const signal = AbortSignal.any([breakOff, AbortSignal.timeout(timeoutMs)]);
    const call = request(endpoint, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      // a connection that died unseen would leave it unknown whether the message arrived
      agent: false,
      signal,
      ...(!isTest && { lookup: publicLookup }),
    });
    call.on('socket', (socket) => {
      socket.once(isTest ? 'connect' : 'secureConnect', () => {
        mayHaveArrived = true;
      });
    });
    call.on('response', (answer) => {
      resolve(outcomeOfStatus(answer.statusCode ?? 0, retryAfter(answer.headers['retry-after'], Date.now())));
      answer.destroy();
    });
    call.on('error', () => {
      resolve(mayHaveArrived ? { kind: 'unknown' } : { kind: 'later', afterSeconds: null });
    });
    call.end(body);
  });
}

/**
 * Seconds until the moment that the header names, in seconds or as a date (RFC 9110, 10.2.3); null where it names none.
 * @param nowMs milliseconds since 1970
 */
export function retryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  // the one form of dates that is sent; `Date.parse` alone takes much more
  const date = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowMs) / 1000));
}
