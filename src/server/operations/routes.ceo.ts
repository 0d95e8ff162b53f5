import { z } from 'zod';
import { dayInRome } from '../../domain/calendar/day.ts';
import { operationColumns } from '../../domain/operations/csv.it.ts';
import {
  ceoOperationExportQuerySchema,
  ceoOperationListQuerySchema,
  operationListSchema,
} from '../../domain/operations/schema.ts';
import { idSchema } from '../../domain/text.ts';
import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { deleteOperation } from './commands.ts';
import { ceoFilterOf } from './filter.ts';
import { exportOperations, readOperations, viewerOf } from './views.ts';

const access = { access: 'ceo' } as const;

/** The codes of all worksites, for the CEO; reviewing goes by the same calls as everybody's. */
export function ceoOperationRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/ceo/operations',
    {
      config: access,
      schema: { querystring: ceoOperationListQuerySchema, response: { 200: operationListSchema } },
    },
    async (request) => {
      const { cursor, ...asked } = request.query;
      const viewer = viewerOf(requireSignedIn(request));
      return readOperations(context.database, viewer, ceoFilterOf(asked), cursor);
    },
  );

  app.get(
    '/api/ceo/operations/export',
    { config: { ...access, limit: 'export' }, schema: { querystring: ceoOperationExportQuerySchema } },
    async (request, reply) => {
      const viewer = viewerOf(requireSignedIn(request));
      const rows = exportOperations(context.database, viewer, ceoFilterOf(request.query));
      const today = dayInRome(context.clock.now());
      return sendCsv(reply, `turnario-codici-${today}.csv`, operationColumns, rows);
    },
  );

  app.delete(
    '/api/ceo/operations/:id',
    { config: access, schema: { params: z.object({ id: idSchema }), response: { 204: z.undefined() } } },
    async (request, reply) => {
      await deleteOperation(context, requireSignedIn(request), request.params.id);
      return reply.status(204).send();
    },
  );
}
