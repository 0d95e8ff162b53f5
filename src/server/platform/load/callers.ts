import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sessionTokens } from '../session/cookie.ts';
import { isToken } from '../session/session.ts';
import type { Settings } from '../settings.ts';
import type { QueueCaller } from './fairQueue.ts';
import { networkOf } from './network.ts';

/** Whose call it is, as far as that matters for its place in the line. */
export interface KnownCaller extends QueueCaller {
  /** Somebody signed in; else the network stands for all who call from it. */
  isPerson: boolean;
}

/**
 * Tells before any session is read whose call this is: by sessions that were read here before. Not to be trusted for
 * more than a place in the line: the session may have ended since.
 */
export type Callers = ReturnType<typeof createCallers>;

const mostKnown = 20_000;

export function createCallers(settings: Settings) {
  const known = new Map<string, KnownCaller>();
  const keyOf = (request: FastifyRequest): string | null => {
    const own = sessionTokens(request, settings)?.own;
    return own !== undefined && isToken(own) ? hash('sha256', own, 'base64') : null;
  };
  return {
    of: (request: FastifyRequest): KnownCaller => {
      const key = keyOf(request);
      const person = key === null ? undefined : known.get(key);
      if (person) return person;
      const network = `network ${networkOf(request.ip)}`;
      return { group: network, member: network, isPerson: false };
    },
    /** The call's session was read: of whom. */
    know: (request: FastifyRequest, { id, worksiteId }: { id: string; worksiteId: string }): void => {
      const key = keyOf(request);
      if (key === null) return;
      known.delete(key);
      known.set(key, { group: worksiteId, member: id, isPerson: true });
      const [oldest] = known.keys();
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
    },
    /** The call's session is none. */
    forget: (request: FastifyRequest): void => {
      const key = keyOf(request);
      if (key !== null) known.delete(key);
    },
  };
}
