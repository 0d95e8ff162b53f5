import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
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

/**
 * Whose forwarded headers and call numbers count.
 * @param proxies the checked value of TRUST_PROXY: addresses, networks and names, comma separated; null: nobody's
 * @returns whether an address, as a socket gives it, is one of them
 */
export function trustedProxies(proxies: string | null): (address: string | undefined) => boolean {
  if (proxies === null) return () => false;
  const isTrusted = proxyAddr.compile(proxies.split(',').map((proxy) => proxy.trim()));
  return (address) => address !== undefined && isTrusted(address, 0);
}
