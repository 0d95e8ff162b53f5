import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { readCursor } from '../platform/http/cursor.ts';
import { addListRoute, addRoute } from '../platform/http/route.ts';
import { readAllNotifications, readNotification } from './commands.ts';
import { notificationOf } from './queries.matter.ts';
import { listNotifications } from './queries.ts';
import { readNotificationPage } from './views.ts';

export function notificationRoutes(app: App, context: AppContext): void {
  const { database, clock } = context;
  const access = { access: 'signed-in' } as const;

  addListRoute(app, 'GET /api/notifications', access, 'createdAt', async ({ user }, after, most) =>
    (await listNotifications(database, user.id, after, most)).map((row) => notificationOf(row, clock.now())),
  );

  addRoute(app, 'GET /api/notifications/page', access, ({ caller, query }) => {
    // ranked if it needs an action
    const after = readCursor(query.cursor, 'instant', 'ranked instant');
    return readNotificationPage(context, caller, after);
  });

  addRoute(app, 'PATCH /api/notifications/mark-all-read', access, ({ caller }) =>
    readAllNotifications(context, caller.user.id),
  );

  addRoute(app, 'PATCH /api/notifications/:id/read', access, ({ caller, params }) =>
    readNotification(context, caller.user.id, params.id),
  );
}
