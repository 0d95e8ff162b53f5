import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../../../domain/errors/refusal.ts';
import type { AppContext } from '../context.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { Callers } from '../load/callers.ts';
import { clearActingCookie, sessionTokens } from '../session/cookie.ts';
import { readSession, type SignedIn } from '../session/session.ts';
import type { Settings } from '../settings.ts';

/**
 * Who may call a route; a route without it prevents the start. `own-account`: not for an impersonating CEO; `admin`:
 * the role; `ceo`: also an address from the settings, and not while impersonating; `ceo-session`: a CEO in either
 * state; `loader`: a CEO, or with the permission to load rosters.
 */
export type Access = 'public' | 'signed-in' | 'own-account' | 'admin' | 'ceo' | 'ceo-session' | 'loader';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Admits a CEO whose impersonation is over as themselves; all other calls are refused first. */
    returnsToOwn?: true;
  }
  interface FastifyRequest {
    signedIn: SignedIn | null;
    /** The caller; only in routes whose access is not `public`. */
    readonly caller: SignedIn;
  }
}

/** Requires each route to name its access, and enforces it before reading the body. */
export function guardAccess(app: FastifyInstance, context: AppContext, callers: Callers): void {
  app.decorateRequest('signedIn', null);
  app.decorateRequest('caller', {
    getter() {
      if (!this.signedIn) throw new RefusalError(refuse('not_signed_in'));
      return this.signedIn;
    },
  });
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && !route.config?.access) {
      throw new Error(`route ${String(route.method)} ${route.url} does not say who may call it`);
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config;
    if (!access || access === 'public') return;
    const signedIn = await findSignedIn(context, request, reply);
    if (!signedIn) {
      callers.forget(request);
      throw new RefusalError(refuse('not_signed_in'));
    }
    const { user, impersonatorId } = signedIn;
    // a CEO's calls count as their own, even while impersonating
    callers.know(request, { id: impersonatorId ?? user.id, worksiteId: user.worksiteId });
    const refusal = refusalOf(access, signedIn);
    if (refusal) throw new RefusalError(refusal);
    request.signedIn = signedIn;
  });
}

/**
 * The caller. An impersonating CEO's call after the impersonation ended is nobody's: what was meant for that account
 * must not happen in the CEO's own. They become themselves again only where the page asks who it is for.
 */
async function findSignedIn(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | null> {
  const tokens = sessionTokens(request, context.settings);
  const signedIn = await readSession(context, tokens);
  if (signedIn || !tokens?.acting || !request.routeOptions.config.returnsToOwn) return signedIn;
  const own = await readSession(context, { own: tokens.own });
  if (own) clearActingCookie(request, reply, context.settings);
  return own;
}

function refusalOf(access: Access, { user, isImpersonating }: SignedIn): Refusal | null {
  switch (access) {
    case 'own-account':
      return isImpersonating ? refuse('not_while_impersonating') : null;
    case 'admin':
      return user.role === 'admin' && !isImpersonating ? null : refuse('admin_only');
    case 'ceo':
      return user.isCeo && !isImpersonating ? null : refuse('ceo_only');
    case 'ceo-session':
      return user.isCeo || isImpersonating ? null : refuse('ceo_only');
    case 'loader':
      return user.isCeo || user.mayLoadShifts ? null : refuse('roster_not_loader');
    default:
      return null;
  }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that another site makes a browser send. Browsers send the origin with every write; it must be the
 * public address or the host of the call. Callers without an origin are not browsers and carry no cookie they did not
 * set themselves.
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
