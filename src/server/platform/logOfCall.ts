import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

const calls = new AsyncLocalStorage<FastifyBaseLogger>();

/** From here on, whatever a call does finds the call's own log, which carries its number. */
export function keepLogOfCall(app: FastifyInstance): void {
  // Fastify carries this context past the reading of the body
  app.addHook('onRequest', (request, _reply, done) => calls.run(request.log, done));
}

/** The log of the call in which this code runs; undefined in the server's own work. */
export const logOfCall = (): FastifyBaseLogger | undefined => calls.getStore();
