import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../../domain/errors/refusal.ts';
import type { AppContext } from '../context.ts';
import { RefusalError } from '../errors/refusalError.ts';

/** Why a call is turned away. */
export type ShedReason = 'calls' | 'database' | 'event-loop' | 'memory';

/** What the server has taken on, and whether it takes on more. */
export interface Admission {
  /** Calls of the API whose answer has not left yet; event streams do not count. */
  callsUnderWay(): number;
  /** Why a call would be turned away now; null: it would be let in. */
  reasonToShed(): ShedReason | null;
}

const logEveryMs = 10_000;
/** One late second can be a pause of the machine; more than that is a crowd. */
const lateForMs = 1_000;

/**
 * Turns calls of the API away early, with 503 and when to come back, while the server has more to do than it can: those
 * that are under way then still end in time. The page's files, `/healthz` and `/readyz` are never turned away: they cost
 * next to nothing. To be called before the hooks that read the session.
 */
export async function admitCalls(app: FastifyInstance, context: AppContext): Promise<Admission> {
  const { settings, metrics, database } = context;
  const { mostCalls, mostWaiting, mostDelayMs, mostHeapBytes, mostMemoryBytes } = settings.limits;
  const logShedding = createRareLog(context);
  let underWay = 0;
  // without limits of its own it measures, once a second; who is turned away, and how, is decided below
  await app.register(fastifyUnderPressure, {});
  let lateSince: number | null = null;
  const isLate = (delayMs: number): boolean => {
    if (delayMs <= mostDelayMs) lateSince = null;
    else lateSince ??= performance.now();
    return lateSince !== null && performance.now() - lateSince > lateForMs;
  };
  const reasonToShed = (): ShedReason | null => {
    if (underWay >= mostCalls) return 'calls';
    if (database.load().waiting >= mostWaiting) return 'database';
    const { eventLoopDelay, heapUsed, rssBytes } = app.memoryUsage();
    if (isLate(eventLoopDelay)) return 'event-loop';
    const isFull = heapUsed > mostHeapBytes || (mostMemoryBytes > 0 && rssBytes > mostMemoryBytes);
    return isFull ? 'memory' : null;
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (!isCallOfApi(request)) return done();
    const reason = reasonToShed();
    if (reason !== null) {
      metrics.shed(reason);
      logShedding(reason);
      return done(new RefusalError(refuse('overloaded')));
    }
    if (!request.routeOptions.config.isStream) {
      underWay += 1;
      // not the response hook: it does not run when the caller has left
      reply.raw.once('close', () => (underWay -= 1));
    }
    done();
  });
  return { callsUnderWay: () => underWay, reasonToShed };
}

const isCallOfApi = ({ url }: FastifyRequest): boolean => url.startsWith('/api/');

/** One line in a while: a crowd is no reason to fill the log as well. */
function createRareLog({ log }: AppContext): (reason: ShedReason) => void {
  let silentUntil = 0;
  return (reason) => {
    const now = performance.now();
    if (now < silentUntil) return;
    silentUntil = now + logEveryMs;
    log.warn({ reason }, 'turning calls away');
  };
}
