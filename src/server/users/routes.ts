import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { sessionTokens } from '../platform/session/cookie.ts';
import { readSession } from '../platform/session/session.ts';
import { changeProfile, setUserActive } from './commands.ts';
import { ownAccountRoutes } from './routes.account.ts';

export function userRoutes(app: App, context: AppContext): void {
  ownAccountRoutes(app, context);
  addRoute(app, 'PATCH /api/users/:id', { access: 'signed-in' }, async (request) => {
    await changeProfile(context, requireSignedIn(request), request.params.id, request.body);
    return requireFound(await readSession(context, sessionTokens(request, context.settings)));
  });

  addRoute(app, 'PATCH /api/ceo/users/:id/status', { access: 'ceo' }, async (request) => {
    await setUserActive(context, requireSignedIn(request), request.params.id, request.body.isActive);
  });
}
