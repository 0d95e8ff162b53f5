import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The end of a server, as those see it who still send it calls. */
export interface Draining {
  isDraining(): boolean;
  /**
   * From now on not ready: a proxy that asks turns to other servers. Everything is still answered, and each answer closes
   * its connection, so that those the proxy keeps in store run out. Resolves after `milliseconds`.
   * @param hurry ends the wait
   */
  drain(milliseconds: number, hurry: AbortSignal): Promise<void>;
}

export function prepareDraining(app: FastifyInstance): Draining {
  let isDraining = false;
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining) void reply.header('connection', 'close');
    done();
  });
  return {
    isDraining: () => isDraining,
    drain: async (milliseconds, hurry) => {
      isDraining = true;
      if (milliseconds > 0) await pause(milliseconds, undefined, { signal: hurry }).catch(() => undefined);
    },
  };
}
