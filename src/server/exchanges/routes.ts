import type { Instant } from '../../domain/calendar/day.ts';
import { exchangeListQuerySchema } from '../../domain/exchanges/schema.calls.ts';
import type { ExchangeCounts } from '../../domain/exchanges/schema.ts';
import type { AppContext } from '../platform/context.ts';
import type { SqlValue } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { parseCursor, readCursor } from '../platform/http/cursor.ts';
import { addCallerRoute, addListRoute, addRoute } from '../platform/http/route.ts';
import { sendJson } from '../platform/http/sendJson.ts';
import { readApproval, readApprovals } from './approvalViews.ts';
import { publishRequest } from './commands.publish.ts';
import { listCompleted, readCompleted, readReceipt } from './completedViews.ts';
import { readDayChoices } from './dayChoices.ts';
import { readHolidayWeeks } from './holidayWeeks.ts';
import { readPreview } from './preview.ts';
import { keysOfTab } from './queries.page.ts';
import { readSwapRest } from './restPreview.ts';
import { approverRoutes, colleagueRoutes, requesterRoutes } from './routes.actions.ts';
import {
  countsOfCaller,
  listRequests,
  placeOf,
  readCard,
  readTab,
  readWaiting,
  tabOfCaller,
  waitingOfCaller,
} from './views.ts';

const access = { access: 'signed-in' } as const;

/** The caller's page, read in the statement that finds their session; null for a tab or a cursor that is none. */
function pageOfCaller(query: unknown, now: Instant): SqlValue<string> | null {
  const { data } = exchangeListQuerySchema.safeParse(query);
  const after = data && parseCursor(data.cursor, keysOfTab[data.tab]);
  return data && after !== undefined ? tabOfCaller(data.tab, after, now) : null;
}

export function exchangeRoutes(app: App, context: AppContext): void {
  addListRoute(app, 'GET /api/exchange-requests', access, placeOf, (caller, after, most) =>
    listRequests(context, caller, after, most),
  );

  addCallerRoute(
    app,
    'GET /api/exchange-requests/page',
    access,
    (query) => pageOfCaller(query, context.clock.now()),
    async (request, page, reply) => {
      readCursor(request.query.cursor, keysOfTab[request.query.tab]);
      const list = await readTab(context, request.caller, request.query.tab, page);
      return sendJson(reply, JSON.stringify(list));
    },
  );

  addCallerRoute(
    app,
    'GET /api/exchange-requests/counts',
    access,
    () => countsOfCaller(context.clock.now()),
    (_request, counts) => JSON.parse(counts) as ExchangeCounts,
  );

  addCallerRoute(
    app,
    'GET /api/exchange-requests/waiting',
    access,
    () => waitingOfCaller(context.clock.now()),
    (request, page) => readWaiting(context, request.caller, page),
  );

  addRoute(app, 'GET /api/exchange-requests/:id', access, async ({ caller, params }) =>
    requireFound(await readCard(context.database, caller, params.id, context.clock.now())),
  );

  addRoute(app, 'POST /api/exchange-requests', { ...access, limit: 'publish' }, ({ caller, body }) =>
    publishRequest(context, caller, body),
  );

  previewRoutes(app, context);
  approvalRoutes(app, context);
  requesterRoutes(app, context);
  colleagueRoutes(app, context);
  completedRoutes(app, context);
}

function previewRoutes(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/exchange-requests/preview', access, ({ caller, query }) =>
    readPreview(context, caller, query),
  );

  addRoute(app, 'GET /api/exchange-requests/:id/rest', access, ({ caller, params, query }) =>
    readSwapRest(context, caller, params.id, query),
  );

  addRoute(app, 'GET /api/exchange-requests/days', access, ({ caller, query }) =>
    readDayChoices(context, caller, query),
  );

  addRoute(app, 'GET /api/exchange-requests/holiday-weeks', access, ({ caller, query }) =>
    readHolidayWeeks(context, caller, query.offeredShiftId ?? null),
  );
}

function approvalRoutes(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/exchange-requests/approvals', access, ({ caller }) =>
    readApprovals(context, caller),
  );

  addRoute(app, 'GET /api/exchange-requests/:id/approval', access, ({ caller, params }) =>
    readApproval(context, caller, params.id),
  );

  approverRoutes(app, context);
}

function completedRoutes(app: App, context: AppContext): void {
  addListRoute(app, 'GET /api/exchanges/completed', access, 'completedAt', (caller, after, most) =>
    listCompleted(context, caller, after, most),
  );

  addRoute(app, 'GET /api/exchanges/completed/page', access, ({ caller, query }) =>
    readCompleted(context, caller, readCursor(query.cursor, 'instant')),
  );

  addRoute(app, 'GET /api/exchanges/completed/:id', access, async ({ caller, params }) =>
    requireFound(await readReceipt(context, caller, params.id)),
  );
}
