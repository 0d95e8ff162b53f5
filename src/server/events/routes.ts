import type { FastifyReply } from 'fastify';
import type { Instant } from '../../domain/calendar/day.ts';
import { heartbeatSeconds } from '../../domain/events/stream.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { findSessionExpiry } from '../platform/session/queries.ts';
import type { SignedIn } from '../platform/session/session.ts';

const mostStreamsAPerson = 10;
const mostUnreadBytes = 64 * 1024;
/** Browsers reconnect after a random time in this range, so that they do not all return at once; milliseconds. */
const shortestRetry = 1000;
const longestRetry = 5000;

type EventStream = ReturnType<typeof streamOf>;

/**
 * `GET /api/events`: server-sent events. `changed` with `{"lists": [...]}` when lists of this person changed, `hello`
 * at the start and when events may have been lost, `heartbeat` in between. The stream ends with its session. A person
 * has at most ten: the oldest is closed, since it may be a connection that broke unnoticed.
 */
export function eventRoutes(app: App, context: AppContext): void {
  const streams = new Map<string, Set<EventStream>>();
  app.addHook('preClose', async () => {
    for (const ofPerson of streams.values()) for (const stream of ofPerson) stream.end();
  });
  addRoute(app, 'GET /api/events', { access: 'signed-in', isStream: true }, (request, reply) => {
    const signedIn = request.caller;
    const { id } = signedIn.user;
    const ofPerson = streams.get(id) ?? new Set();
    const [oldest] = ofPerson;
    if (oldest && ofPerson.size === mostStreamsAPerson) {
      ofPerson.delete(oldest);
      oldest.end();
    }
    const stream = streamOf(reply);
    streams.set(id, ofPerson.add(stream));
    openStream(reply);
    const stop = feed(context, stream, signedIn);
    reply.raw.on('close', () => {
      stop();
      ofPerson.delete(stream);
      if (ofPerson.size === 0 && streams.get(id) === ofPerson) streams.delete(id);
    });
    return reply;
  });
}

const streamOf = ({ raw }: FastifyReply) => ({
  send: (event: string, data: object): void => {
    if (raw.writableEnded) return;
    raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    // unread data would only pile up, and the page refetches everything when it reconnects
    if (raw.writableLength > mostUnreadBytes) raw.destroy();
  },
  end: () => void raw.end(),
});

function openStream(reply: FastifyReply): void {
  reply.hijack();
  // no timeout between heartbeats
  reply.raw.setTimeout(0);
  const headers = reply.getHeaders() as Record<string, string>;
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const retry = Math.round(shortestRetry + Math.random() * (longestRetry - shortestRetry));
  reply.raw.write(`retry: ${retry}\n\nevent: hello\ndata: {}\n\n`);
}

/** Forwards the person's events until their session ends; returns a function that stops it. */
function feed(context: AppContext, stream: EventStream, { user, sessionId }: SignedIn): () => void {
  let expiresAt: Instant | null = null;
  const end = (): void => {
    // makes the page read its session instead of opening another stream
    stream.send('changed', { lists: ['session'] });
    stream.end();
  };
  const checkSession = (): void => {
    findSessionExpiry(context.database, sessionId).then(
      (expiry) => {
        expiresAt = expiry;
        if (expiry === null || expiry <= context.clock.now()) end();
      },
      // the page opens another stream, which checks the session again
      () => stream.end(),
    );
  };
  const unsubscribe = context.events.subscribe(user.id, {
    changed: (lists) => {
      stream.send('changed', { lists });
      if (lists.includes('session')) checkSession();
    },
    missed: () => {
      stream.send('hello', {});
      checkSession();
    },
  });
  const heartbeat = setInterval(() => {
    // the session may have been used since
    if (expiresAt !== null && expiresAt <= context.clock.now()) checkSession();
    else stream.send('heartbeat', {});
  }, heartbeatSeconds * 1000);
  // the session may have ended after it was read for this call and before this stream subscribed
  checkSession();
  return () => {
    clearInterval(heartbeat);
    unsubscribe();
  };
}
