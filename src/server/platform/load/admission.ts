import { Session } from 'node:inspector/promises';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../../domain/errors/refusal.ts';
import type { AppContext } from '../context.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { Callers } from './callers.ts';
import { FairQueue, type QueueCaller, type ReleaseSlot } from './fairQueue.ts';

declare module 'fastify' {
  interface FastifyRequest {
    callUnderWay: CallUnderWay | null;
  }
}

/** More concurrent calls than database connections; fewer per worksite, whose calls may wait for its lock. */
const turns = { mostAtOnce: 24, mostOfGroup: 8 };
/** The share of all calls in progress that one caller may have waiting. */
const shareOfOne = 0.3;
/** Window in which one caller's calls are counted. */
const paceSeconds = 10;
const noHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
/** Window over which the event loop's delay is averaged: a single pause is no overload. */
const sampleMs = 2_000;

/**
 * Rejects API calls early: 429 for callers that are too fast, 503 for everybody under overload, so that those in
 * progress finish in time. Static files, `/healthz` and `/readyz` cost next to nothing and are never rejected. Admitted
 * calls wait for a slot. Call it before the hooks that read the session.
 * @returns whether the server is overloaded
 */
export async function admitCalls(
  app: FastifyInstance,
  context: AppContext,
  callers: Callers,
): Promise<() => boolean> {
  const { database, metrics, settings } = context;
  const { mostCalls, mostCallsOfOne, mostWaiting } = settings.limits;
  const waiting = { mostWaiting: mostCalls, mostWaitingOfMember: Math.ceil(mostCalls * shareOfOne) };
  const queue = new FairQueue({ ...turns, mostOfMember: mostCallsOfOne, ...waiting });
  let underWay = 0;
  const isDatabaseFull = (): boolean => database.load().waiting >= mostWaiting;
  await limitPace(app, context, callers);
  await watchProcess(app, context);
  app.decorateRequest('callUnderWay', null);
  app.addHook('onRequest', async (request, reply) => {
    if (!isCallOfApi(request)) return;
    if (underWay >= mostCalls || isDatabaseFull()) {
      metrics.shed(underWay >= mostCalls ? 'calls' : 'database');
      throw new RefusalError(refuse('overloaded'));
    }
    if (request.routeOptions.config.isStream) return;
    underWay += 1;
    reply.raw.once('close', () => (underWay -= 1));
    request.callUnderWay = new CallUnderWay(reply, queue, callers.of(request));
    await request.callUnderWay.begin();
  });
  // no slot is held while a body arrives
  app.addHook('preParsing', async ({ callUnderWay, headers }) => {
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      callUnderWay?.pause();
  });
  app.addHook('preHandler', async ({ callUnderWay }) => callUnderWay?.begin());
  // nor while a response is sent
  app.addHook('onSend', async ({ callUnderWay }) => callUnderWay?.pause());
  return () => underWay >= mostCalls || isDatabaseFull() || app.isUnderPressure();
}

class CallUnderWay {
  readonly #enter: () => Promise<ReleaseSlot>;
  readonly #leaving = new AbortController();
  #release: ReleaseSlot | null = null;

  constructor(reply: FastifyReply, queue: FairQueue, caller: QueueCaller) {
    this.#enter = () => queue.enter(caller, this.leaving);
    // not `onResponse`: it does not run if the caller has left
    reply.raw.once('close', () => {
      // without a reason, `abort` would create an error each time
      this.#leaving.abort('the caller has left');
      this.pause();
    });
  }

  /** Aborted once the response was sent or the caller has left. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Waits for a slot. @throws RefusalError too_many_attempts, overloaded (also if the caller leaves) */
  async begin(): Promise<void> {
    this.#release ??= await this.#enter();
    if (!this.leaving.aborted) return;
    this.pause();
    throw new RefusalError(refuse('overloaded'));
  }

  /** Releases the slot; `begin` may acquire it again. */
  pause(): void {
    this.#release?.();
    this.#release = null;
  }
}

/** Limits the rate of calls per person, or per network for strangers, in this process. */
async function limitPace(app: FastifyInstance, { settings, metrics }: AppContext, callers: Callers) {
  const { personCallsASecond, strangerCallsASecond } = settings.limits;
  await app.register(fastifyRateLimit, {
    global: false,
    timeWindow: paceSeconds * 1000,
    cache: 20_000,
    max: (request) =>
      paceSeconds * (callers.of(request).isPerson ? personCallsASecond : strangerCallsASecond),
    keyGenerator: (request) => callers.of(request).member,
    allowList: (request) => !isCallOfApi(request),
    addHeaders: noHeaders,
    addHeadersOnExceeding: noHeaders,
    onExceeded: () => metrics.shed('caller'),
    errorResponseBuilder: () => new RefusalError(refuse('too_many_attempts', { minutes: 1 })),
  });
  app.addHook('onRequest', app.rateLimit());
}

/** Rejects calls while the event loop is late or memory is full. */
async function watchProcess(app: FastifyInstance, { settings, metrics, log }: AppContext) {
  const { mostDelayMs, mostHeapBytes, mostMemoryBytes } = settings.limits;
  let collectedAt = -Infinity;
  await app.register(fastifyUnderPressure, {
    sampleInterval: sampleMs,
    maxEventLoopDelay: mostDelayMs,
    maxHeapUsedBytes: mostHeapBytes,
    maxRssBytes: mostMemoryBytes,
    pressureHandler: async (request, _reply, type, value) => {
      // infinity: no sample, since one pause lasted that long
      if (!isCallOfApi(request) || value === Infinity) return;
      const isLate = type === fastifyUnderPressure.TYPE_EVENT_LOOP_DELAY;
      metrics.shed(isLate ? 'event-loop' : 'memory');
      // rejecting calls creates no garbage, and without garbage the engine keeps memory for minutes
      if (!isLate && performance.now() - collectedAt > sampleMs) {
        collectedAt = performance.now();
        collectGarbage().catch((error: unknown) => log.warn({ err: error }, 'garbage is not collected'));
      }
      throw new RefusalError(refuse('overloaded'));
    },
  });
}

/** Also returns free memory to the system. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect());
}

/** Includes calendar feeds: apps request them, and they cost as much. */
const isCallOfApi = ({ url }: FastifyRequest): boolean =>
  url.startsWith('/api/') || url.startsWith('/calendar/');
