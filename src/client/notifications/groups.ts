import { dayInRome } from '../../domain/calendar/day.ts';
import { isWaiting, needsAction, type Notification } from '../../domain/notifications/schema.ts';
import { entryOf } from '../../domain/notifications/types.ts';

/** So many of one type on one day stand behind one line. */
const smallestGroup = 3;

/** Notifications of one type and one day in Rome, all read or all unread; one that is not of many stands for itself. */
export interface NotificationGroup {
  key: string;
  title: string;
  /** Newest first, never empty. */
  notifications: readonly [Notification, ...Notification[]];
}

/** What its reader is to answer, and what else they were told of the same: read with it. */
export interface WaitingNotification {
  notification: Notification;
  ids: readonly string[];
}

/**
 * Parts what waits for its reader, what they may answer, and the rest, each as the server orders it. A new request that is a
 * perfect match too is told once, as the match.
 */
export function partWaiting(notifications: readonly Notification[]): {
  waiting: WaitingNotification[];
  open: WaitingNotification[];
  rest: Notification[];
} {
  const asking = notifications.filter(needsAction);
  const isTwin = (one: Notification, match: Notification): boolean =>
    one.type === 'new_exchange_request' &&
    match.type === 'exchange_match' &&
    one.relatedRequestId === match.relatedRequestId;
  const told = asking
    .filter((one) => !asking.some((other) => isTwin(one, other)))
    .map((one) => ({
      notification: one,
      ids: asking.filter((other) => other === one || isTwin(other, one)).map(({ id }) => id),
    }));
  return {
    waiting: told.filter(({ notification }) => isWaiting(notification)),
    open: told.filter(({ notification }) => !isWaiting(notification)),
    rest: notifications.filter((one) => !needsAction(one)),
  };
}

/**
 * Gathers what is many of a kind, so that it does not bury the rest.
 *
 * @param notifications newest first
 * @param hasMore whether older ones exist: then the last day that is shown may not be complete
 * @returns in the order of each group's newest
 */
export function groupNotifications(
  notifications: readonly Notification[],
  hasMore: boolean,
): NotificationGroup[] {
  const groups = new Map<string, [Notification, ...Notification[]]>();
  for (const notification of notifications) {
    const key = keyOf(notification);
    const group = groups.get(key);
    if (group) group.push(notification);
    else groups.set(key, [notification]);
  }
  const lastDay = dayOf(notifications.at(-1));
  return notifications.flatMap((notification): NotificationGroup[] => {
    const key = keyOf(notification);
    const alike = groups.get(key) ?? [notification];
    if (alike.length < smallestGroup) {
      return [{ key: notification.id, title: notification.title, notifications: [notification] }];
    }
    if (alike[0] !== notification) return [];
    const count = hasMore && dayOf(notification) === lastDay ? `Almeno ${alike.length}` : `${alike.length}`;
    return [{ key, title: `${count} ${entryOf(notification.type).group}`, notifications: alike }];
  });
}

const dayOf = (notification: Notification | undefined): string | null =>
  notification ? dayInRome(notification.createdAt) : null;

const keyOf = (notification: Notification): string =>
  [notification.type, notification.isRead ? 'read' : 'unread', dayOf(notification)].join(' ');
