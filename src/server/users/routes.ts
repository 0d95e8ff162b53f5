import { z } from 'zod';
import { idSchema } from '../../domain/text.ts';
import { sessionSchema, updateProfileSchema, userStatusSchema } from '../../domain/users/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { sessionTokens } from '../platform/session/cookie.ts';
import { readSession } from '../platform/session/session.ts';
import { changeProfile, setUserActive } from './commands.ts';
import { ownAccountRoutes } from './routes.account.ts';

const userParams = z.object({ id: idSchema });

export function userRoutes(app: App, context: AppContext): void {
  ownAccountRoutes(app, context);
  app.patch(
    '/api/users/:id',
    {
      config: { access: 'signed-in' },
      schema: { params: userParams, body: updateProfileSchema, response: { 200: sessionSchema } },
    },
    async (request) => {
      await changeProfile(context, requireSignedIn(request), request.params.id, request.body);
      return requireFound(await readSession(context, sessionTokens(request, context.settings)));
    },
  );

  app.patch(
    '/api/ceo/users/:id/status',
    {
      config: { access: 'ceo' },
      schema: { params: userParams, body: userStatusSchema, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      await setUserActive(context, requireSignedIn(request), request.params.id, request.body.isActive);
      return reply.status(204).send();
    },
  );
}
