import { z } from 'zod';
import {
  acceptTermsSchema,
  changePasswordSchema,
  ownSessionListSchema,
  passwordLinkAnswerSchema,
  requestPasswordLinkSchema,
} from '../../domain/auth/ownAccount.ts';
import { idSchema } from '../../domain/text.ts';
import { sessionSchema } from '../../domain/users/schema.ts';
import { canSendMail } from '../mail/commands.password.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { renewSessionCookie, sessionTokens } from '../platform/session/cookie.ts';
import { readSession } from '../platform/session/session.ts';
import { changePassword, requestPasswordLink } from './commands.password.ts';
import { endOtherSessions, endOwnSession, readOwnSessions } from './commands.sessions.ts';
import { acceptTerms } from './commands.terms.ts';

const nothing = { 204: z.undefined() };

/** The password of one's own account, lost or known, and where the account is signed in. */
export function ownAccountRoutes(app: App, context: AppContext): void {
  passwordRoutes(app, context);
  sessionRoutes(app, context);
  termsRoute(app, context);
}

function passwordRoutes(app: App, context: AppContext): void {
  app.post(
    '/api/auth/request-password-link',
    {
      config: { access: 'public' },
      schema: { body: requestPasswordLinkSchema, response: { 202: passwordLinkAnswerSchema } },
    },
    async (request, reply) => {
      await requestPasswordLink(context, request.body.email, request.ip);
      return reply.status(202).send({ canSend: await canSendMail(context) });
    },
  );

  app.post(
    '/api/auth/change-password',
    { config: { access: 'own-account' }, schema: { body: changePasswordSchema, response: nothing } },
    async (request, reply) => {
      renewSessionCookie(
        reply,
        context,
        await changePassword(context, requireSignedIn(request), request.body),
      );
      return reply.status(204).send();
    },
  );
}

function termsRoute(app: App, context: AppContext): void {
  app.post(
    '/api/auth/accept-terms',
    {
      config: { access: 'own-account' },
      schema: { body: acceptTermsSchema, response: { 200: sessionSchema } },
    },
    async (request) => {
      await acceptTerms(context, requireSignedIn(request));
      return requireFound(await readSession(context, sessionTokens(request, context.settings)));
    },
  );
}

function sessionRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/auth/sessions',
    { config: { access: 'own-account' }, schema: { response: { 200: ownSessionListSchema } } },
    async (request) => readOwnSessions(context, requireSignedIn(request)),
  );

  app.delete(
    '/api/auth/sessions',
    { config: { access: 'own-account' }, schema: { response: nothing } },
    async (request, reply) => {
      await endOtherSessions(context, requireSignedIn(request));
      return reply.status(204).send();
    },
  );

  app.delete(
    '/api/auth/sessions/:id',
    {
      config: { access: 'own-account' },
      schema: { params: z.object({ id: idSchema }), response: nothing },
    },
    async (request, reply) => {
      await endOwnSession(context, requireSignedIn(request), request.params.id);
      return reply.status(204).send();
    },
  );
}
