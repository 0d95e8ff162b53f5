import { dayInRome } from '../../domain/calendar/day.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { addRoute } from '../platform/http/route.ts';
import { auditHeader, auditRows, readAudit } from './audit.ts';
import { readAttention, readOverview } from './overview.ts';

const config = { access: 'ceo' } as const;

/** The CEO's record and numbers. */
export function ceoRoutes(app: App, { database, clock }: AppContext): void {
  addRoute(app, 'GET /api/ceo/overview', config, async () => readOverview(database, clock.now()));

  addRoute(app, 'GET /api/ceo/attention', config, async () => readAttention(database, clock.now()));

  addRoute(app, 'GET /api/ceo/audit', config, async ({ query: { cursor, ...filter } }) =>
    readAudit(database, filter, cursor),
  );

  addRoute(app, 'GET /api/ceo/audit/export', { ...config, limit: 'export' }, ({ query }, reply) =>
    sendCsv(
      reply,
      `turnario-registro-${dayInRome(clock.now())}.csv`,
      auditHeader,
      auditRows(database, query),
    ),
  );
}
