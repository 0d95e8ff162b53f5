import {
  adminShiftListSchema,
  adminSummarySchema,
  adminWorksiteListSchema,
  exportParamsSchema,
  newUserDays,
  recentShiftCount,
  userListQuerySchema,
  userListSchema,
} from '../../domain/admin/schema.ts';
import { dayInRome } from '../../domain/calendar/day.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { variantOf } from '../platform/session/session.ts';
import { readPeople } from '../users/queries.people.ts';
import { shiftHeader, shiftRows, userHeader, userRows } from './exports.ts';
import { listRecentShifts, listWorksiteCards, readSummary } from './queries.panel.ts';
import { ceoRoutes } from './routes.ceo.ts';

const pageSize = 100;
const config = { access: 'admin' } as const;

/** What the admin panel shows, and its files. */
export function adminRoutes(app: App, context: AppContext): void {
  const { database, clock } = context;

  app.get('/api/admin/summary', { config, schema: { response: { 200: adminSummarySchema } } }, async () => {
    const now = clock.now();
    return readSummary(database, secondsAfter(now, -newUserDays * 24 * 3600), dayInRome(now));
  });

  app.get(
    '/api/admin/users',
    { config, schema: { querystring: userListQuerySchema, response: { 200: userListSchema } } },
    async ({ query }) => readPeople(database, query, pageSize),
  );

  app.get(
    '/api/admin/worksites',
    { config, schema: { response: { 200: adminWorksiteListSchema } } },
    async () => {
      const cards = await listWorksiteCards(database, dayInRome(clock.now()));
      return cards.map(({ accessCode, ...card }) => ({
        ...card,
        variant: variantOf(accessCode, context.settings),
      }));
    },
  );

  app.get('/api/admin/shifts', { config, schema: { response: { 200: adminShiftListSchema } } }, async () =>
    listRecentShifts(database, recentShiftCount),
  );

  app.get(
    '/api/admin/export/:kind',
    { config: { ...config, limit: 'export' }, schema: { params: exportParamsSchema } },
    (request, reply) => {
      const today = dayInRome(clock.now());
      return request.params.kind === 'users'
        ? sendCsv(reply, `turnario-persone-${today}.csv`, userHeader, userRows(database))
        : sendCsv(reply, `turnario-turni-${today}.csv`, shiftHeader, shiftRows(database));
    },
  );

  ceoRoutes(app, context);
}
