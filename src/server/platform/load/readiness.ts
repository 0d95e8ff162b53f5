import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { AppContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import { within } from '../within.ts';
import type { Admission } from './admission.ts';
import type { Draining } from './draining.ts';

const timeoutMs = 1_000;
/** How long an answer of the database counts, however often it is asked for. */
const freshMs = 100;

/**
 * `GET /readyz`: whether a proxy should send calls here. 200 `{ status: 'ready' }`, or 503 with the reason:
 * `draining` (about to end), `overloaded`, `database` (no answer within a second). `GET /healthz` says only that the
 * process lives: to restart it would not help against any of these.
 */
export function answerReadiness(
  app: FastifyInstance,
  { database }: AppContext,
  draining: Draining,
  admission: Admission,
): void {
  const databaseAnswers = createProbe(database);
  const readiness = async () => {
    if (draining.isDraining()) return 'draining';
    if (admission.reasonToShed() !== null) return 'overloaded';
    const answers = await databaseAnswers();
    if (!answers) return 'database';
    // it may have been asked to end meanwhile
    return draining.isDraining() ? 'draining' : 'ready';
  };
  app.get('/readyz', async (_request, reply) => {
    const status = await readiness();
    return reply
      .header('cache-control', 'no-store')
      .status(status === 'ready' ? 200 : 503)
      .send({ status });
  });
}

/** Asks the database, one question at a time however many want to know: who asks often does no harm. */
function createProbe(database: Database): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  let answeredAt = -Infinity;
  const ask = async (): Promise<boolean> => {
    try {
      await database.one(sql`select 1 as alive`);
      answeredAt = performance.now();
      return true;
    } catch {
      return false;
    } finally {
      asking = null;
    }
  };
  return () => {
    if (performance.now() - answeredAt < freshMs) return Promise.resolve(true);
    asking ??= ask();
    return within(timeoutMs, asking, false);
  };
}
