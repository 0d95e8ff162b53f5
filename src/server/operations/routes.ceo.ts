import { dayInRome } from '../../domain/calendar/day.ts';
import { operationColumns } from '../../domain/operations/csv.it.ts';
import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { sendCsv } from '../platform/http/csv.ts';
import { addRoute } from '../platform/http/route.ts';
import { deleteOperation } from './commands.ts';
import { ceoFilterOf } from './filter.ts';
import { exportOperations, readOperations, viewerOf } from './views.ts';

const access = { access: 'ceo' } as const;

/** The codes of all worksites, for the CEO; reviewing goes by the same calls as everybody's. */
export function ceoOperationRoutes(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/ceo/operations', access, async (request) => {
    const { cursor, ...asked } = request.query;
    const viewer = viewerOf(requireSignedIn(request));
    return readOperations(context.database, viewer, ceoFilterOf(asked), cursor);
  });

  addRoute(app, 'GET /api/ceo/operations/export', { ...access, limit: 'export' }, async (request, reply) => {
    const viewer = viewerOf(requireSignedIn(request));
    const rows = exportOperations(context.database, viewer, ceoFilterOf(request.query));
    const today = dayInRome(context.clock.now());
    return sendCsv(reply, `turnario-codici-${today}.csv`, operationColumns, rows);
  });

  addRoute(app, 'DELETE /api/ceo/operations/:id', access, async (request) => {
    await deleteOperation(context, requireSignedIn(request), request.params.id);
  });
}
