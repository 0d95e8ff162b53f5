import sql from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

export interface StoredPushKeys {
  publicKey: string;
  privateKeyEncrypted: Uint8Array;
}

export const findPushKeys = (database: Queryable): Promise<StoredPushKeys | null> =>
  database.maybeOne(sql`
    select public_key, private_key_encrypted from push_keys`);

/** Keeps the keys that are there. */
export async function insertPushKeys(
  database: Queryable,
  { publicKey, privateKeyEncrypted, now }: StoredPushKeys & { now: Instant },
): Promise<void> {
  await database.run(sql`
    insert into push_keys (public_key, private_key_encrypted, created_at)
    values (${publicKey}, ${privateKeyEncrypted}, ${now})
    on conflict (is_the_only_row) do nothing`);
}

/** Removes keys that no device has subscribed with. @returns whether they are gone */
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
