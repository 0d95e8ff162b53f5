import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { permitReview, removeUser } from './commands.ceo.ts';
import { listGroups } from './queries.ceo.ts';
import { readPeople } from './queries.people.ts';

const pageSize = 50;

/** What the CEO does with people: find them, remove them, permit reviews; letting them in or out is in `routes.ts`. */
export function ceoUserRoutes(app: App, context: AppContext): void {
  const config = { access: 'ceo' } as const;

  addRoute(app, 'GET /api/ceo/registrations', config, async ({ query }) => ({
    groups: await listGroups(context.database, query),
    ...(await readPeople(context.database, query, pageSize)),
  }));

  addRoute(app, 'PATCH /api/ceo/users/:id/permissions', config, async (request) => {
    await permitReview(context, requireSignedIn(request), request.params.id, request.body.mayReviewCodes);
  });

  addRoute(app, 'DELETE /api/ceo/users/:id', config, async (request) => {
    await removeUser(context, requireSignedIn(request), request.params.id);
  });
}
