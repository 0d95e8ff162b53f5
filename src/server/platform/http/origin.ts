import type { FastifyRequest } from 'fastify';
import { refuse } from '../../../domain/errors/refusal.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { Settings } from '../settings.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site makes a browser send. Browsers name the origin of every write; it must be the
 * public address or the host the call itself went to. Callers without an origin are not browsers and carry no cookie
 * they did not set themselves.
 *
 * @throws RefusalError `foreign_origin`
 */
export function checkOrigin(request: FastifyRequest, settings: Settings): void {
  if (readingMethods.has(request.method)) return;
  const { origin } = request.headers;
  if (origin === undefined) {
    const site = request.headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none') return;
  } else if (origin === settings.publicUrl || origin === `${request.protocol}://${request.host}`) {
    return;
  }
  throw new RefusalError(refuse('foreign_origin'));
}
