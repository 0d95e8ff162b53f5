import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../../../domain/errors/refusal.ts';
import type { AppContext } from '../context.ts';
import { RefusalError } from '../errors/refusalError.ts';
import { clearActingCookie, sessionTokens } from '../session/cookie.ts';
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
    /** A CEO whose acting as somebody is over is let in as themselves; all other calls are refused to them first. */
    returnsToOwn?: true;
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
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config;
    if (!access || access === 'public') return;
    const signedIn = await findSignedIn(context, request, reply);
    if (!signedIn) throw new RefusalError(refuse('not_signed_in'));
    const refusal = refusalOf(access, signedIn);
    if (refusal) throw new RefusalError(refusal);
    request.signedIn = signedIn;
  });
}

/**
 * Who calls. A CEO's call as somebody whose account they have lost meanwhile is nobody's, not their own: what was meant
 * for that account must not happen in theirs. Only where the page asks who it is for are they themselves again.
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
    default:
      return null;
  }
}

/** The person who calls; only in routes whose access is not `public`. */
export function requireSignedIn(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new RefusalError(refuse('not_signed_in'));
  return request.signedIn;
}
