import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Transaction } from '../platform/database/database.ts';

/** The saved account's password as it is stored, locked; null without an account. */
export async function lockSavedPassword(tx: Transaction): Promise<Uint8Array | null> {
  const saved = await tx.maybeOne<{ encrypted: Uint8Array }>(sql`
    select password_encrypted as encrypted from mail_settings for update`);
  return saved?.encrypted ?? null;
}

export async function replaceSavedPassword(tx: Transaction, encrypted: Uint8Array): Promise<void> {
  await tx.run(sql`update mail_settings set password_encrypted = ${encrypted}`);
}

/** Links of mails that have not left and still are of use, locked. */
export function lockEncryptedLinks(
  tx: Transaction,
  now: Instant,
): Promise<{ id: string; encrypted: Uint8Array }[]> {
  return tx.many(sql`
    select id, sealed_link as encrypted from mail_outbox
    where status in ('queued', 'sending') and sealed_link is not null
      and (useless_after is null or useless_after > ${now})
    order by id for update`);
}

export async function replaceEncryptedLink(
  tx: Transaction,
  id: string,
  encrypted: Uint8Array,
): Promise<void> {
  await tx.run(sql`update mail_outbox set sealed_link = ${encrypted} where id = ${id}`);
}
