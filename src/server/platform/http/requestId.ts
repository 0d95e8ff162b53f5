import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What a proxy may call a call: nothing that could forge a log line or a header. */
const givenNumber = /^[A-Za-z0-9-]{1,64}$/;

/**
 * The number under which a call stands in the log: the server's own, or the one that a trusted proxy gave it in
 * `x-request-id`, so that both logs speak of the same call.
 */
export const requestIds =
  (isTrusted: (address: string | undefined) => boolean) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers['x-request-id'];
    const isGiven = typeof given === 'string' && givenNumber.test(given) && isTrusted(socket.remoteAddress);
    // its last twelve digits are random; the system is asked for many at once
    return isGiven ? given : randomUUID().slice(-12);
  };

/** Tells the caller the number of every call. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

/** The names that TRUST_PROXY knows beside addresses and networks. */
const namedNetworks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Whose forwarded headers and call numbers count.
 * @param proxies the checked value of TRUST_PROXY: addresses, networks and names, comma separated; null: nobody's
 * @returns whether an address, as a socket gives it, is one of them
 */
export function trustedProxies(proxies: string | null): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const name of proxies?.split(',') ?? []) {
    const proxy = name.trim();
    for (const network of namedNetworks[proxy] ?? [proxy]) addTo(trusted, network);
  }
  return (address = '') => {
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

function addTo(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}
