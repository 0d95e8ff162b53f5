import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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
