import { canSendMail } from '../mail/commands.password.ts';
import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { approveSwap, refuseApproval } from './commands.approve.ts';
import { confirmSwap } from './commands.confirm.ts';
import { deleteRequest, editRequest } from './commands.edit.ts';
import { refuseOffer, rejectRequest, withdrawOffer } from './commands.offer.ts';
import { preAccept } from './commands.preAccept.ts';

const access = { access: 'signed-in' } as const;

/** What the requester does with a request of their own. */
export function requesterRoutes(app: App, context: AppContext): void {
  addRoute(app, 'PUT /api/exchange-requests/:id', access, async (request) => {
    const signedIn = requireSignedIn(request);
    return { request: await editRequest(context, signedIn, request.params.id, request.body) };
  });

  addRoute(app, 'DELETE /api/exchange-requests/:id', access, async (request) => {
    await deleteRequest(context, requireSignedIn(request), request.params.id);
  });

  addRoute(app, 'POST /api/exchange-requests/:id/final-confirm', access, async (request) => {
    const signedIn = requireSignedIn(request);
    const { accepterUserId = null, version = null } = request.body ?? {};
    const choice = { accepterUserId, version };
    const swapped = await confirmSwap(context, signedIn, request.params.id, choice);
    return { request: swapped, canSendMails: await canSendMail(context) };
  });
}

/** What a colleague does with somebody else's request; the requester refuses an offer by the same call. */
export function colleagueRoutes(app: App, context: AppContext): void {
  addRoute(app, 'POST /api/exchange-requests/:id/pre-accept', access, async (request) => {
    const signedIn = requireSignedIn(request);
    return { request: await preAccept(context, signedIn, request.params.id, request.body ?? {}) };
  });

  addRoute(app, 'DELETE /api/exchange-requests/:id/cancel-pre-accept', access, async (request) => {
    const signedIn = requireSignedIn(request);
    const { id } = request.params;
    const accepterUserId = request.body?.accepterUserId ?? signedIn.user.id;
    const isOwn = accepterUserId === signedIn.user.id;
    return {
      request: await (isOwn
        ? withdrawOffer(context, signedIn, id, request.body?.isUndo)
        : refuseOffer(context, signedIn, id, accepterUserId)),
    };
  });

  addRoute(app, 'POST /api/exchange-requests/:id/reject', access, async (request) => {
    const signedIn = requireSignedIn(request);
    return { request: await rejectRequest(context, signedIn, request.params.id) };
  });
}

/** What an approver does with a swap that waits. */
export function approverRoutes(app: App, context: AppContext): void {
  addRoute(app, 'POST /api/exchange-requests/:id/approve', access, async (request) => {
    const { version } = request.body ?? {};
    return approveSwap(context, requireSignedIn(request), { requestId: request.params.id, version });
  });

  addRoute(app, 'POST /api/exchange-requests/:id/refuse-approval', access, async (request) => {
    const { reason, version } = request.body;
    const decision = { requestId: request.params.id, version };
    return refuseApproval(context, requireSignedIn(request), decision, reason);
  });
}
