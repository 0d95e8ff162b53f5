import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { cursorQuerySchema } from '../../domain/exchanges/schema.ts';
import { type NotificationList, notificationListSchema } from '../../domain/notifications/schema.ts';
import { idSchema } from '../../domain/text.ts';
import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { parseCursor, readCursor, writeCursor } from '../platform/http/cursor.ts';
import { readAllNotifications, readNotification } from './commands.ts';
import { notificationPage } from './queries.ts';

const pageSize = 30;

/** What `notificationPage` reads: one more than a page, where there are more. */
type ReadPage = Pick<NotificationList, 'notifications' | 'unreadCount'>;

/** The caller's page, read in the statement that finds their session; null for a cursor that is none. */
function pageOfCaller(query: unknown): Sql | null {
  const { data } = cursorQuerySchema.safeParse(query);
  const position = data && parseCursor(data.cursor);
  if (position === undefined) return null;
  return notificationPage(sql`u.id`, position && { at: position.key, id: position.id }, pageSize + 1);
}

export function notificationRoutes(app: App, context: AppContext): void {
  const access = { access: 'signed-in' } as const;

  app.get(
    '/api/notifications',
    {
      config: { ...access, alongside: ({ query }) => pageOfCaller(query) },
      schema: { querystring: cursorQuerySchema, response: { 200: notificationListSchema } },
    },
    async (request) => {
      readCursor(request.query.cursor);
      const { notifications, unreadCount } = request.alongside as ReadPage;
      const shown = notifications.slice(0, pageSize);
      const last = notifications.length > pageSize ? shown.at(-1) : undefined;
      return {
        notifications: shown,
        unreadCount,
        nextCursor: last ? writeCursor(last.createdAt, last.id) : null,
      };
    },
  );

  app.patch(
    '/api/notifications/mark-all-read',
    { config: access, schema: { response: { 204: z.undefined() } } },
    async (request, reply) => {
      await readAllNotifications(context, requireSignedIn(request).user.id);
      return reply.status(204).send();
    },
  );

  app.patch(
    '/api/notifications/:id/read',
    { config: access, schema: { params: z.object({ id: idSchema }), response: { 204: z.undefined() } } },
    async (request, reply) => {
      await readNotification(context, requireSignedIn(request).user.id, request.params.id);
      return reply.status(204).send();
    },
  );
}
