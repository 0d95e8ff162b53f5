import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { endInvitation, makeInvitation, readInvitations } from './commands.invitations.ts';

/** Invitations to register at a worksite: only the CEO makes them. */
export function invitationRoutes(app: App, context: AppContext): void {
  const access = { access: 'ceo' } as const;

  addRoute(app, 'GET /api/ceo/worksites/:id/invitations', access, (request) =>
    readInvitations(context, request.params.id),
  );

  addRoute(app, 'POST /api/ceo/worksites/:id/invitations', access, (request) =>
    makeInvitation(context, requireSignedIn(request), request.params.id, request.body.unclaimedId),
  );

  addRoute(app, 'DELETE /api/ceo/worksites/:id/invitations', access, (request) =>
    endInvitation(context, requireSignedIn(request), request.params.id, request.query.unclaimedId),
  );
}
