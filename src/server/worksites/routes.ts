import { refuse } from '../../domain/errors/refusal.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { changeWorksite, removeWorksite, type WorksiteContext, worksiteOf } from './commands.ceo.ts';
import { createWorksite } from './commands.ts';
import { findContents, listWorksites } from './queries.ceo.ts';
import { listOpenWorksites } from './queries.ts';

export function worksiteRoutes(app: App, context: WorksiteContext): void {
  addRoute(app, 'GET /api/worksites/available', { access: 'public' }, async () => {
    const rows = await listOpenWorksites(context.database);
    // listed one by one: the access code must not leave the server
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      variant: row.variant,
    }));
  });
  ceoWorksiteRoutes(app, context);
}

const config = { access: 'ceo' } as const;

function ceoWorksiteRoutes(app: App, context: WorksiteContext): void {
  addRoute(app, 'GET /api/ceo/worksites', config, async () =>
    (await listWorksites(context.database, context.clock.now())).map(worksiteOf),
  );

  addRoute(app, 'POST /api/ceo/worksites', config, ({ caller, body }) =>
    createWorksite(context, caller, body),
  );

  addRoute(app, 'PATCH /api/ceo/worksites/:id', config, ({ caller, params, body }) =>
    changeWorksite(context, caller, params.id, body),
  );

  addRoute(app, 'GET /api/ceo/worksites/:id/contents', config, async ({ params }) =>
    requireFound(await findContents(context.database, params.id), refuse('not_found')),
  );

  addRoute(app, 'DELETE /api/ceo/worksites/:id', config, ({ caller, params, body }) =>
    removeWorksite(context, caller, params.id, body?.confirmName),
  );
}
