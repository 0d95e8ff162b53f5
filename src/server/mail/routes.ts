import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { changeMailSettings } from './commands.settings.ts';
import { retryFailedMails, retryMail } from './commands.ts';
import { sendTestMails } from './testMail.ts';
import {
  changeMailPreferences,
  readMailPreferences,
  readUnsubscribing,
  unsubscribe,
} from './unsubscribing.ts';
import { readEmailConfig, readOutbox } from './views.ts';

export function mailRoutes(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/email-config', { access: 'signed-in' }, ({ caller }) =>
    readEmailConfig(context, caller),
  );

  addRoute(app, 'PUT /api/email-config', { access: 'ceo' }, async (request) => {
    await changeMailSettings(context, request.caller, request.body);
    return readEmailConfig(context, request.caller);
  });

  addRoute(app, 'POST /api/test-exchange-email', { access: 'ceo', limit: 'mail trial' }, ({ caller }) =>
    sendTestMails(context, caller.user),
  );

  outboxRoutes(app, context);
  newsRoutes(app, context);
}

function outboxRoutes(app: App, context: AppContext): void {
  const config = { access: 'ceo' } as const;

  addRoute(app, 'GET /api/ceo/mails', config, ({ query }) => readOutbox(context, query.status, query.cursor));

  addRoute(app, 'POST /api/ceo/mails/retry', config, async ({ caller }) => ({
    retried: await retryFailedMails(context, caller),
  }));

  addRoute(app, 'POST /api/ceo/mails/:id/retry', config, async (request) => {
    const mayArriveTwice = request.body?.mayArriveTwice ?? false;
    await retryMail(context, request.caller, request.params.id, mayArriveTwice);
  });
}

function newsRoutes(app: App, context: AppContext): void {
  const own = { access: 'own-account' } as const;

  addRoute(app, 'GET /api/mail-preferences', own, ({ caller }) => readMailPreferences(context, caller));

  addRoute(app, 'PUT /api/mail-preferences', own, ({ caller, body }) =>
    changeMailPreferences(context, caller, body.subjectsOff),
  );

  addRoute(app, 'GET /api/unsubscribe', { access: 'public' }, ({ query: { token }, headers }, reply) =>
    headers.accept?.includes('text/html')
      ? reply.redirect(`/disiscrizione?token=${encodeURIComponent(token)}`)
      : readUnsubscribing(context, token),
  );

  void app.register(async (posted) => {
    // the form of RFC 8058 adds nothing to the token
    const form = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    posted.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, undefined),
    );
    addRoute(posted, 'POST /api/unsubscribe', { access: 'public' }, ({ query }) =>
      unsubscribe(context, query.token),
    );
  });
}
