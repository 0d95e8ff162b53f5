import type { FastifyReply } from 'fastify';
import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { heartbeatSeconds } from '../../domain/events/stream.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { findSessionExpiry } from '../platform/session/queries.ts';
import type { SignedIn } from '../platform/session/session.ts';

const mostStreamsAPerson = 10;
const retryAfterSeconds = 30;
const mostUnreadBytes = 64 * 1024;

/** An open answer, and the page that asked for it. */
interface EventStream {
  pageId: string | undefined;
  send(event: string, data: object): void;
  end(): void;
}

/**
 * `GET /api/events`: server-sent events. `hello` first, then `changed` with `{"lists": [...]}` whenever lists of this
 * person changed, `missed` when events may have been lost, and `heartbeat` in between. It ends with its session. `page`
 * names the page that asks: when it asks again, its former stream makes room. `age` says how many milliseconds ago, at
 * most, the page began to read its lists: `hello` then has in `ago` how many milliseconds ago which lists changed since,
 * and in `knownFor` how far back that is known.
 */
export function eventRoutes(app: App, context: AppContext): void {
  const streams = new Map<string, Set<EventStream>>();
  app.addHook('preClose', async () => {
    for (const ofPerson of streams.values()) for (const stream of ofPerson) stream.end();
  });
  addRoute(app, 'GET /api/events', { access: 'signed-in', isStream: true }, (request, reply) => {
    const signedIn = request.caller;
    const { id } = signedIn.user;
    const stream = streamOf(reply, request.query.page);
    const ofPerson = streams.get(id) ?? new Set();
    if (!makeRoom(ofPerson, stream)) {
      reply.header('retry-after', retryAfterSeconds);
      throw new RefusalError(refuse('overloaded'));
    }
    streams.set(id, ofPerson.add(stream));
    openStream(reply);
    const stop = feed(context, stream, signedIn, request.query.age);
    reply.raw.on('close', () => {
      stop();
      ofPerson.delete(stream);
      if (ofPerson.size === 0 && streams.get(id) === ofPerson) streams.delete(id);
    });
    return reply;
  });
}

const streamOf = ({ raw }: FastifyReply, pageId: string | undefined): EventStream => ({
  pageId,
  send: (event, data) => {
    if (raw.writableEnded) return;
    raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    // nobody reads: what piles up here would only grow, and the page reads everything again when it comes back
    if (raw.writableLength > mostUnreadBytes) raw.destroy();
  },
  end: () => void raw.end(),
});

/** A page that asks again has lost its line; the server may hear of that many minutes later. */
function makeRoom(ofPerson: Set<EventStream>, { pageId }: EventStream): boolean {
  for (const former of ofPerson) {
    if (pageId === undefined || former.pageId !== pageId) continue;
    ofPerson.delete(former);
    former.end();
  }
  return ofPerson.size < mostStreamsAPerson;
}

function openStream(reply: FastifyReply): void {
  // Fastify gives the answer up: it stays open
  reply.hijack();
  // silent between heartbeats, and that is as it should be
  reply.raw.setTimeout(0);
  const headers = reply.getHeaders() as Record<string, string>;
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

/** Says hello, and what may have changed while the page was reading its lists and could not be told. */
function greet({ events }: AppContext, stream: EventStream, userId: string, age?: number): void {
  if (age === undefined) return stream.send('hello', {});
  const { ago, knownFor } = events.changedWithin(userId, age);
  const rounded = Object.entries(ago).map(([list, milliseconds]) => [list, Math.floor(milliseconds)]);
  stream.send('hello', { knownFor: Math.floor(knownFor), ago: Object.fromEntries(rounded) });
}

/** Passes on what concerns the person until their session is over; answers what stops it. */
function feed(
  context: AppContext,
  stream: EventStream,
  { user, sessionId }: SignedIn,
  age: number | undefined,
): () => void {
  let expiresAt: Instant | null = null;
  const end = (): void => {
    // so that the page asks who it is for, instead of for another stream
    stream.send('changed', { lists: ['session'] });
    stream.end();
  };
  const checkSession = (): void => {
    findSessionExpiry(context.database, sessionId).then(
      (expiry) => {
        expiresAt = expiry;
        if (expiry === null || expiry <= context.clock.now()) end();
      },
      // who wants the stream back is checked anew
      () => stream.end(),
    );
  };
  const unsubscribe = context.events.subscribe(user.id, {
    changed: (lists, changeId) => {
      stream.send('changed', { lists, changeId });
      if (lists.includes('session')) checkSession();
    },
    missed: () => {
      stream.send('missed', {});
      checkSession();
    },
  });
  const heartbeat = setInterval(() => {
    // it may have been used since
    if (expiresAt !== null && expiresAt <= context.clock.now()) checkSession();
    else stream.send('heartbeat', {});
  }, heartbeatSeconds * 1000);
  greet(context, stream, user.id, age);
  // it may have ended after it was read for this call and before its end could be heard here
  checkSession();
  return () => {
    clearInterval(heartbeat);
    unsubscribe();
  };
}
