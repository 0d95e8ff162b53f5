import { z } from 'zod';
import {
  cancelPreAcceptSchema,
  changeExchangeSchema,
  exchangeAnswerSchema,
  type ExchangeRequest,
  finalConfirmSchema,
  preAcceptSchema,
} from '../../domain/exchanges/schema.ts';
import { idSchema } from '../../domain/text.ts';
import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { confirmSwap } from './commands.confirm.ts';
import { deleteRequest } from './commands.delete.ts';
import { editRequest } from './commands.edit.ts';
import { refuseOffer, withdrawOffer } from './commands.offer.ts';
import { preAccept } from './commands.preAccept.ts';
import { rejectRequest } from './commands.reject.ts';

const access = { access: 'signed-in' } as const;
const requestParams = z.object({ id: idSchema });
const answers = { 200: exchangeAnswerSchema };

type Answer = (signedIn: SignedIn, id: string) => Promise<{ request: ExchangeRequest }>;

/** What the requester does with a request of their own. */
export function requesterRoutes(app: App, context: AppContext, answer: Answer): void {
  app.put(
    '/api/exchange-requests/:id',
    { config: access, schema: { params: requestParams, body: changeExchangeSchema, response: answers } },
    async (request) => {
      const signedIn = requireSignedIn(request);
      await editRequest(context, signedIn, request.params.id, request.body);
      return answer(signedIn, request.params.id);
    },
  );

  app.delete(
    '/api/exchange-requests/:id',
    { config: access, schema: { params: requestParams, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await deleteRequest(context, requireSignedIn(request), request.params.id);
      return reply.status(204).send();
    },
  );

  app.post(
    '/api/exchange-requests/:id/final-confirm',
    {
      config: access,
      schema: { params: requestParams, body: finalConfirmSchema.nullish(), response: answers },
    },
    async (request) => {
      const signedIn = requireSignedIn(request);
      const { accepterUserId = null, version = null } = request.body ?? {};
      await confirmSwap(context, signedIn, request.params.id, { accepterUserId, version });
      return answer(signedIn, request.params.id);
    },
  );
}

/** What a colleague does with somebody else's request; the requester refuses an offer by the same call. */
export function colleagueRoutes(app: App, context: AppContext, answer: Answer): void {
  app.post(
    '/api/exchange-requests/:id/pre-accept',
    {
      config: access,
      schema: { params: requestParams, body: preAcceptSchema.nullish(), response: answers },
    },
    async (request) => {
      const signedIn = requireSignedIn(request);
      await preAccept(context, signedIn, request.params.id, request.body?.version ?? null);
      return answer(signedIn, request.params.id);
    },
  );

  app.delete(
    '/api/exchange-requests/:id/cancel-pre-accept',
    {
      config: access,
      schema: { params: requestParams, body: cancelPreAcceptSchema.nullish(), response: answers },
    },
    async (request) => {
      const signedIn = requireSignedIn(request);
      const { id } = request.params;
      const accepterUserId = request.body?.accepterUserId ?? signedIn.user.id;
      await (accepterUserId === signedIn.user.id
        ? withdrawOffer(context, signedIn, id)
        : refuseOffer(context, signedIn, id, accepterUserId));
      return answer(signedIn, id);
    },
  );

  app.post(
    '/api/exchange-requests/:id/reject',
    { config: access, schema: { params: requestParams, response: answers } },
    async (request) => {
      const signedIn = requireSignedIn(request);
      await rejectRequest(context, signedIn, request.params.id);
      return answer(signedIn, request.params.id);
    },
  );
}
