import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import {
  clearActingCookie,
  renewSessionCookie,
  sessionTokens,
  setActingCookie,
} from '../platform/session/cookie.ts';
import { readSession } from '../platform/session/session.ts';
import { impersonate, stopImpersonation } from './commands.impersonation.ts';

/** A CEO enters a person's account, and returns to their own. */
export function impersonationRoutes(app: App, context: AppContext): void {
  const { settings } = context;

  addRoute(app, 'POST /api/ceo/impersonate/:id', { access: 'ceo' }, async (request, reply) => {
    const token = await impersonate(context, requireSignedIn(request), request.params.id);
    setActingCookie(reply, settings, token);
    const own = sessionTokens(request, settings)?.own ?? '';
    return requireFound(await readSession(context, { own, acting: token }));
  });

  addRoute(
    app,
    'POST /api/ceo/stop-impersonation',
    { access: 'ceo-session', returnsToOwn: true },
    async (request, reply) => {
      const signedIn = requireSignedIn(request);
      // a second tap: they are back already
      if (!signedIn.isImpersonating) return signedIn;
      const own = await stopImpersonation(context, sessionTokens(request, settings)?.acting ?? '');
      renewSessionCookie(reply, context, own);
      clearActingCookie(request, reply, settings);
      return requireFound(await readSession(context, { own: own.token }));
    },
  );
}
