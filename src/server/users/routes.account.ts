import { z } from 'zod';
import { deleteAccountSchema } from '../../domain/auth/ownAccount.ts';
import { dayInRome } from '../../domain/calendar/day.ts';
import { idSchema } from '../../domain/text.ts';
import { ownDataSchema } from '../../domain/users/ownData.ts';
import { sessionSchema, swapsAtStakeSchema, taxiInfoSchema } from '../../domain/users/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { clearSessionCookies, sessionTokens } from '../platform/session/cookie.ts';
import { readSession } from '../platform/session/session.ts';
import { changeTaxiInfo, countSwapsAtStake, deleteAccount, requireOwn } from './commands.account.ts';
import { readOwnData } from './ownData.ts';

const params = z.object({ id: idSchema });

/** One's own account beyond the profile: taxi fields, what a change would close, a copy of all data, the end of it. */
export function ownAccountRoutes(app: App, context: AppContext): void {
  app.put(
    '/api/auth/taxi-info',
    {
      config: { access: 'signed-in' },
      schema: { body: taxiInfoSchema, response: { 200: sessionSchema } },
    },
    async (request) => {
      await changeTaxiInfo(context, requireSignedIn(request), request.body);
      return requireFound(await readSession(context, sessionTokens(request, context.settings)));
    },
  );

  app.get(
    '/api/users/:id/swaps-at-stake',
    { config: { access: 'signed-in' }, schema: { params, response: { 200: swapsAtStakeSchema } } },
    async (request) => {
      const signedIn = requireSignedIn(request);
      requireOwn(signedIn, request.params.id);
      return countSwapsAtStake(context, signedIn);
    },
  );
  leavingRoutes(app, context);
}

function leavingRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/users/:id/data',
    {
      config: { access: 'own-account', limit: 'export' },
      schema: { params, response: { 200: ownDataSchema } },
    },
    async (request, reply) => {
      const signedIn = requireSignedIn(request);
      requireOwn(signedIn, request.params.id);
      const name = `turnario-i-miei-dati-${dayInRome(context.clock.now())}.json`;
      void reply.header('content-disposition', `attachment; filename="${name}"`);
      return readOwnData(context, signedIn);
    },
  );

  app.delete(
    '/api/users/:id',
    {
      config: { access: 'own-account' },
      schema: { params, body: deleteAccountSchema, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const { id } = request.params;
      await deleteAccount(context, requireSignedIn(request), id, request.body.password);
      clearSessionCookies(request, reply, context.settings);
      return reply.status(204).send();
    },
  );
}
