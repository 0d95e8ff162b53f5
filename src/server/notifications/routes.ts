import { z } from 'zod';
import { cursorQuerySchema } from '../../domain/exchanges/schema.ts';
import { notificationListSchema } from '../../domain/notifications/schema.ts';
import { idSchema } from '../../domain/text.ts';
import type { AppContext } from '../platform/context.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { readAllNotifications, readNotification } from './commands.ts';
import { countUnread, listNotifications } from './queries.ts';

const pageSize = 30;

export function notificationRoutes(app: App, context: AppContext): void {
  const access = { access: 'signed-in' } as const;

  app.get(
    '/api/notifications',
    { config: access, schema: { querystring: cursorQuerySchema, response: { 200: notificationListSchema } } },
    async (request) => {
      const { user } = requireSignedIn(request);
      const cursor = readCursor(request.query.cursor);
      const after = cursor && { at: cursor.key, id: cursor.id };
      const rows = await listNotifications(context.database, user.id, after, pageSize + 1);
      const notifications = rows.slice(0, pageSize);
      const last = rows.length > pageSize ? notifications.at(-1) : undefined;
      return {
        notifications,
        unreadCount: await countUnread(context.database, user.id),
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
