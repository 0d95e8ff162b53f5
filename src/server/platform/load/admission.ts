import { Session } from 'node:inspector/promises';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../../domain/errors/refusal.ts';
import type { AppContext } from '../context.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { Callers } from './callers.ts';
import { createCallScheduler } from './callScheduler.ts';

export type ShedReason = 'calls' | 'caller' | 'database' | 'event-loop' | 'memory';

/** What the server has taken on, and whether it takes on more. */
export interface Admission {
  /** Calls of the API whose answer has not left yet; event streams do not count. */
  callsUnderWay(): number;
  /** Why a call would be turned away now; null: it would be let in. */
  reasonToShed(): ShedReason | null;
}

const logEveryMs = 10_000;
/** To collect garbage stops everything for a moment. */
const collectEveryMs = 2_000;
/** One late second can be a pause of the machine; more than that is a crowd. */
const lateForMs = 1_000;

/**
 * Turns calls of the API away early, with 503 and when to come back, while the server has more to do than it can: those
 * that are in progress then still end in time. The page's files, `/healthz` and `/readyz` are never turned away: they cost
 * next to nothing. Who is let in waits for a turn (`fairQueue.ts`). To be called before the hooks that read the session.
 */
export async function admitCalls(
  app: FastifyInstance,
  context: AppContext,
  callers: Callers,
): Promise<Admission> {
  const { settings, metrics } = context;
  const { mostCalls } = settings.limits;
  const logShedding = createRareLog(context);
  const scheduler = createCallScheduler(context);
  const reasonOfProcess = await watchProcess(app, context);
  let underWay = 0;
  const reasonToShed = (): ShedReason | null => (underWay >= mostCalls ? 'calls' : reasonOfProcess());
  const shed = (reason: ShedReason): void => {
    metrics.shed(reason);
    logShedding(reason);
  };
  app.decorateRequest('callUnderWay', null);
  app.addHook('onRequest', async (request, reply) => {
    if (!isCallOfApi(request)) return;
    const caller = callers.of(request);
    const call = scheduler.callOf(request, reply, caller);
    if (!(await call.pace())) {
      shed('caller');
      throw new RefusalError(refuse('too_many_attempts', { minutes: 1 }));
    }
    const reason = reasonToShed();
    if (reason !== null && !(reason === 'calls' && scheduler.makeRoom(caller))) {
      shed(reason);
      throw new RefusalError(refuse('overloaded'));
    }
    if (request.routeOptions.config.isStream) return;
    underWay += 1;
    call.onEnd(() => (underWay -= 1));
    request.callUnderWay = call;
    await call.begin();
  });
  scheduler.follow(app);
  return { callsUnderWay: () => underWay, reasonToShed };
}

/** Whether the process itself, or its database, has too much to do. */
async function watchProcess(
  app: FastifyInstance,
  { settings, database, log }: AppContext,
): Promise<() => ShedReason | null> {
  const { mostWaiting, mostDelayMs, mostHeapBytes, mostMemoryBytes } = settings.limits;
  // without limits of its own it measures, once a second; who is turned away, and how, is decided here
  await app.register(fastifyUnderPressure, {});
  let lateSince: number | null = null;
  let collectedAt = -Infinity;
  const isLate = (delayMs: number): boolean => {
    if (delayMs <= mostDelayMs) lateSince = null;
    else lateSince ??= performance.now();
    return lateSince !== null && performance.now() - lateSince > lateForMs;
  };
  return () => {
    if (database.load().waiting >= mostWaiting) return 'database';
    const { eventLoopDelay, heapUsed, rssBytes } = app.memoryUsage();
    if (isLate(eventLoopDelay)) return 'event-loop';
    const isFull = heapUsed > mostHeapBytes || (mostMemoryBytes > 0 && rssBytes > mostMemoryBytes);
    // who turns calls away makes no garbage, and without more of it the engine keeps what there is for minutes
    if (isFull && performance.now() - collectedAt > collectEveryMs) {
      collectedAt = performance.now();
      collectGarbage().catch((error: unknown) => log.warn({ err: error }, 'garbage is not collected'));
    }
    return isFull ? 'memory' : null;
  };
}

/** Also gives what is free back to the system. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect());
}

/** Calendar feeds are asked for by programs, and cost as much. */
const isCallOfApi = ({ url }: FastifyRequest): boolean =>
  url.startsWith('/api/') || url.startsWith('/calendar/');

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
