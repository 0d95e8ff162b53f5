import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { Reader } from '../../../domain/exchanges/matter.ts';
import { pushTries, summaryTag } from '../../../domain/notifications/push/rules.ts';
import type { PushPreferences } from '../../../domain/notifications/push/schema.ts';
import { notificationTypes } from '../../../domain/notifications/types.ts';
import type { Entry } from '../../../domain/shifts/rules.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/outbox/queries.ts';
import { type JudgedRow, matter, type StoredNotification, storedColumns } from '../queries.matter.ts';
import { type DeviceAddress, storedPreferences } from './queries.ts';

/** Wakes the senders of all processes. */
export const pushChannel = 'turnario_push';

export const pushOutbox: Outbox = {
  name: 'push',
  table: sql`push_outbox`,
  tries: pushTries,
  leaseSeconds: 10 * 60,
  alsoSet: () => sql``,
};

/**
 * CTEs that record the rows an earlier one, `told`, inserted (`id`, `user_id`) for people with a device, and name the
 * senders' channel. One row per event, so that publishing to two hundred people does not wait for two hundred inserts
 * (3.4 ms before).
 */
export const noteEvent = (now: Instant): Sql => sql`
  event as (
    insert into push_events (notification_ids, created_at)
    select array_agg(told.id), ${now} from told
    where exists (select from push_devices d where d.user_id = told.user_id)
    having count(*) > 0
    returning id)
  select ${pushChannel}::text as channel where exists (select from event)`;

/** Queues the pushes of events for each current device of their people. */
export async function queuePushes(database: Queryable): Promise<void> {
  await database.run(sql`
    with event as (
      delete from push_events where id = any(array(select id from push_events for update))
      returning notification_ids, created_at
    ), told as (
      select n.id, n.user_id, event.created_at
      from event cross join unnest(event.notification_ids) as of (id) join notifications n on n.id = of.id
    )
    insert into push_outbox (notification_id, device_id, due_at, created_at)
    select told.id, d.id, greatest(told.created_at, d.paused_until), told.created_at
    from told join push_devices d on d.user_id = told.user_id`);
}

/** A device with due pushes, and its owner. */
export interface DueDevice extends DeviceAddress {
  origin: string;
  /** Its session and account are active. */
  isAlive: boolean;
  preferences: PushPreferences | null;
  reader: Reader;
}

/**
 * The device whose push has been due longest, locked until the transaction ends; skips devices locked by another
 * process and those of `busy` origins.
 */
export const lockDueDevice = (
  tx: Transaction,
  busy: readonly string[],
  now: Instant,
): Promise<DueDevice | null> =>
  tx.maybeOne(sql`
    with oldest as materialized (
      select o.device_id, o.due_at, o.id from push_outbox o
      where o.status = 'queued' and o.due_at <= ${now}
        and (select d.origin from push_devices d where d.id = o.device_id) <> all(${[...busy]}::text[])
      order by o.due_at, o.id limit 100
    ), due as materialized (
      select free.id from oldest cross join lateral (
        select d.id from push_devices d where d.id = oldest.device_id for no key update skip locked
      ) free
      limit 1
    )
    select d.id, d.endpoint, d.p256dh, d.auth, d.origin,
      exists (select from sessions s join users u on u.id = s.user_id
        where s.id = d.session_id and s.expires_at > ${now} and u.is_active) as is_alive,
      ${storedPreferences(sql`d.user_id`)} as preferences, (
        select json_build_object('id', u.id, 'worksiteId', u.worksite_id, 'role', u.role, 'mayApproveSwaps', u.may_approve_swaps)
        from users u where u.id = d.user_id) as reader
    from push_devices d where d.id = (select id from due)`);

/** A due push of a device, with the current state of its notification. */
export interface DuePush extends StoredNotification {
  pushId: string;
  /** When the matter's request ends at the latest. */
  expiresAt: Instant | null;
  /** What its reader, or the person it is about, has offered for it: the first day of each offer. */
  offered: Entry[];
  queuedAt: Instant;
  wasHeld: boolean;
  /** Attempts so far, including the next one. */
  attempts: number;
}

/** Oldest first, the most important of one event last; at most `limit`. */
export const listDuePushes = (
  tx: Transaction,
  deviceId: string,
  now: Instant,
  most: number,
): Promise<DuePush[]> =>
  tx.many(sql`
    select o.id as push_id, ${storedColumns}, r.expires_at, coalesce((
        select json_agg(p.offered_duties -> 0) from pre_acceptances p
        where p.request_id = r.id and p.user_id in (n.user_id, n.person_id) and p.status in ('offerta', 'scelta')
          and jsonb_array_length(p.offered_duties) > 0
      ), '[]') as offered, o.created_at as queued_at, o.was_held, o.attempts + 1 as attempts
    from push_outbox o
    join notifications n on n.id = o.notification_id
    left join exchange_requests r on r.id = n.related_request_id
    where o.device_id = ${deviceId} and o.status = 'queued' and o.due_at <= ${now}
    order by o.created_at, n.created_at, array_position(${[...notificationTypes]}::text[], n.type), o.id
    limit ${most}`);

/** A notification a device may still show, by its tag. */
export interface ShownPush extends JudgedRow {
  tag: string;
  isRead: boolean;
}

/** Newest first; of pushes that replaced one another, only the last. */
export const listShownPushes = (database: Queryable, deviceId: string): Promise<ShownPush[]> =>
  database.many(sql`
    with sent as (
      select coalesce(o.tag, n.related_request_id::text, n.type) as tag, n.type, n.is_read, n.created_at, ${matter} as matter,
        o.created_at as queued_at, o.claimed_at
      from push_outbox o join notifications n on n.id = o.notification_id
      where o.device_id = ${deviceId} and o.status in ('sent', 'unsure')
    )
    select tag, type, is_read, created_at, matter from sent
    where tag <> ${summaryTag} or claimed_at = (select max(s.claimed_at) from sent s where s.tag = ${summaryTag})
    order by queued_at desc`);

export async function dropPushes(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.run(sql`update push_outbox set status = 'dropped' where id = any(${[...ids]}::uuid[])`);
}

/** Defers them to the end of their person's quiet hours. */
export async function holdPushes(tx: Transaction, ids: readonly string[], until: Instant): Promise<void> {
  await tx.run(sql`
    update push_outbox set was_held = true, due_at = ${until} where id = any(${[...ids]}::uuid[])`);
}

/** Defers all current and future pushes of a device until its push service allows the next attempt. */
export async function pauseDevice(database: Queryable, deviceId: string, until: Instant): Promise<void> {
  await database.run(sql`
    with paused as (update push_devices set paused_until = ${until} where id = ${deviceId})
    update push_outbox set due_at = ${until}
    where device_id = ${deviceId} and status = 'queued' and due_at < ${until}`);
}

/** Deletes pushes queued before then, in any state. */
export async function deleteOldPushes(database: Queryable, before: Instant): Promise<void> {
  await database.run(sql`
    with events as (delete from push_events where created_at < ${before})
    delete from push_outbox where id = any(array(
      select id from push_outbox where created_at < ${before} order by created_at limit 5000))`);
}
