import { dayInRome } from '../../domain/calendar/day.ts';
import { isWaiting, needsAction, type Notification } from '../../domain/notifications/schema.ts';
import { entryOf } from '../../domain/notifications/types.ts';

/** Minimum size of a group. */
const smallestGroup = 3;

/** Similar notifications, all read or all unread; a single one forms its own group. */
export interface NotificationGroup {
  key: string;
  title: string;
  /** In the original order, never empty. */
  notifications: readonly [Notification, ...Notification[]];
}

export interface NotificationPart {
  title: 'Tocca a te' | 'Richieste che puoi accettare' | 'Novità';
  groups: readonly NotificationGroup[];
}

/** Two pending notifications about the same request: only one is shown, and both are marked as read. */
const isTwin = (one: Notification, other: Notification): boolean =>
  one !== other && one.relatedRequestId !== null && one.relatedRequestId === other.relatedRequestId;

/** The notifications to mark as read when one is opened. */
export const readWith = (opened: Notification, all: readonly Notification[]): Notification[] =>
  all.filter(
    (one) => one.id === opened.id || (needsAction(one) && needsAction(opened) && isTwin(one, opened)),
  );

/**
 * Splits notifications into pending, answerable and the rest, each in the server's order. Groups many requests of one
 * person and many news of one kind and day.
 *
 * @param hasMore whether older ones exist: the last day shown may then be incomplete
 */
export function partsOf(notifications: readonly Notification[], hasMore: boolean): NotificationPart[] {
  const asking = notifications.filter(needsAction);
  const [waiting, open] = [asking.filter(isWaiting), asking.filter((one) => !isWaiting(one))];
  const single = open.filter((one) => !waiting.some((other) => isTwin(one, other)));
  const rest = notifications.filter((one) => !needsAction(one));
  const lastDay = dayOf(rest.at(-1));
  const countOf = ([newest, ...others]: NotificationGroup['notifications']): string =>
    `${hasMore && dayOf(newest) === lastDay ? 'Almeno ' : ''}${others.length + 1}`;
  const parts: NotificationPart[] = [
    { title: 'Tocca a te', groups: gather(waiting, ({ id }) => id, String) },
    {
      title: 'Richieste che puoi accettare',
      groups: gather(
        single,
        ({ personName, isRead }) => `${personName} ${isRead}`,
        ([{ personName }, ...others]) => `${personName ?? 'Colleghi'}: ${others.length + 1} richieste`,
      ),
    },
    {
      title: 'Novità',
      groups: gather(
        rest,
        (one) => [one.type, one.isRead, dayOf(one)].join(' '),
        (alike) => `${countOf(alike)} ${entryOf(alike[0].type).group}`,
      ),
    },
  ];
  return parts.filter(({ groups }) => groups.length > 0);
}

/** Groups ordered by their first notification. */
function gather(
  notifications: readonly Notification[],
  keyOf: (one: Notification) => string,
  titleOf: (alike: NotificationGroup['notifications']) => string,
): NotificationGroup[] {
  const groups = Map.groupBy(notifications, keyOf) as Map<string, [Notification, ...Notification[]]>;
  return notifications.flatMap((one): NotificationGroup[] => {
    const alike = groups.get(keyOf(one)) ?? [one];
    if (alike.length < smallestGroup) return [{ key: one.id, title: one.title, notifications: [one] }];
    return alike[0] === one ? [{ key: keyOf(one), title: titleOf(alike), notifications: alike }] : [];
  });
}

const dayOf = (notification: Notification | undefined): string | null =>
  notification ? dayInRome(notification.createdAt) : null;
