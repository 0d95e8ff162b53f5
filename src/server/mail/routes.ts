import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { changeMailSettings } from './commands.settings.ts';
import { retryFailedMails, retryMail } from './commands.ts';
import { sendTestMails } from './testMail.ts';
import { readEmailConfig, readOutbox } from './views.ts';

export function mailRoutes(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/email-config', { access: 'signed-in' }, (request) =>
    readEmailConfig(context, requireSignedIn(request)),
  );

  addRoute(app, 'PUT /api/email-config', { access: 'ceo' }, async (request) => {
    await changeMailSettings(context, requireSignedIn(request), request.body);
    return readEmailConfig(context, requireSignedIn(request));
  });

  addRoute(app, 'POST /api/test-exchange-email', { access: 'ceo', limit: 'mail trial' }, (request) =>
    sendTestMails(context, requireSignedIn(request).user),
  );

  outboxRoutes(app, context);
}

function outboxRoutes(app: App, context: AppContext): void {
  const config = { access: 'ceo' } as const;

  addRoute(app, 'GET /api/ceo/mails', config, (request) =>
    readOutbox(context, request.query.status, request.query.cursor),
  );

  addRoute(app, 'POST /api/ceo/mails/retry', config, async (request) => ({
    retried: await retryFailedMails(context, requireSignedIn(request)),
  }));

  addRoute(app, 'POST /api/ceo/mails/:id/retry', config, async (request) => {
    const mayArriveTwice = request.body?.mayArriveTwice ?? false;
    await retryMail(context, requireSignedIn(request), request.params.id, mayArriveTwice);
  });
}
