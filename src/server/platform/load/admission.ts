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

/** More at once than a database has connections; of a worksite fewer, whose calls may wait for its lock. */
const turns = { mostAtOnce: 24, mostOfGroup: 8 };
/** Of all calls in progress, how many of one caller may wait. */
const shareOfOne = 0.3;
/** So long one caller's calls are counted together. */
const paceSeconds = 10;
const noHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
/** The event loop's delay is the mean of so long: one pause of the machine is no crowd. */
const sampleMs = 2_000;

/**
 * Turns calls of the API away early: with 429 who calls too often, with 503 everybody while the server has more to do
 * than it can; those in progress then still end in time. The page's files, `/healthz` and `/readyz` cost next to nothing
 * and are never turned away. Who is let in waits for a turn. To be called before the hooks that read the session.
 * @returns whether the server takes on no more
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
  // no turn is held while a body arrives
  app.addHook('preParsing', async ({ callUnderWay, headers }) => {
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      callUnderWay?.pause();
  });
  app.addHook('preHandler', async ({ callUnderWay }) => callUnderWay?.begin());
  // nor while an answer is taken
  app.addHook('onSend', async ({ callUnderWay }) => callUnderWay?.pause());
  return () => underWay >= mostCalls || isDatabaseFull() || app.isUnderPressure();
}

class CallUnderWay {
  readonly #enter: () => Promise<ReleaseSlot>;
  readonly #leaving = new AbortController();
  #release: ReleaseSlot | null = null;

  constructor(reply: FastifyReply, queue: FairQueue, caller: QueueCaller) {
    this.#enter = () => queue.enter(caller, this.leaving);
    // not the response hook: it does not run when the caller has left
    reply.raw.once('close', () => {
      // without a reason it would make an error each time
      this.#leaving.abort('the caller has left');
      this.pause();
    });
  }

  /** Aborted when the answer has left, or the caller. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Waits for its turn. @throws RefusalError too_many_attempts, overloaded (also where the caller leaves) */
  async begin(): Promise<void> {
    this.#release ??= await this.#enter();
    if (!this.leaving.aborted) return;
    this.pause();
    throw new RefusalError(refuse('overloaded'));
  }

  /** Gives the turn back; `begin` may ask for it again. */
  pause(): void {
    this.#release?.();
    this.#release = null;
  }
}

/** Of one person, and of the strangers of a network together, in this process. */
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

/** Turns calls away while the event loop is late or memory full. */
async function watchProcess(app: FastifyInstance, { settings, metrics, log }: AppContext) {
  const { mostDelayMs, mostHeapBytes, mostMemoryBytes } = settings.limits;
  let collectedAt = -Infinity;
  await app.register(fastifyUnderPressure, {
    sampleInterval: sampleMs,
    maxEventLoopDelay: mostDelayMs,
    maxHeapUsedBytes: mostHeapBytes,
    maxRssBytes: mostMemoryBytes,
    pressureHandler: async (request, _reply, type, value) => {
      // infinity: nothing was measured, since one pause was as long
      if (!isCallOfApi(request) || value === Infinity) return;
      const isLate = type === fastifyUnderPressure.TYPE_EVENT_LOOP_DELAY;
      metrics.shed(isLate ? 'event-loop' : 'memory');
      // who turns calls away makes no garbage, and without more of it the engine keeps what there is for minutes
      if (!isLate && performance.now() - collectedAt > sampleMs) {
        collectedAt = performance.now();
        collectGarbage().catch((error: unknown) => log.warn({ err: error }, 'garbage is not collected'));
      }
      throw new RefusalError(refuse('overloaded'));
    },
  });
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
