import { z } from 'zod';
import { dayInRome } from '../../domain/calendar/day.ts';
import { operationColumns } from '../../domain/operations/csv.it.ts';
import {
  createOperationSchema,
  operationExportQuerySchema,
  operationListQuerySchema,
  operationListSchema,
  operationSchema,
  operationStatisticsSchema,
  reviewAccountSchema,
  reviewOperationSchema,
  reviewOperationsSchema,
} from '../../domain/operations/schema.ts';
import { idSchema } from '../../domain/text.ts';
import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { reviewOperation, reviewOperations } from './commands.review.ts';
import { createOperation, deleteOperation } from './commands.ts';
import { filterOf } from './filter.ts';
import { ceoOperationRoutes } from './routes.ceo.ts';
import { exportOperations, readOperations, readStatistics, viewerOf } from './views.ts';

const access = { access: 'signed-in' } as const;
const idParams = z.object({ id: idSchema });

/** Operation codes: one's own, those of the worksite for who reviews them, and all of them for the CEO. */
export function operationRoutes(app: App, context: AppContext): void {
  readingRoutes(app, context);
  writingRoutes(app, context);
  reviewRoutes(app, context);
  ceoOperationRoutes(app, context);
}

function readingRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/operations',
    {
      config: access,
      schema: { querystring: operationListQuerySchema, response: { 200: operationListSchema } },
    },
    async (request) => {
      const viewer = viewerOf(requireSignedIn(request));
      const filter = filterOf(viewer, request.query);
      return readOperations(context.database, viewer, filter, request.query.cursor);
    },
  );

  app.get(
    '/api/operations/export',
    { config: { ...access, limit: 'export' }, schema: { querystring: operationExportQuerySchema } },
    async (request, reply) => {
      const viewer = viewerOf(requireSignedIn(request));
      const filter = filterOf(viewer, request.query);
      const today = dayInRome(context.clock.now());
      const rows = exportOperations(context.database, viewer, filter);
      return sendCsv(reply, `turnario-codici-${today}.csv`, operationColumns, rows);
    },
  );

  app.get(
    '/api/operations/statistics',
    { config: access, schema: { response: { 200: operationStatisticsSchema } } },
    async (request) => {
      const viewer = viewerOf(requireSignedIn(request));
      filterOf(viewer, { view: 'own' });
      return readStatistics(context.database, viewer.id, context.clock.now());
    },
  );
}

function writingRoutes(app: App, context: AppContext): void {
  app.post(
    '/api/operations',
    {
      config: { ...access, limit: 'code' },
      schema: { body: createOperationSchema, response: { 201: operationSchema } },
    },
    async (request, reply) => {
      const operation = await createOperation(context, requireSignedIn(request), request.body);
      return reply.status(201).send(operation);
    },
  );

  app.delete(
    '/api/operations/:id',
    { config: access, schema: { params: idParams, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await deleteOperation(context, requireSignedIn(request), request.params.id);
      return reply.status(204).send();
    },
  );
}

function reviewRoutes(app: App, context: AppContext): void {
  app.patch(
    '/api/operations/:id',
    {
      config: access,
      schema: { params: idParams, body: reviewOperationSchema, response: { 200: operationSchema } },
    },
    async (request) => {
      const { status, reason = null } = request.body;
      return reviewOperation(context, requireSignedIn(request), request.params.id, { status, reason });
    },
  );

  app.post(
    '/api/operations/review',
    { config: access, schema: { body: reviewOperationsSchema, response: { 200: reviewAccountSchema } } },
    async (request) => {
      const { ids, status, reason = null } = request.body;
      return reviewOperations(context, requireSignedIn(request), ids, { status, reason });
    },
  );
}
