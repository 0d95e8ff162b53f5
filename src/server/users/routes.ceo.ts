import { z } from 'zod';
import {
  registrationListSchema,
  userListQuerySchema,
  userPermissionsSchema,
} from '../../domain/admin/schema.ts';
import { idSchema } from '../../domain/text.ts';
import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { permitReview, removeUser } from './commands.ceo.ts';
import { listGroups } from './queries.ceo.ts';
import { readPeople } from './queries.people.ts';

const pageSize = 50;
const params = z.object({ id: idSchema });

/** What the CEO does with people: find them, remove them, permit reviews; letting them in or out is in `routes.ts`. */
export function ceoUserRoutes(app: App, context: AppContext): void {
  const config = { access: 'ceo' } as const;
  const response = { 204: z.undefined() };

  app.get(
    '/api/ceo/registrations',
    { config, schema: { querystring: userListQuerySchema, response: { 200: registrationListSchema } } },
    async ({ query }) => ({
      groups: await listGroups(context.database, query),
      ...(await readPeople(context.database, query, pageSize)),
    }),
  );

  app.patch(
    '/api/ceo/users/:id/permissions',
    { config, schema: { params, body: userPermissionsSchema, response } },
    async (request, reply) => {
      await permitReview(context, requireSignedIn(request), request.params.id, request.body.mayReviewCodes);
      return reply.status(204).send();
    },
  );

  app.delete('/api/ceo/users/:id', { config, schema: { params, response } }, async (request, reply) => {
    await removeUser(context, requireSignedIn(request), request.params.id);
    return reply.status(204).send();
  });
}
