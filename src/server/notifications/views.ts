import type { Instant } from '../../domain/calendar/day.ts';
import type { NotificationList } from '../../domain/notifications/schema.ts';
import { actionTypes } from '../../domain/notifications/types.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Position, writeCursor } from '../platform/http/cursor.ts';
import { pageOf } from '../platform/http/pages.ts';
import { notificationOf, type StoredNotification } from './queries.matter.ts';
import { countUnreadNews, listNotifications, listWaiting } from './queries.ts';

const pageSize = { asking: 100, rest: 30 };

/** Of what needs an action: the place of its type, a blank, the instant. */
const keyOf = ({ type, createdAt }: StoredNotification): string =>
  `${actionTypes.findIndex((one) => one === type)} ${createdAt}`;

const isRanked = ({ key }: Position): boolean => key.includes(' ');

/** By type, then newest first. */
function isBehind(row: StoredNotification, { key, id }: Position): boolean {
  const [[rank = '', at = ''], [otherRank = '', otherAt = '']] = [keyOf(row).split(' '), key.split(' ')];
  if (rank !== otherRank) return rank > otherRank;
  return at === otherAt ? row.id < id : at < otherAt;
}

/** A page of a person's notifications: first what needs an action, whatever its age; then the rest, newest first. */
export async function readNotificationPage(
  database: Queryable,
  userId: string,
  after: Position | null,
  now: Instant,
): Promise<NotificationList> {
  const waiting = await listWaiting(database, userId, now);
  const asking = waiting
    .filter(({ type }) => actionTypes.some((one) => one === type))
    .toSorted((one, other) => (isBehind(one, { key: keyOf(other), id: other.id }) ? 1 : -1));
  const unreadCount =
    waiting.filter(({ isRead }) => !isRead).length + (await countUnreadNews(database, userId));
  const isInRest = after !== null && !isRanked(after);
  const left = isInRest ? [] : asking.filter((row) => after === null || isBehind(row, after));
  const first = pageOf(left, pageSize.asking, (last) => writeCursor(keyOf(last), last.id));
  const answer = (rows: readonly StoredNotification[], nextCursor: string | null): NotificationList => ({
    notifications: rows.map((row) => notificationOf(row, now)),
    unreadCount,
    nextCursor,
  });
  if (first.nextCursor !== null) return answer(first.shown, first.nextCursor);
  const shown = asking.map(({ id }) => id);
  const rest = await listNotifications(database, userId, isInRest ? after : null, pageSize.rest + 1, shown);
  const { shown: others, nextCursor } = pageOf(rest, pageSize.rest, (last) =>
    writeCursor(last.createdAt, last.id),
  );
  return answer([...first.shown, ...others], nextCursor);
}
