import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its response stays open: counted neither as in progress nor with a duration. */
    isStream?: boolean;
  }
  interface FastifyReply {
    /** The error code of the refusal, if any. */
    refusedWith: string | null;
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts every call once its response was sent or its caller has left. Call it before adding other hooks: those may refuse. */
export function countCalls(app: FastifyInstance, metrics: Metrics): void {
  app.decorateReply('refusedWith', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    const method = methods.has(request.method) ? request.method : 'other';
    const route = routeLabel(request, url);
    if (!config.isStream) metrics.callBegun();
    // not `onResponse`: it does not run if the caller has left
    reply.raw.once('close', () => {
      const status = reply.raw.writableEnded ? reply.statusCode : 'aborted';
      if (config.isStream) metrics.streamAnswered({ method, route, status: reply.raw.statusCode });
      else {
        const seconds = reply.elapsedTime / 1000;
        metrics.callEnded({ method, route, status, seconds, refusal: reply.refusedWith });
      }
    });
    done();
  });
}

/** The pattern for API routes; only the kind for pages, files and unknown paths, since those change with each build. */
function routeLabel({ raw }: FastifyRequest, pattern: string | undefined): string {
  if (pattern === undefined) return raw.url?.startsWith('/api/') ? 'unknown' : 'page';
  return /^\/(api\/|calendar\/|healthz$|readyz$)/.test(pattern) ? pattern : 'file';
}
