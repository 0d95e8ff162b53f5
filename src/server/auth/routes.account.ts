import { canSendMail } from '../mail/commands.password.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { renewSessionCookie, sessionTokens, setDeviceCookie } from '../platform/session/cookie.ts';
import { readSession } from '../platform/session/session.ts';
import { changePassword, countLinkRequest, sendPasswordLink } from './commands.password.ts';
import { acceptTerms, endOtherSessions, endOwnSession, readOwnSessions } from './commands.sessions.ts';

export function ownAccountRoutes(app: App, context: AppContext): void {
  passwordRoutes(app, context);
  sessionRoutes(app, context);
  termsRoutes(app, context);
}

function passwordRoutes(app: App, context: AppContext): void {
  addRoute(app, 'POST /api/auth/request-password-link', { access: 'public' }, async (request, reply) => {
    const { email } = request.body;
    await countLinkRequest(context, email, request.ip);
    app.afterAnswer(reply, () => sendPasswordLink(context, email));
    return { canSend: await canSendMail(context) };
  });

  addRoute(app, 'POST /api/auth/change-password', { access: 'own-account' }, async (request, reply) => {
    const renewed = await changePassword(context, request.caller, request.body);
    renewSessionCookie(reply, context, renewed);
    setDeviceCookie(reply, context.settings, renewed.deviceToken);
  });
}

function termsRoutes(app: App, context: AppContext): void {
  addRoute(app, 'POST /api/auth/accept-terms', { access: 'own-account' }, async (request) => {
    await acceptTerms(context, request.caller);
    return requireFound(await readSession(context, sessionTokens(request, context.settings)));
  });

  // the controller named in the privacy policy, from the settings; the contact defaults to the first CEO's address
  addRoute(app, 'GET /api/terms-contact', { access: 'public' }, async () => {
    const { settings } = context;
    const { privacyControllerName: name, privacyControllerSeat: seat } = settings;
    return {
      controller: name === null ? null : { name, seat },
      contact: settings.privacyContact ?? settings.ceoEmails[0] ?? null,
      retention: { daysMonths: settings.retentionDaysMonths, auditYears: settings.retentionAuditYears },
    };
  });
}

function sessionRoutes(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/auth/sessions', { access: 'own-account' }, ({ caller }) =>
    readOwnSessions(context, caller),
  );

  addRoute(app, 'DELETE /api/auth/sessions', { access: 'own-account' }, ({ caller }) =>
    endOtherSessions(context, caller),
  );

  addRoute(app, 'DELETE /api/auth/sessions/:id', { access: 'own-account' }, ({ caller, params }) =>
    endOwnSession(context, caller, params.id),
  );
}
