import type { AppContext } from '../platform/context.ts';
import type { App } from '../platform/http/app.ts';
import { type Position, readCursor, writeCursor } from '../platform/http/cursor.ts';
import { pageOf } from '../platform/http/pages.ts';
import { addListRoute, addRoute } from '../platform/http/route.ts';
import { readAllNotifications, readNotification } from './commands.ts';
import {
  countUnread,
  listNotifications,
  type NotificationCursor,
  notificationOf,
  type NotificationPage,
  readNotificationPage,
  type StoredNotification,
} from './queries.ts';

const pageSize = { waiting: 100, others: 30 };
const readSize = { waiting: pageSize.waiting + 1, others: pageSize.others + 1 };

/** With a rank among what needs an action. */
const cursorKeys = ['instant', 'ranked instant'] as const;

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

  addRoute(app, 'GET /api/notifications/page', access, async ({ caller, query }) => {
    const after = readCursor(query.cursor, ...cursorKeys);
    const { database } = context;
    const page = await readNotificationPage(database, caller.user.id, after && placeOf(after), readSize);
    const { shown, nextCursor } = shownOf(page);
    const unreadCount = await countUnread(database, caller.user.id);
    return { notifications: shown.map(notificationOf), unreadCount, nextCursor };
  });

  addRoute(app, 'PATCH /api/notifications/mark-all-read', access, ({ caller }) =>
    readAllNotifications(context, caller.user.id),
  );

  addRoute(app, 'PATCH /api/notifications/:id/read', access, ({ caller, params }) =>
    readNotification(context, caller.user.id, params.id),
  );
}
