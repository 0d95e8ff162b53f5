import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

const calls = new AsyncLocalStorage<FastifyRequest>();

/** From here on, whatever a call does finds the call's own log, which carries its number. */
export function setRequestLog(app: FastifyInstance): void {
  // Fastify carries this context past the reading of the body
  app.addHook('onRequest', (request, _reply, done) => calls.run(request, done));
}

/** The log of the call in which this code runs; undefined in the server's own work. */
export const requestLog = (): FastifyBaseLogger | undefined => calls.getStore()?.log;

/** The call in which this code runs; undefined in the server's own work. */
export const currentRequest = (): FastifyRequest | undefined => calls.getStore();
