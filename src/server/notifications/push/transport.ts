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
  /** The only permitted origin outside the public internet; for tests. */
  testOrigin: string | null;
}

/** Whether this can be a push service's address: on the public internet, without credentials. */
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
// inside the public 2000::/3: Teredo, documentation and 6to4, which lead elsewhere
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  inner.addSubnet(network, prefix, 'ipv6');

/** Whether an address is public rather than in a private network. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? open.check(address, 'ipv6') && !inner.check(address, 'ipv6')
    : !inner.check(address, 'ipv4');

/**
 * Queries name servers itself: the system's lookup would block one of the few pool threads while they are silent, and
 * password hashing needs the same ones.
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

/** Resolves a name to its public addresses only: the connection uses exactly the checked addresses. */
export const publicLookup: LookupFunction = (hostname, { all }, done) => {
  void findPublicAddresses(hostname).then((found) => {
    const [first] = found;
    if (!first) done(Object.assign(new Error('no public address'), { code: 'ENOTPUBLIC' }), '', 0);
    else if (all) done(null, found);
    else done(null, first.address, first.family);
  });
};

/**
 * Sends a message to its push service. Follows no redirect and reads only status and `Retry-After`. Never rejects. A
 * message that cannot be encrypted never can be, so its device counts as gone.
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
      // a connection that died unnoticed would leave it unknown whether the message arrived
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
 * Seconds until the time in the header, given in seconds or as a date (RFC 9110, 10.2.3); null if there is none.
 * @param nowMs milliseconds since 1970
 */
export function retryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  // the only date format in use; `Date.parse` alone accepts many more
  const date = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowMs) / 1000));
}
