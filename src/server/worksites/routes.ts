import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { addRoute } from '../platform/http/route.ts';
import { variantOf } from '../platform/worksiteVariant.ts';
import { listOpenWorksites } from './queries.ts';
import { ceoWorksiteRoutes } from './routes.ceo.ts';

export function worksiteRoutes(app: App, context: AppContext): void {
  addRoute(app, 'GET /api/worksites/available', { access: 'public' }, async () => {
    const rows = await listOpenWorksites(context.database);
    // named one by one: the access code must not leave the server
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      variant: variantOf(row, context.settings),
    }));
  });
  ceoWorksiteRoutes(app, context);
}
