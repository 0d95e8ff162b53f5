import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../../../domain/errors/refusal.ts';
import type { AppContext } from '../context.ts';
import { RefusalError } from '../errors/refusalError.ts';
import { sessionToken } from '../session/cookie.ts';
import { readSession, type SignedIn } from '../session/session.ts';

/**
 * Who may call a route; every route says it, one that does not stops the start. `own-account`: what a CEO who acts as
 * somebody may not do for them; `admin`: the role; `ceo`: also an address of the settings, and not while acting as
 * somebody; `ceo-session`: a CEO in either state.
 */
export type Access = 'public' | 'signed-in' | 'own-account' | 'admin' | 'ceo' | 'ceo-session';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
}

/** Requires each route to name its access, and enforces it before the body is read. */
export function guardAccess(app: FastifyInstance, context: AppContext): void {
  app.decorateRequest('signedIn', null);
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && !route.config?.access) {
      throw new Error(`route ${String(route.method)} ${route.url} does not say who may call it`);
    }
  });
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (!access || access === 'public') return;
    const signedIn = await readSession(context, sessionToken(request, context.settings));
    if (!signedIn) throw new RefusalError(refuse('not_signed_in'));
    const refusal = refusalOf(access, signedIn);
    if (refusal) throw new RefusalError(refusal);
    request.signedIn = signedIn;
  });
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
    default:
      return null;
  }
}

/** The person who calls; only in routes whose access is not `public`. */
export function requireSignedIn(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new RefusalError(refuse('not_signed_in'));
  return request.signedIn;
}
