import { randomUUID } from 'node:crypto';
import type { Instant } from '../../domain/calendar/day.ts';
import { resolveAppSecrets } from '../platform/appSecret.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Settings } from '../platform/settings.ts';
import { encryptLink } from './linkEncryption.ts';
import { insertPasswordMail } from './queries.password.ts';
import { mailChannel } from './queries.ts';
import { readMailAccount } from './settings.ts';

export interface PasswordLink {
  /** The complete URL with its token. */
  url: string;
  now: Instant;
  expiresAt: Instant;
}

/** Queues the mail with a link for a lost password. For null it does the same work and queues nothing. */
export async function queuePasswordMail(
  tx: Transaction,
  settings: Settings,
  userId: string | null,
  { url, now, expiresAt }: PasswordLink,
): Promise<void> {
  await insertPasswordMail(tx, userId, {
    dedupeKey: `password:${randomUUID()}`,
    sealedLink: encryptLink(resolveAppSecrets(settings).current, url),
    queuedAt: now,
    uselessAfter: expiresAt,
  });
  tx.notify(mailChannel);
}

/** Whether mail can be sent at all, so that nobody waits for one in vain. */
export const canSendMail = async (context: AppContext): Promise<boolean> =>
  (await readMailAccount(context)) !== null;
