import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Transaction } from '../platform/database/database.ts';

export interface NewMailSettings {
  account: string;
  host: string;
  port: number;
  isTls: boolean;
  /** Encrypted; null keeps the saved one. */
  passwordEncrypted: Uint8Array | null;
  updatedBy: string;
  now: Instant;
}

/** Replaces the saved sender account. A null password requires a saved one. */
export async function saveMailSettings(tx: Transaction, settings: NewMailSettings): Promise<void> {
  const { account, host, port, isTls, passwordEncrypted, updatedBy, now } = settings;
  await tx.run(
    passwordEncrypted === null
      ? sql`
        update mail_settings
        set port = ${port}, is_tls = ${isTls}, updated_by = ${updatedBy}, updated_at = ${now}`
      : sql`
        insert into mail_settings (account, host, port, is_tls, password_encrypted, updated_by, updated_at)
        values (${account}, ${host}, ${port}, ${isTls}, ${passwordEncrypted}, ${updatedBy}, ${now})
        on conflict (is_the_only_row) do update
        set account = excluded.account, host = excluded.host, port = excluded.port, is_tls = excluded.is_tls,
          password_encrypted = excluded.password_encrypted, updated_by = excluded.updated_by,
          updated_at = excluded.updated_at`,
  );
}

/** Locks the saved account's encrypted password; null without an account. */
export async function lockSavedPassword(tx: Transaction): Promise<Uint8Array | null> {
  const saved = await tx.maybeOne<{ encrypted: Uint8Array }>(sql`
    select password_encrypted as encrypted from mail_settings for update`);
  return saved?.encrypted ?? null;
}

export async function replaceSavedPassword(tx: Transaction, encrypted: Uint8Array): Promise<void> {
  await tx.run(sql`update mail_settings set password_encrypted = ${encrypted}`);
}

/** Locks the links of unsent mails that are still useful. */
export const lockEncryptedLinks = (
  tx: Transaction,
  now: Instant,
): Promise<{ id: string; encrypted: Uint8Array }[]> =>
  tx.many(sql`
    select id, sealed_link as encrypted from mail_outbox
    where status in ('queued', 'sending') and sealed_link is not null
      and (useless_after is null or useless_after > ${now})
    order by id for update`);

export async function replaceEncryptedLink(
  tx: Transaction,
  id: string,
  encrypted: Uint8Array,
): Promise<void> {
  await tx.run(sql`update mail_outbox set sealed_link = ${encrypted} where id = ${id}`);
}
