import sql from 'sql-template-tag';
import { cursorQuerySchema } from '../../domain/contractParts.ts';
import type { AppContext } from '../platform/context.ts';
import type { SqlValue } from '../platform/database/database.ts';
import type { App } from '../platform/http/app.ts';
import { parseCursor, type Position, readCursor, writeCursor } from '../platform/http/cursor.ts';
import { pageOf } from '../platform/http/pages.ts';
import { addCallerRoute, addListRoute, addRoute } from '../platform/http/route.ts';
import { readAllNotifications, readNotification } from './commands.ts';
import {
  listNotifications,
  type NotificationCursor,
  notificationOf,
  notificationPage,
  type NotificationPage,
  type StoredNotification,
} from './queries.ts';

const pageSize = { waiting: 100, others: 30 };
const readSize = { waiting: pageSize.waiting + 1, others: pageSize.others + 1 };

/** With a rank among what needs an action. */
const cursorKeys = ['instant', 'ranked instant'] as const;

/** Null for a cursor that is none. */
function pageOfCaller(query: unknown): SqlValue<NotificationPage> | null {
  const { data } = cursorQuerySchema.safeParse(query);
  const position = data && parseCursor(data.cursor, ...cursorKeys);
  if (position === undefined) return null;
  return notificationPage(sql`u.id`, position && placeOf(position), readSize);
}

/** A key is an instant, behind a rank and a blank where it stands among what needs an action. */
function placeOf({ key, id }: Position): NotificationCursor {
  const [at = '', rank] = key.split(' ').toReversed();
  return { at, id, rank: rank === undefined ? null : Number(rank) };
}

/** What a page shows, and after what the next one starts: the rest comes once all that needs an action has. */
function shownOf({ waiting, notifications }: NotificationPage): {
  shown: StoredNotification[];
  nextCursor: string | null;
} {
  const first = pageOf(waiting, pageSize.waiting, (last) =>
    writeCursor(`${last.rank} ${last.createdAt}`, last.id),
  );
  if (first.nextCursor !== null) return first;
  const others = pageOf(notifications, pageSize.others, (last) => writeCursor(last.createdAt, last.id));
  return { shown: [...first.shown, ...others.shown], nextCursor: others.nextCursor };
}

export function notificationRoutes(app: App, context: AppContext): void {
  const access = { access: 'signed-in' } as const;

  addListRoute(app, 'GET /api/notifications', access, 'createdAt', async ({ user }, after, most) =>
    (await listNotifications(context.database, user.id, after, most)).map(notificationOf),
  );

  addCallerRoute(app, 'GET /api/notifications/page', access, pageOfCaller, async (request, page) => {
    readCursor(request.query.cursor, ...cursorKeys);
    const { shown, nextCursor } = shownOf(page);
    return { notifications: shown.map(notificationOf), unreadCount: page.unreadCount, nextCursor };
  });

  addRoute(app, 'PATCH /api/notifications/mark-all-read', access, ({ caller }) =>
    readAllNotifications(context, caller.user.id),
  );

  addRoute(app, 'PATCH /api/notifications/:id/read', access, ({ caller, params }) =>
    readNotification(context, caller.user.id, params.id),
  );
}
