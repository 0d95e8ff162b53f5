import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { sessionSchema } from '../../domain/users/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
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
  const response = { 200: sessionSchema };

  app.post(
    '/api/ceo/impersonate/:id',
    { config: { access: 'ceo' }, schema: { params: z.object({ id: idSchema }), response } },
    async (request, reply) => {
      const token = await impersonate(context, requireSignedIn(request), request.params.id);
      setActingCookie(reply, settings, token);
      const own = sessionTokens(request, settings)?.own ?? '';
      return requireFound(await readSession(context, { own, acting: token }));
    },
  );

  app.post(
    '/api/ceo/stop-impersonation',
    { config: { access: 'ceo-session', returnsToOwn: true }, schema: { response } },
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
