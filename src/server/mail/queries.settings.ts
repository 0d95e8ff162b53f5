import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Transaction } from '../platform/database/database.ts';

export interface NewMailSettings {
  account: string;
  host: string;
  port: number;
  isTls: boolean;
  /** Encrypted; null keeps the one that is there. */
  passwordEncrypted: Uint8Array | null;
  updatedBy: string;
  now: Instant;
}

/** Replaces the saved sender account. Without a password there must be one saved already. */
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
