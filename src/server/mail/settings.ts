import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { resolveAppSecrets } from '../platform/appSecret.ts';
import type { AppContext } from '../platform/context.ts';
import type { Settings } from '../platform/settings.ts';
import type { Sender } from './message.ts';
import { decryptPassword } from './passwordEncryption.ts';
import { findMailSettings, type MailSettingsRow } from './queries.ts';
import type { MailAccount } from './transport.ts';

/**
 * The sender account: `SMTP_URL` and `MAIL_FROM`, or what the CEO saved; null if neither is set, or if the saved
 * password cannot be decrypted because the application's secret has changed.
 */
export async function readMailAccount(
  context: Pick<AppContext, 'database' | 'settings' | 'log'>,
): Promise<MailAccount | null> {
  const { database, settings, log } = context;
  const saved = await findMailSettings(database);
  const account = chooseMailAccount(settings, saved);
  if (!account && saved)
    log.error('the saved mail password cannot be read: it was encrypted with another secret');
  return account;
}

/** Like `readMailAccount`, for settings already read; logs nothing. */
export function chooseMailAccount(settings: Settings, saved: MailSettingsRow | null): MailAccount | null {
  if (settings.smtpUrl !== null) return accountOfUrl(settings.smtpUrl, settings);
  if (!saved) return null;
  const password = decryptSavedPassword(settings, saved);
  return password === null ? null : accountOfRow(saved, password, settings);
}

/** The saved account's password; null if the application's secret has changed since. */
export const decryptSavedPassword = (settings: Settings, saved: MailSettingsRow): string | null =>
  decryptPassword(resolveAppSecrets(settings).known, saved.passwordEncrypted);

/** Also supports the URL options that nodemailer documents. */
function accountOfUrl(url: string, settings: Settings): MailAccount {
  const { auth, ...server } = parseConnectionUrl(url);
  const login = auth?.user ? { user: auth.user, password: auth.pass } : null;
  return { server, login, ...senderOf(login?.user, settings) };
}

function accountOfRow(row: MailSettingsRow, password: string, settings: Settings): MailAccount {
  const { account, host, port, isTls } = row;
  return {
    // Without implicit TLS, the connection upgrades before the password is sent.
    server: { host, port, secure: isTls, requireTLS: !isTls && !isLoopback(host) },
    login: { user: account, password },
    ...senderOf(account, settings),
  };
}

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

function senderOf(user: string | undefined, { mailFrom, publicUrl }: Settings): Sender {
  const { hostname } = new URL(publicUrl);
  const from = mailFrom ?? `Turnario <${user?.includes('@') ? user : `turnario@${hostname}`}>`;
  // The product's own host name is stable if the account changes between attempts; a bare machine name is not used.
  const isName = hostname.includes('.') && !isIP(hostname);
  return { from, idDomain: (isName && hostname) || domainOf(from) || hostname };
}

const domainOf = (from: string): string => domainToASCII(/@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? '');
