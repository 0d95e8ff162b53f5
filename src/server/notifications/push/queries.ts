import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import {
  defaultPushPreferences,
  type PushDevice,
  type PushPreferences,
  type PushSubscriptionKeys,
} from '../../../domain/notifications/push/schema.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

const mostDevices = 10;

export const listDevices = (
  database: Queryable,
  userId: string,
  sessionId: string | null,
): Promise<PushDevice[]> =>
  database.many(sql`
    select d.id, d.label, d.created_at, d.last_delivered_at, d.last_failed_at,
      d.session_id is not distinct from ${sessionId}::uuid as is_current
    from push_devices d
    where d.user_id = ${userId}
    order by d.session_id is not distinct from ${sessionId}::uuid desc, d.created_at desc, d.id`);

export interface NewDevice extends PushSubscriptionKeys {
  userId: string;
  sessionId: string;
  label: string | null;
  now: Instant;
}

/**
 * Registers a browser as a device of this person and session; drops pushes queued for a former owner. The oldest
 * devices make room.
 */
export async function saveDevice(tx: Transaction, device: NewDevice): Promise<void> {
  const { userId, sessionId, endpoint, p256dh, auth, label, now } = device;
  await tx.run(sql`delete from push_devices where endpoint = ${endpoint} and user_id <> ${userId}`);
  // a browser has one subscription: a new one replaces it and gets the pushes still waiting
  await tx.run(sql`
    delete from push_devices where session_id = ${sessionId} and endpoint <> ${endpoint}
      and exists (select from push_devices d where d.endpoint = ${endpoint})`);
  await tx.run(sql`
    update push_devices set endpoint = ${endpoint}, origin = ${new URL(endpoint).origin}, paused_until = null
    where session_id = ${sessionId} and endpoint <> ${endpoint}`);
  await tx.run(sql`
    insert into push_devices (user_id, session_id, endpoint, origin, p256dh, auth, label, created_at)
    values (${userId}, ${sessionId}, ${endpoint}, ${new URL(endpoint).origin}, ${p256dh}, ${auth}, ${label}, ${now})
    on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh,
      auth = excluded.auth, label = excluded.label`);
  await tx.run(sql`
    delete from push_devices where id in (
      select id from push_devices where user_id = ${userId}
      order by (endpoint = ${endpoint}) desc, created_at desc, id offset ${mostDevices})`);
}

export const deleteDevice = async (database: Queryable, userId: string, id: string): Promise<boolean> =>
  (await database.run(sql`delete from push_devices where id = ${id} and user_id = ${userId}`)) > 0;

export interface DeviceAddress {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A person's device with an active session, or null. */
export const findDevice = (
  database: Queryable,
  userId: string,
  id: string,
  now: Instant,
): Promise<DeviceAddress | null> =>
  database.maybeOne(sql`
    select d.id, d.endpoint, d.p256dh, d.auth
    from push_devices d join sessions s on s.id = d.session_id
    where d.id = ${id} and d.user_id = ${userId} and s.expires_at > ${now}`);

/** Stores the outcome of the last attempt. */
export async function noteDelivery(
  database: Queryable,
  deviceId: string,
  outcome: 'delivered' | 'failed',
  now: Instant,
): Promise<void> {
  await database.run(
    outcome === 'delivered'
      ? sql`update push_devices set last_delivered_at = ${now} where id = ${deviceId}`
      : sql`update push_devices set last_failed_at = ${now} where id = ${deviceId}`,
  );
}

/** The preferences of the person in row `of`, as JSON; null: the defaults. */
export const storedPreferences = (of: Sql): Sql => sql`
  (select json_build_object('subjectsOff', p.subjects_off, 'quietFrom', to_char(p.quiet_from, 'HH24:MI'),
      'quietTo', to_char(p.quiet_to, 'HH24:MI'), 'showsDetails', p.shows_details)
   from push_preferences p where p.user_id = ${of})`;

export async function findPreferences(database: Queryable, userId: string): Promise<PushPreferences> {
  const { preferences } = await database.one<{ preferences: PushPreferences | null }>(sql`
    select ${storedPreferences(sql`${userId}::uuid`)} as preferences`);
  return preferences ?? defaultPushPreferences;
}

/** Saves preferences; pushes deferred to the end of quiet hours are judged anew. */
export async function savePreferences(
  tx: Transaction,
  userId: string,
  preferences: PushPreferences,
  now: Instant,
): Promise<void> {
  const { subjectsOff, quietFrom, quietTo, showsDetails } = preferences;
  await tx.run(sql`
    insert into push_preferences (user_id, subjects_off, quiet_from, quiet_to, shows_details)
    values (${userId}, ${[...new Set(subjectsOff)]}::text[], ${quietFrom}, ${quietTo}, ${showsDetails})
    on conflict (user_id) do update set subjects_off = excluded.subjects_off, quiet_from = excluded.quiet_from,
      quiet_to = excluded.quiet_to, shows_details = excluded.shows_details`);
  await tx.run(sql`
    update push_outbox o set due_at = ${now}
    from push_devices d
    where d.id = o.device_id and d.user_id = ${userId} and o.status = 'queued' and o.was_held and o.due_at > ${now}`);
}

export interface StoredPushKeys {
  publicKey: string;
  privateKeyEncrypted: Uint8Array;
}

export const findPushKeys = (database: Queryable): Promise<StoredPushKeys | null> =>
  database.maybeOne(sql`
    select public_key, private_key_encrypted from push_keys`);

/** Inserts the keys unless there are some already. */
export async function insertPushKeys(
  database: Queryable,
  { publicKey, privateKeyEncrypted, now }: StoredPushKeys & { now: Instant },
): Promise<void> {
  await database.run(sql`
    insert into push_keys (public_key, private_key_encrypted, created_at)
    values (${publicKey}, ${privateKeyEncrypted}, ${now})
    on conflict (is_the_only_row) do nothing`);
}

/** Removes keys unless a device is subscribed with them. @returns whether they were removed */
export async function removeUnreadableKeys(database: Queryable, publicKey: string): Promise<boolean> {
  const removed = await database.run(sql`
    delete from push_keys where public_key = ${publicKey} and not exists (select from push_devices)`);
  return removed > 0;
}

export const lockPushKeys = (tx: Transaction): Promise<StoredPushKeys | null> =>
  tx.maybeOne(sql`
    select public_key, private_key_encrypted from push_keys for update`);

export async function replacePushKey(tx: Transaction, encrypted: Uint8Array): Promise<void> {
  await tx.run(sql`update push_keys set private_key_encrypted = ${encrypted}`);
}
