import { dayInRome } from '../../domain/calendar/day.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { worksiteToLoad } from './access.ts';
import { endInvitation, makeInvitation, readInvitations } from './commands.invitations.ts';
import { assignUnclaimed } from './commands.unclaimed.ts';
import { requireRosterWorksite } from './judging.ts';
import { listRosterPeople, nameOf } from './queries.people.ts';
import { listUnclaimed } from './queries.unclaimed.ts';

export function unclaimedRoutes(app: App, context: AppContext): void {
  const { database, clock } = context;
  const access = { access: 'loader' } as const;
  invitationRoutes(app, context);

  addRoute(app, 'GET /api/rosters/unclaimed', access, async (request) => {
    const worksiteId = worksiteToLoad(request.caller, request.query.worksiteId);
    await requireRosterWorksite(database, worksiteId);
    return {
      waiting: await listUnclaimed(database, worksiteId, dayInRome(clock.now())),
      people: (await listRosterPeople(database, worksiteId)).map(nameOf),
    };
  });

  addRoute(app, 'POST /api/rosters/unclaimed/:id/assign', access, ({ caller, params, body }) =>
    assignUnclaimed(context, caller, params.id, body.userId),
  );
}

/** Invitations to register at a worksite, created only by the CEO. */
function invitationRoutes(app: App, context: AppContext): void {
  const access = { access: 'ceo' } as const;

  addRoute(app, 'GET /api/ceo/worksites/:id/invitations', access, ({ params }) =>
    readInvitations(context, params.id),
  );

  addRoute(app, 'POST /api/ceo/worksites/:id/invitations', access, ({ caller, params, body }) =>
    makeInvitation(context, caller, params.id, body.unclaimedId),
  );

  addRoute(app, 'DELETE /api/ceo/worksites/:id/invitations', access, ({ caller, params, query }) =>
    endInvitation(context, caller, params.id, query.unclaimedId),
  );
}
