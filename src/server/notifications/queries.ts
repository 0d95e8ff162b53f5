import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { NotificationText } from '../../domain/notifications/texts.it.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** A position in a list ordered by time: what the next page starts after. */
export interface TimeCursor {
  at: Instant;
  id: string;
}

/**
 * As JSON: a page of a person's notifications, newest first, and how many are unread.
 *
 * @param userId an expression in the statement
 */
export const notificationPage = (userId: Sql, after: TimeCursor | null, most: number): Sql => sql`
  json_build_object(
    'unreadCount', (select count(*) from notifications where user_id = ${userId} and not is_read),
    'notifications', (
      select coalesce(json_agg(json_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message,
          'isRead', n.is_read, 'createdAt', to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'relatedRequestId', n.related_request_id) order by n.created_at desc, n.id desc), '[]')
      from (
        select * from notifications
        where user_id = ${userId}
          and (${after?.at ?? null}::timestamptz is null
            or (created_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
        order by created_at desc, id desc
        limit ${most}
      ) n))`;

/** @returns whether this person has such a notification, read or not */
export async function markRead(database: Queryable, userId: string, id: string): Promise<boolean> {
  const changed = await database.run(sql`
    update notifications set is_read = true where id = ${id} and user_id = ${userId}`);
  return changed > 0;
}

export async function markAllRead(database: Queryable, userId: string): Promise<void> {
  await database.run(sql`update notifications set is_read = true where user_id = ${userId} and not is_read`);
}

export interface NewNotification {
  userId: string;
  text: NotificationText;
  requestId: string | null;
}

/** Writes all of them in one statement. */
export async function insertNotifications(
  tx: Transaction,
  notifications: readonly NewNotification[],
  now: Instant,
): Promise<void> {
  const column = <T>(pick: (notification: NewNotification) => T): T[] => notifications.map(pick);
  await tx.run(sql`
    insert into notifications (user_id, type, title, message, related_request_id, created_at)
    select n.user_id, n.type, n.title, n.message, n.request_id, ${now}
    from unnest(${column((n) => n.userId)}::uuid[], ${column((n) => n.text.type)}::text[],
      ${column((n) => n.text.title)}::text[], ${column((n) => n.text.message)}::text[],
      ${column((n) => n.requestId)}::uuid[]) as n (user_id, type, title, message, request_id)`);
}
