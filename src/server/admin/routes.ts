import { newUserDays } from '../../domain/admin/schema.ts';
import { dayInRome } from '../../domain/calendar/day.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { addListRoute, addRoute } from '../platform/http/route.ts';
import { listNewestPeople } from '../users/queries.ceo.ts';
import { readPeople } from '../users/queries.people.ts';
import { recordShiftExport, seeRecentShifts } from './commands.ts';
import { shiftHeader, shiftRows, userHeader, userRows } from './exports.ts';
import { listWorksiteCards, readSummary } from './queries.panel.ts';
import { ceoRoutes } from './routes.ceo.ts';

const pageSize = 100;
const config = { access: 'admin' } as const;

export function adminRoutes(app: App, context: AppContext): void {
  const { database, clock } = context;

  addRoute(app, 'GET /api/admin/summary', config, async () => {
    const now = clock.now();
    return readSummary(database, secondsAfter(now, -newUserDays * 24 * 3600), dayInRome(now));
  });

  addListRoute(app, 'GET /api/admin/users', config, 'createdAt', (_caller, after, most) =>
    listNewestPeople(database, after, most),
  );

  addRoute(app, 'GET /api/admin/users/page', config, async ({ query }) =>
    readPeople(database, query, pageSize),
  );

  addRoute(app, 'GET /api/admin/worksites', config, async () => {
    return listWorksiteCards(database, dayInRome(clock.now()));
  });

  addRoute(app, 'GET /api/admin/shifts', config, ({ caller }) => seeRecentShifts(context, caller));

  addRoute(app, 'GET /api/admin/export/:kind', { ...config, limit: 'export' }, async (request, reply) => {
    const today = dayInRome(clock.now());
    if (request.params.kind === 'users')
      return sendCsv(reply, `turnario-persone-${today}.csv`, userHeader, userRows(database));
    await recordShiftExport(context, request.caller);
    return sendCsv(reply, `turnario-turni-${today}.csv`, shiftHeader, shiftRows(database));
  });

  ceoRoutes(app, context);
}
