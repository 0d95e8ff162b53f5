import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { sessionSchema } from '../../domain/users/schema.ts';
import { secondsBetween } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { sessionToken, keepSessionCookie } from '../platform/session/cookie.ts';
import { readSession } from '../platform/session/session.ts';
import { impersonate, stopImpersonation } from './commands.impersonation.ts';

/** A CEO enters a person's account, and returns to their own. */
export function impersonationRoutes(app: App, context: AppContext): void {
  const { settings, clock } = context;
  const response = { 200: sessionSchema };

  app.post(
    '/api/ceo/impersonate/:id',
    { config: { access: 'ceo' }, schema: { params: z.object({ id: idSchema }), response } },
    async (request, reply) => {
      const token = await impersonate(context, requireSignedIn(request), request.params.id);
      keepSessionCookie(reply, settings, token, null);
      return requireFound(await readSession(context, token));
    },
  );

  app.post(
    '/api/ceo/stop-impersonation',
    { config: { access: 'ceo-session' }, schema: { response } },
    async (request, reply) => {
      const signedIn = requireSignedIn(request);
      // a second tap: they are back already
      if (!signedIn.isImpersonating) return signedIn;
      const own = await stopImpersonation(context, sessionToken(request, settings) ?? '');
      const seconds = own.keepUntil === null ? null : secondsBetween(clock.now(), own.keepUntil);
      keepSessionCookie(reply, settings, own.token, seconds);
      return requireFound(await readSession(context, own.token));
    },
  );
}
