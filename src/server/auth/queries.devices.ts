import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Queryable } from '../platform/database/database.ts';

export interface KnownDevice {
  userId: string;
  tokenHash: Uint8Array;
  now: Instant;
}

const mostDevices = 10;

/** Makes a browser known to a person; the least recently used ones make room. */
export async function noteDevice(
  database: Queryable,
  { userId, tokenHash, now }: KnownDevice,
): Promise<void> {
  await database.run(sql`
    with noted as (
      insert into known_devices (token_hash, user_id, used_at) values (${tokenHash}, ${userId}, ${now})
      on conflict (token_hash, user_id) do update set used_at = excluded.used_at)
    delete from known_devices d where d.user_id = ${userId} and d.token_hash in (
      select token_hash from known_devices where user_id = ${userId} and token_hash <> ${tokenHash}
      order by used_at desc offset ${mostDevices - 1})`);
}

export async function deleteDevicesOf(database: Queryable, userId: string): Promise<void> {
  await database.run(sql`delete from known_devices where user_id = ${userId}`);
}

export async function deleteOldDevices(database: Queryable, before: Instant): Promise<void> {
  await database.run(sql`delete from known_devices where used_at < ${before}`);
}
