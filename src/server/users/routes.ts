import { dayInRome } from '../../domain/calendar/day.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { addListRoute, addRoute } from '../platform/http/route.ts';
import { clearSessionCookies, sessionTokens } from '../platform/session/cookie.ts';
import { readSession, requireOwn } from '../platform/session/session.ts';
import { changeTaxiInfo, countOpenSwaps, deleteAccount } from './commands.account.ts';
import { changePermissions, removeUser } from './commands.ceo.ts';
import { changeProfile, setUserActive } from './commands.ts';
import { readOwnData } from './ownData.ts';
import { listGroups, listNewestPeople } from './queries.ceo.ts';
import { readPeople } from './queries.people.ts';

export function userRoutes(app: App, context: AppContext): void {
  ownAccountRoutes(app, context);
  ceoUserRoutes(app, context);
  addRoute(app, 'PATCH /api/users/:id', { access: 'signed-in' }, async (request) => {
    await changeProfile(context, request.caller, request.params.id, request.body);
    return requireFound(await readSession(context, sessionTokens(request, context.settings)));
  });

  addRoute(app, 'PATCH /api/ceo/users/:id/status', { access: 'ceo' }, ({ caller, params, body }) =>
    setUserActive(context, caller, params.id, body.isActive),
  );
}

const pageSize = 50;

function ceoUserRoutes(app: App, context: AppContext): void {
  const config = { access: 'ceo' } as const;

  addListRoute(app, 'GET /api/ceo/registrations', config, 'createdAt', (_caller, after, most) =>
    listNewestPeople(context.database, after, most),
  );

  addRoute(app, 'GET /api/ceo/registrations/page', config, async ({ query }) => ({
    groups: await listGroups(context.database, query),
    ...(await readPeople(context.database, query, pageSize)),
  }));

  addRoute(app, 'PATCH /api/ceo/users/:id/permissions', config, ({ caller, params, body }) =>
    changePermissions(context, caller, params.id, body),
  );

  addRoute(app, 'DELETE /api/ceo/users/:id', config, ({ caller, params }) =>
    removeUser(context, caller, params.id),
  );
}

function ownAccountRoutes(app: App, context: AppContext): void {
  addRoute(app, 'PUT /api/auth/taxi-info', { access: 'signed-in' }, async (request) => {
    await changeTaxiInfo(context, request.caller, request.body);
    return requireFound(await readSession(context, sessionTokens(request, context.settings)));
  });

  addRoute(app, 'GET /api/users/:id/swaps-at-stake', { access: 'signed-in' }, async (request) => {
    const signedIn = request.caller;
    requireOwn(signedIn, request.params.id);
    return countOpenSwaps(context, signedIn);
  });
  leavingRoutes(app, context);
}

function leavingRoutes(app: App, context: AppContext): void {
  addRoute(
    app,
    'GET /api/users/:id/data',
    { access: 'own-account', limit: 'export' },
    async (request, reply) => {
      const signedIn = request.caller;
      requireOwn(signedIn, request.params.id);
      const name = `turnario-i-miei-dati-${dayInRome(context.clock.now())}.json`;
      void reply.header('content-disposition', `attachment; filename="${name}"`);
      return readOwnData(context, signedIn);
    },
  );

  addRoute(app, 'DELETE /api/users/:id', { access: 'own-account' }, async (request, reply) => {
    const { id } = request.params;
    await deleteAccount(context, request.caller, id, request.body.password);
    clearSessionCookies(request, reply, context.settings);
  });
}
