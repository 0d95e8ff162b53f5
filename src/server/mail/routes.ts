import { z } from 'zod';
import {
  emailConfigSchema,
  mailSettingsSchema,
  mailTestSchema,
  outboxQuerySchema,
  outboxSchema,
  retriedSchema,
  retryMailSchema,
} from '../../domain/mail/schema.ts';
import { idSchema } from '../../domain/text.ts';
import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { retryFailedMails, retryMail } from './commands.retry.ts';
import { changeMailSettings } from './commands.settings.ts';
import { tryMailAccount } from './trial.ts';
import { readEmailConfig, readOutbox } from './views.ts';

export function mailRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/email-config',
    { config: { access: 'signed-in' }, schema: { response: { 200: emailConfigSchema } } },
    (request) => readEmailConfig(context, requireSignedIn(request)),
  );

  app.put(
    '/api/email-config',
    {
      config: { access: 'ceo' },
      schema: { body: mailSettingsSchema, response: { 200: emailConfigSchema } },
    },
    async (request) => {
      await changeMailSettings(context, requireSignedIn(request), request.body);
      return readEmailConfig(context, requireSignedIn(request));
    },
  );

  app.post(
    '/api/test-exchange-email',
    { config: { access: 'ceo', limit: 'mail trial' }, schema: { response: { 200: mailTestSchema } } },
    (request) => tryMailAccount(context, requireSignedIn(request).user),
  );

  outboxRoutes(app, context);
}

function outboxRoutes(app: App, context: AppContext): void {
  const config = { access: 'ceo' } as const;

  app.get(
    '/api/ceo/mails',
    { config, schema: { querystring: outboxQuerySchema, response: { 200: outboxSchema } } },
    (request) => readOutbox(context, request.query.status, request.query.cursor),
  );

  app.post(
    '/api/ceo/mails/retry',
    { config, schema: { response: { 200: retriedSchema } } },
    async (request) => ({ retried: await retryFailedMails(context, requireSignedIn(request)) }),
  );

  app.post(
    '/api/ceo/mails/:id/retry',
    {
      config,
      schema: {
        params: z.object({ id: idSchema }),
        body: retryMailSchema,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const mayArriveTwice = request.body?.mayArriveTwice ?? false;
      await retryMail(context, requireSignedIn(request), request.params.id, mayArriveTwice);
      return reply.status(204).send();
    },
  );
}
