import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';

/** A valid request id from a proxy: nothing that could forge a log line or header. */
const givenNumber = /^[A-Za-z0-9-]{1,64}$/;

/**
 * The id of a call in the log: the server's own, or a trusted proxy's `x-request-id`, so that both logs use the same
 * one.
 */
export const requestIds =
  (isTrusted: (address: string | undefined) => boolean) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers['x-request-id'];
    const isGiven = typeof given === 'string' && givenNumber.test(given) && isTrusted(socket.remoteAddress);
    // the last twelve digits are random; UUIDs are generated in batches
    return isGiven ? given : randomUUID().slice(-12);
  };

/** Returns the id with every response. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

/**
 * The proxies whose forwarded headers and request ids are trusted.
 * @param proxies the checked value of TRUST_PROXY: addresses, networks and names, comma separated; null: none
 * @returns whether a socket's address is one of them
 */
export function trustedProxies(proxies: string | null): (address: string | undefined) => boolean {
  if (proxies === null) return () => false;
  const isTrusted = proxyAddr.compile(proxies.split(',').map((proxy) => proxy.trim()));
  return (address) => address !== undefined && isTrusted(address, 0);
}
