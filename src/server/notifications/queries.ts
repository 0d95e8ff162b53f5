import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { matterOf, type Reader } from '../../domain/exchanges/matter.ts';
import type { ExchangeFacts } from '../../domain/exchanges/request.ts';
import {
  type NotificationFacts,
  notificationFactsSchema,
  typeOfFacts,
} from '../../domain/notifications/types.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Position } from '../platform/http/cursor.ts';
import { noteEvent } from './push/queries.outbox.ts';
import { channelOfNews, mailDueAt } from './queries.mail.ts';
import {
  endOfRow,
  isAbout,
  rosterMatter,
  storedColumns,
  type StoredNotification,
  textColumns,
  waitingColumns,
  type WaitingNotification,
} from './queries.matter.ts';

const newestFirst: Sql = sql`n.created_at desc, n.id desc`;

/** Whether a row comes after the cursor. */
const isOlder = ({ key, id }: Position): Sql =>
  sql`(n.created_at, n.id) < (${key}::timestamptz, ${id}::uuid)`;

/**
 * A person's notifications that still wait for something, newest first. Found from what is open, so that old
 * notifications cost nothing.
 * @param open the person's open requests, and those that may wait for them
 */
export async function listWaiting(
  database: Queryable,
  reader: Reader,
  open: readonly ExchangeFacts[],
  now: Instant,
): Promise<WaitingNotification[]> {
  const rows = await database.many<WaitingNotification & { personId: string | null }>(sql`
    select told.* from (
      select ${waitingColumns(sql`null::json`)}, n.person_id from notifications n
      where n.user_id = ${reader.id} and n.related_request_id = any(${open.map(({ id }) => id)}::uuid[])
        and ${isAbout('request', 'match', 'offer', 'approval')}
      union all
      (select ${waitingColumns(rosterMatter)}, null from notifications n
      where n.user_id = ${reader.id} and ${isAbout('roster')}
      order by ${newestFirst}
      limit 1)
    ) told
    order by told.created_at desc, told.id desc`);
  const requests = new Map(open.map((request) => [request.id, request]));
  const own = open.filter(({ requesterId }) => requesterId === reader.id);
  const judged = rows.map((row): WaitingNotification => {
    const request = requests.get(row.relatedRequestId ?? '');
    return request ? { ...row, matter: matterOf(request, reader, row.personId, own) } : row;
  });
  return judged.filter((row) => endOfRow(row, now) === null);
}

/** The data for the texts of these notifications. */
export const listTexts = (
  database: Queryable,
  ids: readonly string[],
): Promise<Pick<StoredNotification, 'id' | 'facts' | 'person'>[]> =>
  database.many(sql`
    select n.id, ${textColumns} from notifications n where n.id = any(${[...ids]}::uuid[])`);

/** Counts unread notifications that wait for nothing. */
export async function countUnreadNews(database: Queryable, userId: string): Promise<number> {
  const { unread } = await database.one<{ unread: number }>(sql`
    select count(*) as unread from notifications n where n.user_id = ${userId} and not n.is_read and not ${isAbout()}`);
  return unread;
}

/**
 * A person's notifications, newest first.
 * @param most null: everything
 * @param but ids to leave out
 */
export const listNotifications = (
  database: Queryable,
  userId: string,
  after: Position | null,
  most: number | null,
  but: readonly string[] = [],
): Promise<StoredNotification[]> =>
  database.many(sql`
    select ${storedColumns}
    from notifications n
    where n.user_id = ${userId} and n.id <> all(${[...but]}::uuid[]) and ${after === null ? sql`true` : isOlder(after)}
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
  /** The person it is about; null if only its reader. */
  personId: string | null;
  facts: NotificationFacts;
  requestId: string | null;
}

/** Inserts all of them in one statement, as pushes for people with devices, otherwise as mails. */
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
