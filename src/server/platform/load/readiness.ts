import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { AppContext } from '../context.ts';
import { within } from '../within.ts';

const timeoutMs = 1_000;

/**
 * `GET /readyz`: whether a proxy should send calls here. 200 `{ status: 'ready' }`, or 503 with the reason: `draining`
 * (shutting down), `overloaded`, `database` (no response within a second). `GET /healthz` says only that the process is
 * alive: a restart would fix none of these.
 * @returns a function to call before shutdown. It reports not ready, so that proxies switch to other servers; calls are
 *   still answered, each closing its connection to drain the proxies' pools. Resolves after `milliseconds`.
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
    // one query at a time: frequent checks do no harm
    asking ??= askDatabase();
    if (!(await within(timeoutMs, asking, false))) return 'database';
    // shutdown may have begun meanwhile
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
