import { worksiteListSchema } from '../../domain/worksites/schema.ts';
import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { variantOf } from '../platform/session/session.ts';
import { listOpenWorksites } from './queries.ts';
import { ceoWorksiteRoutes } from './routes.ceo.ts';

export function worksiteRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/worksites/available',
    { config: { access: 'public' }, schema: { response: { 200: worksiteListSchema } } },
    async () => {
      const rows = await listOpenWorksites(context.database);
      // named one by one: the access code must not leave the server
      return rows.map(({ id, name, description, accessCode }) => ({
        id,
        name,
        description,
        variant: variantOf(accessCode, context.settings),
      }));
    },
  );
  ceoWorksiteRoutes(app, context);
}
