import { canSendMail } from '../mail/commands.password.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { approveSwap, refuseApproval } from './commands.approve.ts';
import { confirmSwap } from './commands.confirm.ts';
import { deleteRequest, editRequest } from './commands.edit.ts';
import { refuseOffer, rejectRequest, withdrawOffer } from './commands.offer.ts';
import { preAccept } from './commands.preAccept.ts';

const access = { access: 'signed-in' } as const;

export function requesterRoutes(app: App, context: AppContext): void {
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

/** What a colleague does with somebody else's request; the requester refuses an offer by the same call. */
export function colleagueRoutes(app: App, context: AppContext): void {
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

export function approverRoutes(app: App, context: AppContext): void {
  addRoute(app, 'POST /api/exchange-requests/:id/approve', access, ({ caller, params, body }) =>
    approveSwap(context, caller, { requestId: params.id, version: body?.version }),
  );

  addRoute(app, 'POST /api/exchange-requests/:id/refuse-approval', access, ({ caller, params, body }) =>
    refuseApproval(context, caller, { requestId: params.id, version: body.version }, body.reason),
  );
}
