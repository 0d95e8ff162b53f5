import { hash } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { sessionTokens } from '../session/cookie.ts';
import { isToken } from '../session/session.ts';
import type { Settings } from '../settings.ts';
import type { QueueCaller } from './fairQueue.ts';

/** Whose call it is: somebody signed in, else the network stands for all who call from it. */
export interface KnownCaller extends QueueCaller {
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
  const keyOf = (request: FastifyRequest): string => {
    const own = sessionTokens(request, settings)?.own ?? '';
    return isToken(own) ? hash('sha256', own, 'base64') : '';
  };
  return {
    of: (request: FastifyRequest): KnownCaller => {
      // of IPv6 the first 64 bits
      const network = normalizeIP(request.ip);
      return known.get(keyOf(request)) ?? { group: network, member: network, isPerson: false };
    },
    /** The call's session was read: of whom. */
    know: (request: FastifyRequest, { id, worksiteId }: { id: string; worksiteId: string }): void => {
      const key = keyOf(request);
      known.delete(key);
      known.set(key, { group: worksiteId, member: id, isPerson: true });
      const [oldest = ''] = known.keys();
      if (known.size > mostKnown) known.delete(oldest);
    },
    forget: (request: FastifyRequest): boolean => known.delete(keyOf(request)),
  };
}
