import { canSendMail } from '../mail/commands.password.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { readCursor } from '../platform/http/cursor.ts';
import { addListRoute, addRoute } from '../platform/http/route.ts';
import { readApproval, readApprovals } from './approvalViews.ts';
import { approveSwap, refuseApproval } from './commands.approve.ts';
import { confirmSwap } from './commands.confirm.ts';
import { deleteRequest, editRequest } from './commands.edit.ts';
import { refuseOffer, rejectRequest, withdrawOffer } from './commands.offer.ts';
import { preAccept } from './commands.preAccept.ts';
import { publishRequest } from './commands.publish.ts';
import { listCompleted, readCompleted, readReceipt } from './completedViews.ts';
import { readHolidayWeeks } from './holidayWeeks.ts';
import { readDayChoices, readPreview } from './preview.ts';
import { readSwapRest } from './restPreview.ts';
import { keysOfTab, listRequests, placeOf, readCard, readCounts, readTab, readWaiting } from './views.ts';

const access = { access: 'signed-in' } as const;

export function exchangeRoutes(app: App, context: AppContext): void {
  addListRoute(app, 'GET /api/exchange-requests', access, placeOf, (caller, after, most) =>
    listRequests(context, caller, after, most),
  );

  addRoute(app, 'GET /api/exchange-requests/page', access, ({ caller, query: { tab, cursor } }) =>
    readTab(context, caller, tab, readCursor(cursor, keysOfTab[tab])),
  );

  addRoute(app, 'GET /api/exchange-requests/counts', access, ({ caller }) => readCounts(context, caller));

  addRoute(app, 'GET /api/exchange-requests/waiting', access, ({ caller }) => readWaiting(context, caller));

  addRoute(app, 'GET /api/exchange-requests/:id', access, async ({ caller, params }) =>
    requireFound(await readCard(context, caller, params.id)),
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

function requesterRoutes(app: App, context: AppContext): void {
  addRoute(app, 'PUT /api/exchange-requests/:id', access, async ({ caller, params, body }) => ({
    request: await editRequest(context, caller, params.id, body),
  }));

  addRoute(app, 'DELETE /api/exchange-requests/:id', access, ({ caller, params }) =>
    deleteRequest(context, caller, params.id),
  );

  addRoute(
    app,
    'POST /api/exchange-requests/:id/final-confirm',
    access,
    async ({ caller, params, body }) => ({
      request: await confirmSwap(context, caller, params.id, body ?? {}),
      canSendMails: await canSendMail(context),
    }),
  );
}

/** A colleague's actions on somebody else's request; the requester refuses an offer with the same call. */
function colleagueRoutes(app: App, context: AppContext): void {
  addRoute(app, 'POST /api/exchange-requests/:id/pre-accept', access, async ({ caller, params, body }) => ({
    request: await preAccept(context, caller, params.id, body ?? {}),
  }));

  addRoute(
    app,
    'DELETE /api/exchange-requests/:id/cancel-pre-accept',
    access,
    async ({ caller, params, body }) => {
      const { accepterUserId = caller.user.id, isUndo } = body ?? {};
      const request = await (accepterUserId === caller.user.id
        ? withdrawOffer(context, caller, params.id, isUndo)
        : refuseOffer(context, caller, params.id, accepterUserId));
      return { request };
    },
  );

  addRoute(app, 'POST /api/exchange-requests/:id/reject', access, async ({ caller, params }) => ({
    request: await rejectRequest(context, caller, params.id),
  }));
}

function approverRoutes(app: App, context: AppContext): void {
  addRoute(app, 'POST /api/exchange-requests/:id/approve', access, ({ caller, params, body }) =>
    approveSwap(context, caller, { requestId: params.id, version: body?.version }),
  );

  addRoute(app, 'POST /api/exchange-requests/:id/refuse-approval', access, ({ caller, params, body }) =>
    refuseApproval(context, caller, { requestId: params.id, version: body.version }, body.reason),
  );
}
