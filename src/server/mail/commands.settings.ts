import type { z } from 'zod';
import { refuse } from '../../domain/errors/refusal.ts';
import type { mailSettingsSchema } from '../../domain/mail/schema.ts';
import { resolveAppSecrets } from '../platform/appSecret.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import type { Settings } from '../platform/settings.ts';
import { encryptPassword } from './passwordEncryption.ts';
import { expediteQueuedMails, listCeoIds } from './queries.outbox.ts';
import { saveMailSettings } from './queries.settings.ts';
import { findMailSettings, type MailSettingsRow, mailChannel } from './queries.ts';
import { decryptSavedPassword } from './settings.ts';

type MailSettings = z.output<typeof mailSettingsSchema>;

/**
 * Saves the sender account and retries queued mails at once. An empty password keeps the saved one, but only for the
 * same account on the same server and not if implicit TLS is switched off: nobody can redirect it to their own server
 * or a weaker connection.
 * @throws RefusalError mail_password_required
 */
export async function changeMailSettings(
  context: AppContext,
  ceo: SignedIn,
  { password, ...settings }: MailSettings,
): Promise<void> {
  const { current } = resolveAppSecrets(context.settings);
  const encrypted = password === '' ? null : encryptPassword(current, password);
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const saved = await findMailSettings(tx, 'locked');
    if (!encrypted && !isKeptFor(saved, settings, context.settings)) {
      throw new RefusalError(refuse('mail_password_required'), {
        fields: { password: 'Scrivi la password di questo account' },
      });
    }
    await saveMailSettings(tx, { ...settings, passwordEncrypted: encrypted, updatedBy: ceo.user.id, now });
    await expediteQueuedMails(tx, now);
    await insertAudit(tx, {
      at: now,
      signedIn: ceo,
      action: 'mail_settings_changed',
      targetType: 'mail_settings',
      ...(saved && { before: traceOf(saved) }),
      after: { ...traceOf(settings), isPasswordChanged: encrypted !== null },
    });
    tx.notify(mailChannel);
    await announceMails(tx, context.settings);
  });
}

function isKeptFor(
  saved: MailSettingsRow | null,
  { account, host, isTls }: Pick<MailSettings, 'account' | 'host' | 'isTls'>,
  settings: Settings,
): boolean {
  if (saved?.account !== account || saved.host !== host) return false;
  // STARTTLS, and no encryption on localhost, protect it less: choosing them requires the password again
  if (saved.isTls && !isTls) return false;
  return decryptSavedPassword(settings, saved) !== null;
}

/** What is audited: the mail server, neither account nor password. */
const traceOf = ({ host, port, isTls }: Pick<MailSettings, 'host' | 'port' | 'isTls'>) => ({
  host,
  port,
  isTls,
});

/** Refreshes the outbox on the CEOs' pages. */
export async function announceMails(tx: Transaction, settings: Pick<Settings, 'ceoEmails'>): Promise<void> {
  announce(tx, await listCeoIds(tx, settings), ['mail']);
}
