import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The end of a server, as those see it who still send it calls. */
export type Draining = ReturnType<typeof prepareDraining>;

export function prepareDraining(app: FastifyInstance) {
  let isDraining = false;
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining) void reply.header('connection', 'close');
    done();
  });
  return {
    isDraining: (): boolean => isDraining,
    /**
     * From now on not ready: a proxy that asks turns to other servers. Everything is still answered, and each answer closes
     * its connection, so that those the proxy keeps in store run out. Resolves after `milliseconds`.
     */
    drain: async (milliseconds: number, hurry: AbortSignal): Promise<void> => {
      isDraining = true;
      if (milliseconds > 0) await pause(milliseconds, undefined, { signal: hurry }).catch(() => undefined);
    },
  };
}
