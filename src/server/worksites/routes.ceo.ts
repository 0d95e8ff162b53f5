import { z } from 'zod';
import { refuse } from '../../domain/errors/refusal.ts';
import { idSchema } from '../../domain/text.ts';
import {
  ceoWorksiteListSchema,
  createWorksiteSchema,
  deleteWorksiteSchema,
  updateWorksiteSchema,
  worksiteContentsSchema,
  worksiteSchema,
} from '../../domain/worksites/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { changeWorksite, removeWorksite, worksiteOf } from './commands.ceo.ts';
import { createWorksite } from './commands.ts';
import { findContents, listWorksites } from './queries.ceo.ts';

const params = z.object({ id: idSchema });
const config = { access: 'ceo' } as const;

/** Worksites as the CEO manages them. */
export function ceoWorksiteRoutes(app: App, context: AppContext): void {
  app.get('/api/ceo/worksites', { config, schema: { response: { 200: ceoWorksiteListSchema } } }, async () =>
    (await listWorksites(context.database)).map((row) => worksiteOf(row, context.settings)),
  );

  app.post(
    '/api/ceo/worksites',
    { config, schema: { body: createWorksiteSchema, response: { 201: worksiteSchema } } },
    async (request, reply) => {
      const worksite = await createWorksite(context, requireSignedIn(request), request.body);
      return reply.status(201).send(worksite);
    },
  );

  app.patch(
    '/api/ceo/worksites/:id',
    { config, schema: { params, body: updateWorksiteSchema, response: { 200: worksiteSchema } } },
    async (request) => changeWorksite(context, requireSignedIn(request), request.params.id, request.body),
  );

  app.get(
    '/api/ceo/worksites/:id/contents',
    { config, schema: { params, response: { 200: worksiteContentsSchema } } },
    async (request) =>
      requireFound(await findContents(context.database, request.params.id), refuse('not_found')),
  );

  app.delete(
    '/api/ceo/worksites/:id',
    { config, schema: { params, body: deleteWorksiteSchema, response: { 200: worksiteContentsSchema } } },
    async (request) =>
      removeWorksite(context, requireSignedIn(request), request.params.id, request.body.confirmName),
  );
}
