import sql from 'sql-template-tag';
import { cursorQuerySchema } from '../../domain/exchanges/schema.calls.ts';
import type { AppContext } from '../platform/context.ts';
import type { SqlValue } from '../platform/database/database.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { parseCursor, readCursor, writeCursor } from '../platform/http/cursor.ts';
import { addCallerRoute, addRoute } from '../platform/http/route.ts';
import { readAllNotifications, readNotification } from './commands.ts';
import { notificationOf, notificationPage, type NotificationPage } from './queries.ts';

const pageSize = 30;

/** The caller's page and one more, if there is one; null for a cursor that is none. */
function pageOfCaller(query: unknown): SqlValue<NotificationPage> | null {
  const { data } = cursorQuerySchema.safeParse(query);
  const position = data && parseCursor(data.cursor);
  if (position === undefined) return null;
  return notificationPage(sql`u.id`, position && { at: position.key, id: position.id }, pageSize + 1);
}

export function notificationRoutes(app: App, context: AppContext): void {
  const access = { access: 'signed-in' } as const;

  addCallerRoute(app, 'GET /api/notifications', access, pageOfCaller, async (request, page) => {
    readCursor(request.query.cursor);
    const { waiting, notifications, unreadCount } = page;
    const shown = notifications.slice(0, pageSize);
    const last = notifications.length > pageSize ? shown.at(-1) : undefined;
    return {
      notifications: [...waiting, ...shown].map(notificationOf),
      unreadCount,
      nextCursor: last ? writeCursor(last.createdAt, last.id) : null,
    };
  });

  addRoute(app, 'PATCH /api/notifications/mark-all-read', access, async (request) => {
    await readAllNotifications(context, requireSignedIn(request).user.id);
  });

  addRoute(app, 'PATCH /api/notifications/:id/read', access, async (request) => {
    await readNotification(context, requireSignedIn(request).user.id, request.params.id);
  });
}
