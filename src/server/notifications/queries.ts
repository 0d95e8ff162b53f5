import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { endingText, type NotificationEnding } from '../../domain/notifications/endings.it.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import {
  actionTypes,
  type NotificationFacts,
  notificationFactsSchema,
  notificationText,
  type NotificationType,
  notificationTypes,
  typeOfFacts,
} from '../../domain/notifications/types.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Position } from '../platform/http/cursor.ts';
import { noteEvent } from './push/queries.outbox.ts';
import { channelOfNews, mailDueAt } from './queries.mail.ts';

export interface NotificationCursor {
  at: Instant;
  id: string;
  /** Among what needs an action: the place of its type. Null among the rest. */
  rank: number | null;
}

export interface PageSize {
  waiting: number;
  others: number;
}

/** A notification as it is stored, with the name of the person it is about. */
export interface StoredNotification {
  id: string;
  // neither is validated: what another version wrote may be unknown to this one
  type: string;
  facts: unknown;
  person: string | null;
  ending: NotificationEnding | null;
  isRead: boolean;
  createdAt: Instant;
  relatedRequestId: string | null;
}

const isKnown = (type: string): type is NotificationType => notificationTypes.some((one) => one === type);

/** As its reader sees it: the text is made now, with the names of now. */
export function notificationOf(stored: StoredNotification): Notification {
  const { id, person, ending, isRead, createdAt, relatedRequestId } = stored;
  const type = isKnown(stored.type) ? stored.type : 'shift_updated';
  const facts = notificationFactsSchema.safeParse(stored.facts).data ?? null;
  const text = notificationText({ type, facts, person, end: ending && endingText(type, ending) });
  return { id, type, ...text, isRead, isOver: ending !== null, createdAt, relatedRequestId };
}

/** The full name that the person a notification `n` is about has now; null for nobody. */
const personOfNotification: Sql = sql`
  (select concat_ws(' ', p.first_name, p.last_name) from users p where p.id = n.person_id)`;

const storedColumns: Sql = sql`
  n.id, n.type, n.facts, ${personOfNotification} as person, n.ending, n.is_read, n.created_at, n.related_request_id`;

export interface NotificationPage {
  /** What needs an action, with the place of its type; empty once all of it has been shown. */
  waiting: (StoredNotification & { rank: number })[];
  notifications: StoredNotification[];
}

const types: Sql = sql`${[...actionTypes]}::text[]`;

/** The rule of this name, for a row of `notifications`. */
const needsAction: Sql = sql`over_at is null and type = any(${types})`;

const rank: Sql = sql`array_position(${types}, type)`;

const newestFirst: Sql = sql`n.created_at desc, n.id desc`;

/** Whether a row stands behind the cursor, among those of its rank. */
const isOlder = ({ at, id }: Omit<NotificationCursor, 'rank'>): Sql =>
  sql`(created_at, id) < (${at}::timestamptz, ${id}::uuid)`;

/** Whether a row that needs an action stands behind the cursor. */
function isWaitingBehind(after: NotificationCursor | null): Sql {
  if (after === null) return sql`true`;
  if (after.rank === null) return sql`false`;
  return sql`(${rank} > ${after.rank} or (${rank} = ${after.rank} and ${isOlder(after)}))`;
}

/**
 * A page of a person's notifications: first what needs an action, by type, whatever its age, since `notifications_asking`
 * finds no other; then the rest; each newest first.
 */
export async function readNotificationPage(
  database: Queryable,
  userId: string,
  after: NotificationCursor | null,
  most: PageSize,
): Promise<NotificationPage> {
  const rows = await database.many<StoredNotification & { rank: number | null }>(sql`
    select ${storedColumns}, n.rank
    from (
      (select *, ${rank} as rank from notifications
      where user_id = ${userId} and ${needsAction} and ${isWaitingBehind(after)}
      order by ${rank}, created_at desc, id desc
      limit ${most.waiting})
      union all
      (select *, null from notifications
      where user_id = ${userId} and not (${needsAction})
        and ${after === null || after.rank !== null ? sql`true` : isOlder(after)}
      order by created_at desc, id desc
      limit ${most.others})
    ) n
    order by n.rank, ${newestFirst}`);
  return {
    waiting: rows.flatMap((row) => (row.rank === null ? [] : { ...row, rank: row.rank })),
    notifications: rows.filter((row) => row.rank === null),
  };
}

export async function countUnread(database: Queryable, userId: string): Promise<number> {
  const { unread } = await database.one<{ unread: number }>(sql`
    select count(*) as unread from notifications where user_id = ${userId} and not is_read`);
  return unread;
}

/**
 * What a person was told, newest first.
 * @param most null: everything
 */
export const listNotifications = (
  database: Queryable,
  userId: string,
  after: Position | null,
  most: number | null,
): Promise<StoredNotification[]> =>
  database.many(sql`
    select ${storedColumns}
    from notifications n
    where n.user_id = ${userId} and ${after === null ? sql`true` : isOlder({ at: after.key, id: after.id })}
    order by ${newestFirst}
    limit ${most}`);

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
  /** Whom it is about; null for nobody but its reader. */
  personId: string | null;
  facts: NotificationFacts;
  requestId: string | null;
}

/** Writes all of them in one statement, as pushes for their people's devices, else as mails. */
export async function insertNotifications(
  tx: Transaction,
  notifications: readonly NewNotification[],
  now: Instant,
): Promise<void> {
  const column = <T>(pick: (notification: NewNotification) => T): T[] => notifications.map(pick);
  const awaited = await tx.many<{ channel: string }>(sql`
    with told as (
      insert into notifications (user_id, type, person_id, facts, related_request_id, created_at, mail_due_at)
      select n.user_id, n.type, n.person_id, n.facts, n.request_id, ${now}, ${mailDueAt(sql`n.type`, sql`n.user_id`, now)}
    from unnest(${column((n) => n.userId)}::uuid[], ${column((n) => typeOfFacts(n.facts))}::text[],
      ${column((n) => n.personId)}::uuid[], ${column((n) => JSON.stringify(notificationFactsSchema.parse(n.facts)))}::jsonb[],
      ${column((n) => n.requestId)}::uuid[]) as n (user_id, type, person_id, facts, request_id)
      returning id, user_id, mail_due_at),
    ${noteEvent(now)}
    union all ${channelOfNews}`);
  for (const { channel } of awaited) tx.notify(channel);
}
