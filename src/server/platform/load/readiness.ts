import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { AppContext } from '../context.ts';
import { within } from '../within.ts';

const timeoutMs = 1_000;

/**
 * `GET /readyz`: whether a proxy should send calls here. 200 `{ status: 'ready' }`, or 503 with the reason:
 * `draining` (about to end), `overloaded`, `database` (no answer within a second). `GET /healthz` says only that the
 * process lives: to restart it would not help against any of these.
 * @returns to be called before the end. From then on not ready: a proxy that asks turns to other servers. Everything is
 * still answered, and each answer closes its connection, so that those the proxy keeps in store run out. Resolves after
 * `milliseconds`.
 */
export function answerReadiness(app: FastifyInstance, { database }: AppContext, isFull: () => boolean) {
  let isDraining = false;
  let asking: Promise<boolean> | null = null;
  const askDatabase = async (): Promise<boolean> => {
    const alive = await database.one(sql`select 1 as alive`).catch(() => null);
    asking = null;
    return alive !== null;
  };
  const readiness = async () => {
    if (isDraining) return 'draining';
    if (isFull()) return 'overloaded';
    // one question at a time: who asks often does no harm
    asking ??= askDatabase();
    if (!(await within(timeoutMs, asking, false))) return 'database';
    // it may have been asked to end meanwhile
    return isDraining ? 'draining' : 'ready';
  };
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close');
  });
  app.get('/readyz', async (_request, reply) => {
    const status = await readiness();
    return reply
      .header('cache-control', 'no-store')
      .status(status === 'ready' ? 200 : 503)
      .send({ status });
  });
  return async (milliseconds: number, hurry: AbortSignal): Promise<void> => {
    isDraining = true;
    if (milliseconds > 0) await pause(milliseconds, undefined, { signal: hurry }).catch(() => undefined);
  };
}
