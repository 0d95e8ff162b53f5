import { dayInRome } from '../../domain/calendar/day.ts';
import { operationColumns } from '../../domain/operations/csv.it.ts';
import { mayReview } from '../../domain/operations/rules.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { addListRoute, addRoute } from '../platform/http/route.ts';
import { reopenOperation } from './commands.reopen.ts';
import { reviewOperation, reviewOperations } from './commands.review.ts';
import { createOperation, deleteOperation } from './commands.ts';
import {
  ceoFilterOf,
  exportOperations,
  filterOf,
  listCodes,
  readOperations,
  readStatistics,
  viewerOf,
} from './views.ts';

const access = { access: 'signed-in' } as const;

export function operationRoutes(app: App, context: AppContext): void {
  readingRoutes(app, context);
  writingRoutes(app, context);
  reviewRoutes(app, context);
  ceoOperationRoutes(app, context);
}

function readingRoutes(app: App, context: AppContext): void {
  addListRoute(app, 'GET /api/operations', access, 'submittedAt', async (caller, after, most) => {
    const viewer = viewerOf(caller);
    const filter = filterOf(viewer, { view: mayReview(viewer) ? 'worksite' : 'own' });
    return listCodes(context.database, viewer, filter, after, most);
  });

  addRoute(app, 'GET /api/operations/page', access, async (request) => {
    const viewer = viewerOf(request.caller);
    const filter = filterOf(viewer, request.query);
    return readOperations(context.database, viewer, filter, request.query.cursor);
  });

  addRoute(app, 'GET /api/operations/export', { ...access, limit: 'export' }, async (request, reply) => {
    const viewer = viewerOf(request.caller);
    const filter = filterOf(viewer, request.query);
    const today = dayInRome(context.clock.now());
    const rows = exportOperations(context.database, viewer, filter);
    return sendCsv(reply, `turnario-codici-${today}.csv`, operationColumns, rows);
  });

  addRoute(app, 'GET /api/operations/statistics', access, async (request) => {
    const viewer = viewerOf(request.caller);
    filterOf(viewer, { view: 'own' });
    return readStatistics(context.database, viewer.id, context.clock.now());
  });
}

function writingRoutes(app: App, context: AppContext): void {
  addRoute(app, 'POST /api/operations', { ...access, limit: 'code' }, ({ caller, body }) =>
    createOperation(context, caller, body),
  );

  addRoute(app, 'DELETE /api/operations/:id', access, ({ caller, params }) =>
    deleteOperation(context, caller, params.id),
  );
}

function reviewRoutes(app: App, context: AppContext): void {
  addRoute(app, 'PATCH /api/operations/:id', access, async (request) => {
    const { status, reason = null } = request.body;
    const signedIn = request.caller;
    const { id } = request.params;
    return status === 'pending'
      ? reopenOperation(context, signedIn, id)
      : reviewOperation(context, signedIn, id, { status, reason });
  });

  addRoute(app, 'POST /api/operations/review', access, async (request) => {
    const { ids, status, reason = null } = request.body;
    return reviewOperations(context, request.caller, ids, { status, reason });
  });
}

const ceoOnly = { access: 'ceo' } as const;

/** The codes of all worksites, for the CEO; reviewing uses the same calls as for everybody. */
function ceoOperationRoutes(app: App, context: AppContext): void {
  addListRoute(app, 'GET /api/ceo/operations', ceoOnly, 'submittedAt', (caller, after, most) =>
    listCodes(context.database, viewerOf(caller), ceoFilterOf({}), after, most),
  );

  addRoute(app, 'GET /api/ceo/operations/page', ceoOnly, async (request) => {
    const { cursor, ...asked } = request.query;
    const viewer = viewerOf(request.caller);
    return readOperations(context.database, viewer, ceoFilterOf(asked), cursor);
  });

  addRoute(app, 'GET /api/ceo/operations/export', { ...ceoOnly, limit: 'export' }, async (request, reply) => {
    const viewer = viewerOf(request.caller);
    const rows = exportOperations(context.database, viewer, ceoFilterOf(request.query));
    const today = dayInRome(context.clock.now());
    return sendCsv(reply, `turnario-codici-${today}.csv`, operationColumns, rows);
  });

  addRoute(app, 'DELETE /api/ceo/operations/:id', ceoOnly, ({ caller, params }) =>
    deleteOperation(context, caller, params.id),
  );
}
