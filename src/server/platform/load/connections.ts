import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { refuse } from '../../../domain/errors/refusal.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { Limits } from './limits.ts';

/** The most bytes of a body, unless its call takes more (`mostBytes` of the contract). */
export const usualBodyBytes = 64 * 1024;
/** All headers of a call together, its address included. */
const maxHeaderBytes = 16 * 1024;
const mostHeaders = 100;
const longestAddress = 8_000;
/** Longer than proxies keep theirs (60 s by default), so that it is they who close what nobody uses. */
const keepAliveMs = 72_000;
/** An answer that takes so many times its patience is cut off, however steadily it is taken. */
const longestAnswer = 5;
/** How often it is looked who reads. */
const lookMs = 1_000;

type ConnectionOptions = Pick<
  FastifyServerOptions,
  'bodyLimit' | 'requestTimeout' | 'connectionTimeout' | 'keepAliveTimeout' | 'return503OnClosing'
>;

/** What the server grants a connection; the time limits cut off who sends or reads too slowly to be a browser. */
export function connectionOptions({ requestMs, answerMs }: Limits) {
  const options: ConnectionOptions = {
    bodyLimit: usualBodyBytes,
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
export function boundConnections(app: FastifyInstance, limits: Limits): void {
  const { mostConnections, answerMs } = limits;
  app.server.maxConnections = mostConnections;
  /** Answers in progress, and since when. */
  const answers = new Map<Answer, number>();
  const watch = setInterval(() => {
    const oldest = performance.now() - longestAnswer * answerMs;
    for (const [answer, since] of answers) if (since < oldest) answer.destroy();
  }, answerMs).unref();
  const unread = boundUnread(limits);
  app.addHook('onClose', async () => {
    clearInterval(watch);
    unread.stop();
  });
  app.addHook('onRequest', (request, { raw }, done) => {
    if (request.url.length > longestAddress) return done(new RefusalError(refuse('address_too_long')));
    if (request.raw.rawHeaders.length > 2 * mostHeaders) {
      return done(new RefusalError(refuse('headers_too_large')));
    }
    unread.add(raw);
    if (!request.routeOptions.config.isStream) {
      answers.set(raw, performance.now());
      raw.once('close', () => answers.delete(raw));
    }
    done();
  });
}

type Answer = Pick<ServerResponse, 'writableLength' | 'destroy' | 'once'> & { socket: Socket | null };

// a long answer is written at once, and how much of it is left is known to the handle alone
const queuedOf = (socket: Socket | null): number =>
  (socket as { _handle?: { writeQueueSize?: number } } | null)?._handle?.writeQueueSize ?? 0;

/**
 * Bounds what all answers together, event streams included, keep in memory because nobody takes it: beyond it those go
 * first of which no byte was taken since the last look, the largest before the others. Who reads, however slowly, stays.
 */
function boundUnread({ mostUnreadBytes }: Limits): { add(answer: Answer): void; stop(): void } {
  /** Answers that have not left, and how much had been taken of each connection at the last look. */
  const open = new Map<Answer, number>();
  const takenOf = ({ socket }: Answer): number => (socket?.bytesWritten ?? 0) - queuedOf(socket);
  const look = (): void => {
    let total = 0;
    const stalled: Answer[] = [];
    for (const [answer, taken] of open) {
      total += answer.writableLength;
      if (answer.writableLength > 0 && takenOf(answer) === taken) stalled.push(answer);
      open.set(answer, takenOf(answer));
    }
    stalled.sort((one, other) => other.writableLength - one.writableLength);
    for (const answer of stalled) {
      if (total <= mostUnreadBytes) break;
      total -= answer.writableLength;
      answer.destroy();
    }
  };
  const watch = setInterval(look, lookMs).unref();
  return {
    add: (answer) => {
      open.set(answer, -1);
      answer.once('close', () => open.delete(answer));
    },
    stop: () => clearInterval(watch),
  };
}
