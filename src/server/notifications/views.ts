import type { NotificationList } from '../../domain/notifications/schema.ts';
import { actionTypes } from '../../domain/notifications/types.ts';
import type { AppContext } from '../platform/context.ts';
import { type Position, writeCursor } from '../platform/http/cursor.ts';
import { pageOf } from '../platform/http/pages.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { notificationOf, type WaitingNotification } from './queries.matter.ts';
import { countUnreadNews, listNotifications, listTexts, listWaiting } from './queries.ts';

const pageSize = { asking: 100, rest: 30 };

/** The rank of its type among those that need an action; negative if it needs none. */
const rankOf = ({ type }: WaitingNotification): number => actionTypes.findIndex((one) => one === type);

/** For those that need an action: rank, space, instant. */
const keyOf = (row: WaitingNotification): string => `${rankOf(row)} ${row.createdAt}`;

/** By type, then newest first. */
function isBehind(row: WaitingNotification, { key, id }: Position): boolean {
  const [rank = '', at = ''] = key.split(' ');
  const own = String(rankOf(row));
  return own === rank ? row.createdAt + row.id < at + id : own > rank;
}

const isRanked = ({ key }: Position): boolean => key.includes(' ');

/** A page of a person's notifications: first those that need an action, whatever their age; then the rest, newest first. */
export async function readNotificationPage(
  { database, boards, clock }: AppContext,
  { user }: SignedIn,
  after: Position | null,
): Promise<NotificationList> {
  const now = clock.now();
  const waiting = await listWaiting(database, user, await boards.listFor(user), now);
  const asking = waiting
    .filter((row) => rankOf(row) >= 0)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const unreadCount =
    waiting.filter(({ isRead }) => !isRead).length + (await countUnreadNews(database, user.id));
  const isInRest = after !== null && !isRanked(after);
  const left = isInRest ? [] : asking.filter((row) => after === null || isBehind(row, after));
  const first = pageOf(left, pageSize.asking, (last) => writeCursor(keyOf(last), last.id));
  const texts = new Map(
    (
      await listTexts(
        database,
        first.shown.map(({ id }) => id),
      )
    ).map((text) => [text.id, text]),
  );
  const shown = first.shown.flatMap((row) => {
    const text = texts.get(row.id);
    return text ? notificationOf({ ...row, ...text }, now) : [];
  });
  if (first.nextCursor !== null) return { notifications: shown, unreadCount, nextCursor: first.nextCursor };
  const but = asking.map(({ id }) => id);
  const rest = await listNotifications(database, user.id, isInRest ? after : null, pageSize.rest + 1, but);
  const { shown: others, nextCursor } = pageOf(rest, pageSize.rest, (last) =>
    writeCursor(last.createdAt, last.id),
  );
  const notifications = [...shown, ...others.map((row) => notificationOf(row, now))];
  return { notifications, unreadCount, nextCursor };
}
