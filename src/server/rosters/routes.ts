import { addDays, addHours, dayInRome } from '../../domain/calendar/day.ts';
import { undoHours } from '../../domain/rosters/schema.answers.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { worksiteToLoad } from './access.ts';
import { acceptProposals, declineProposals, readProposals } from './commands.answer.ts';
import { loadRoster, type RosterContext } from './commands.load.ts';
import { undoRoster } from './commands.undo.ts';
import { judgeWorksite, previewOf, requireRosterWorksite } from './judging.ts';
import { listUsualDuties } from './queries.calendars.ts';
import { listNames } from './queries.names.ts';
import { listRosterPeople, nameOf } from './queries.people.ts';
import { listRosters } from './queries.ts';
import { gridRoutes } from './routes.grid.ts';
import { unclaimedRoutes } from './routes.unclaimed.ts';
import { readTable } from './table/readTable.ts';

/** How many past days the usual shifts are taken from. */
const usualDays = 62;
const mostListed = 30;

const access = { access: 'signed-in' } as const;
const loaders = { access: 'loader' } as const;

export function rosterRoutes(app: App, context: RosterContext): void {
  loaderRoutes(app, context);
  gridRoutes(app, context);
  tableRoute(app, context);
  unclaimedRoutes(app, context);
  const { database, clock } = context;

  addRoute(app, 'GET /api/rosters/setup', loaders, async (request) => {
    const worksiteId = worksiteToLoad(request.caller, request.query.worksiteId);
    const { id, name, variant, legend, layout, mode } = await requireRosterWorksite(database, worksiteId);
    const people = await listRosterPeople(database, worksiteId);
    const since = addDays(dayInRome(clock.now()), -usualDays);
    return {
      worksite: { id, name, variant },
      people: people.map(nameOf),
      usualDuties: await listUsualDuties(database, worksiteId, since),
      legend,
      layout,
      names: await listNames(database, worksiteId),
      mode,
    };
  });

  addRoute(app, 'GET /api/rosters/proposals', access, ({ caller }) => readProposals(context, caller));

  addRoute(app, 'POST /api/rosters/proposals/accept', access, ({ caller, body }) =>
    acceptProposals(context, caller, body),
  );

  addRoute(app, 'POST /api/rosters/proposals/decline', access, ({ caller, body }) =>
    declineProposals(context, caller, body),
  );
}

function loaderRoutes(app: App, context: RosterContext): void {
  const { database, clock } = context;

  addRoute(app, 'POST /api/rosters/preview', loaders, async (request) => {
    const worksiteId = worksiteToLoad(request.caller, request.body.worksiteId);
    const worksite = await requireRosterWorksite(database, worksiteId);
    return previewOf(await judgeWorksite(database, worksite, request.body, clock.now()));
  });

  addRoute(app, 'POST /api/rosters', loaders, ({ caller, body }) => loadRoster(context, caller, body));

  addRoute(app, 'GET /api/rosters', loaders, async (request) => {
    const worksiteId = worksiteToLoad(request.caller, request.query.worksiteId);
    const now = clock.now();
    await requireRosterWorksite(database, worksiteId);
    const rosters = await listRosters(database, worksiteId, mostListed);
    return rosters.map(({ isEntered, from, to, ...roster }) => {
      const until = addHours(roster.loadedAt, undoHours);
      return {
        ...roster,
        days: { from, to },
        mode: isEntered ? ('subito' as const) : ('proposta' as const),
        undoUntil: roster.undoneAt === null && until >= now ? until : null,
      };
    });
  });

  addRoute(app, 'DELETE /api/rosters/:id', loaders, ({ caller, params }) =>
    undoRoster(context, caller, params.id),
  );
}

/** Converts a file with a worksite's roster, or a person's own row, to a table. Nothing of it is stored. */
function tableRoute(app: App, { children }: RosterContext): void {
  // an impersonating CEO may not read files for that person
  addRoute(
    app,
    'POST /api/rosters/table',
    { access: 'own-account', limit: 'file' },
    async ({ caller, body, callUnderWay }, reply) => {
      // files have their own queue
      callUnderWay?.pause();
      const file = Buffer.from(body.file, 'base64');
      const tables = await readTable(children, caller.user.id, file, callUnderWay?.leaving);
      return reply.type('application/json').send(tables);
    },
  );
}
