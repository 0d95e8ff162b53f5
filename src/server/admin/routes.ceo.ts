import {
  auditFilterSchema,
  auditListSchema,
  auditQuerySchema,
  overviewSchema,
} from '../../domain/admin/schema.ts';
import { dayInRome } from '../../domain/calendar/day.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { auditHeader, auditRows, readAudit } from './audit.ts';
import { readOverview } from './overview.ts';

const config = { access: 'ceo' } as const;

/** The CEO's record and numbers. */
export function ceoRoutes(app: App, { database, clock }: AppContext): void {
  app.get('/api/ceo/overview', { config, schema: { response: { 200: overviewSchema } } }, async () =>
    readOverview(database, clock.now()),
  );

  app.get(
    '/api/ceo/audit',
    { config, schema: { querystring: auditQuerySchema, response: { 200: auditListSchema } } },
    async ({ query: { cursor, ...filter } }) => readAudit(database, filter, cursor),
  );

  app.get(
    '/api/ceo/audit/export',
    { config: { ...config, limit: 'export' }, schema: { querystring: auditFilterSchema } },
    ({ query }, reply) =>
      sendCsv(
        reply,
        `turnario-registro-${dayInRome(clock.now())}.csv`,
        auditHeader,
        auditRows(database, query),
      ),
  );
}
