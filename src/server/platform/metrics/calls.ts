import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer stays open: neither a call in progress nor a duration. */
    isStream?: boolean;
  }
  interface FastifyReply {
    /** The code of the refusal that was answered. */
    refusedWith: string | null;
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts every call when its answer has left, or its caller. To be called before other hooks: those may refuse. */
export function countCalls(app: FastifyInstance, metrics: Metrics): void {
  app.decorateReply('refusedWith', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    const method = methods.has(request.method) ? request.method : 'other';
    const route = routeLabel(request, url);
    if (!config.isStream) metrics.callBegun();
    // not the response hook: it does not run when the caller has left
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

/** The pattern of the API's routes; the page, its files and unknown addresses by kind, since those change by build. */
function routeLabel({ raw }: FastifyRequest, pattern: string | undefined): string {
  if (pattern === undefined) return raw.url?.startsWith('/api/') ? 'unknown' : 'page';
  return /^\/(api\/|calendar\/|healthz$|readyz$)/.test(pattern) ? pattern : 'file';
}
