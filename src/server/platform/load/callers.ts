import { hash } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { sessionTokens } from '../session/cookie.ts';
import { isToken } from '../session/session.ts';
import type { Settings } from '../settings.ts';
import type { QueueCaller } from './fairQueue.ts';

/** The caller: a signed-in person, or else the network for everybody calling from it. */
export interface KnownCaller extends QueueCaller {
  isPerson: boolean;
}

/**
 * Identifies callers before reading sessions, from sessions read here earlier. To be trusted only for queueing: the
 * session may have ended since.
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
      // for IPv6, the first 64 bits
      const network = normalizeIP(request.ip);
      return known.get(keyOf(request)) ?? { group: network, member: network, isPerson: false };
    },
    /** Records whose session the call has. */
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
