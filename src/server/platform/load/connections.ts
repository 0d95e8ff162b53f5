import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { refuse } from '../../../domain/errors/refusal.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { Limits } from './limits.ts';

const maxBodyBytes = 64 * 1024;
/** All headers of a call together, its address included. */
const maxHeaderBytes = 16 * 1024;
const mostHeaders = 100;
const longestAddress = 8_000;
/** Longer than proxies keep theirs (60 s by default), so that it is they who close what nobody uses. */
const keepAliveMs = 72_000;
/** An answer that takes so many times its patience is cut off, however steadily it is taken. */
const longestAnswer = 5;

type ConnectionOptions = Pick<
  FastifyServerOptions,
  'bodyLimit' | 'requestTimeout' | 'connectionTimeout' | 'keepAliveTimeout' | 'return503OnClosing'
>;

/** What the server grants a connection; the time limits cut off who sends or reads too slowly to be a browser. */
export function connectionOptions({ requestMs, answerMs }: Limits) {
  const options: ConnectionOptions = {
    bodyLimit: maxBodyBytes,
    requestTimeout: requestMs,
    // no byte in either direction for so long: whoever should read the answer does not
    connectionTimeout: answerMs,
    keepAliveTimeout: keepAliveMs,
    // while the server closes, a call that still gets here is answered
    return503OnClosing: false,
  };
  const http = {
    maxHeaderSize: maxHeaderBytes,
    requestTimeout: requestMs,
    headersTimeout: requestMs / 2,
    connectionsCheckingInterval: Math.min(requestMs / 4, 5_000),
  };
  return { ...options, http };
}

/** Bounds how many connections there are, what a call may be made of, and how long an answer may take. */
export function boundConnections(app: FastifyInstance, { mostConnections, answerMs }: Limits): void {
  app.server.maxConnections = mostConnections;
  /** Answers under way, and since when. */
  const answers = new Map<{ destroy(): unknown }, number>();
  const watch = setInterval(() => {
    const oldest = performance.now() - longestAnswer * answerMs;
    for (const [answer, since] of answers) if (since < oldest) answer.destroy();
  }, answerMs).unref();
  app.addHook('onClose', async () => clearInterval(watch));
  app.addHook('onRequest', (request, { raw }, done) => {
    if (request.url.length > longestAddress) return done(new RefusalError(refuse('address_too_long')));
    if (request.raw.rawHeaders.length > 2 * mostHeaders) {
      return done(new RefusalError(refuse('headers_too_large')));
    }
    if (!request.routeOptions.config.isStream) {
      answers.set(raw, performance.now());
      raw.once('close', () => answers.delete(raw));
    }
    done();
  });
}
