import fastifyCookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { handleError } from '../errors/handler.ts';
import { admitCalls } from '../load/admission.ts';
import { createCallers } from '../load/callers.ts';
import { connectionOptions } from '../load/connections.ts';
import { takeTurnsWithBodies } from '../load/largeBodies.ts';
import { answerReadiness } from '../load/readiness.ts';
import { countCalls } from '../metrics/calls.ts';
import { setRequestLog } from '../requestLog.ts';
import { checkOrigin, guardAccess } from './access.ts';
import { readBodies } from './bodies.ts';
import { answerBrokenAddress, answerBrokenCall } from './brokenCalls.ts';
import { compressAnswers } from './compression.ts';
import { requestIds, sendRequestId, trustedProxies } from './requestId.ts';
import { securityHeaders } from './securityHeaders.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyInstance extends AfterAnswers {
    drain: ReturnType<typeof answerReadiness>;
  }
}

/** The HTTP server without routes: parsing, security headers, origin check, access guard, errors, one log line per call. */
export async function createApp(context: AppContext): Promise<App> {
  // default messages for what schemas do not word themselves, such as unknown fields
  z.config(z.locales.it());
  const loggerInstance: FastifyBaseLogger = context.log;
  const isTrusted = trustedProxies(context.settings.trustProxy);
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    ...connectionOptions(context.settings.limits),
    // at shutdown idle connections close at once and calls in progress finish; event streams close themselves
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      answerBrokenAddress(error, request, reply, context.settings.publicUrl),
    clientErrorHandler: answerBrokenCall,
    trustProxy: isTrusted,
    genReqId: requestIds(isTrusted),
    // longer parameters are invalid: identifiers have 36 characters
    routerOptions: { maxParamLength: 100 },
    // avoids loading Fastify's compilers: the next lines set ours before there is any route
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  }).withTypeProvider<ZodTypeProvider>();
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  countCalls(app, context.metrics);
  sendRequestId(app);
  setRequestLog(app);
  app.addHook('onRequest', async (request, reply) => {
    // responses are personal and momentary: no caching
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    checkOrigin(request, context.settings);
  });
  logCalls(app);
  compressAnswers(app);
  await app.register(fastifyCookie);
  const setSecurityHeaders = securityHeaders(context.settings.publicUrl);
  app.addHook('onRequest', (request, reply, done) =>
    setSecurityHeaders(request.raw, reply.raw, () => done()),
  );
  app.server.maxConnections = context.settings.limits.mostConnections;
  const callers = createCallers(context.settings);
  const isFull = await admitCalls(app, context, callers);
  guardAccess(app, context, callers);
  readBodies(app, context, callers);
  takeTurnsWithBodies(app, context.settings.limits, callers);
  followAnswers(app);
  app.decorate('drain', answerReadiness(app, context, isFull));
  return app;
}

function noCompiler(): never {
  throw new Error('zod checks what comes in and what goes out');
}

function logCalls(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    // the route's pattern, not the URL: identifiers and queries stay out of the log
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'call',
    );
  });
}

/** Work whose duration a response must not reveal. */
interface AfterAnswers {
  /** Starts `work` once the response was sent or the caller has left; logs its errors. */
  afterAnswer(reply: FastifyReply, work: () => Promise<void>): void;
  /** Resolves when all work queued so far is done. */
  answersFollowed(): Promise<void>;
}

/** Delays closing the server until such work is done. */
function followAnswers(app: FastifyInstance): void {
  const pending = new Set<Promise<void>>();
  const followed = async (): Promise<void> => {
    while (pending.size > 0) await Promise.all(pending);
  };
  app.decorate('afterAnswer', (reply, work) => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    reply.raw.once('close', resolve);
    const done = left
      .then(work)
      .catch((error: unknown) => reply.log.error({ err: error }, 'after an answer'));
    pending.add(done);
    void done.finally(() => pending.delete(done));
  });
  app.decorate('answersFollowed', followed);
  app.addHook('onClose', followed);
}
