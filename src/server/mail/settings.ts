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
 * The account that mails are sent from: `SMTP_URL` and `MAIL_FROM`, else what the CEO saved; null when neither is set,
 * or when the saved password cannot be read because the application's secret has changed.
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

/** The same for settings that were read before; says nothing in the log. */
export function chooseMailAccount(settings: Settings, saved: MailSettingsRow | null): MailAccount | null {
  if (settings.smtpUrl !== null) return accountOfUrl(settings.smtpUrl, settings);
  if (!saved) return null;
  const password = decryptSavedPassword(settings, saved);
  return password === null ? null : accountOfRow(saved, password, settings);
}

/** The saved account's password; null when the application's secret has changed since. */
export const decryptSavedPassword = (settings: Settings, saved: MailSettingsRow): string | null =>
  decryptPassword(resolveAppSecrets(settings).known, saved.passwordEncrypted);

/** Besides host, port, user and password, the options that nodemailer documents for its addresses count. */
function accountOfUrl(url: string, settings: Settings): MailAccount {
  const { auth, ...server } = parseConnectionUrl(url);
  const login = auth?.user ? { user: auth.user, password: auth.pass } : null;
  return { server, login, ...senderOf(login?.user, settings) };
}

function accountOfRow(row: MailSettingsRow, password: string, settings: Settings): MailAccount {
  const { account, host, port, isTls } = row;
  return {
    // Where TLS is not there from the start, the connection changes to it before the password is sent.
    server: { host, port, secure: isTls, requireTLS: !isTls && !isLoopback(host) },
    login: { user: account, password },
    ...senderOf(account, settings),
  };
}

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

function senderOf(user: string | undefined, { mailFrom, publicUrl }: Settings): Sender {
  const { hostname } = new URL(publicUrl);
  const from = mailFrom ?? `Turnario <${user?.includes('@') ? user : `turnario@${hostname}`}>`;
  // The product's own name stays where the account changes between two tries; a mere machine's name is none.
  const isName = hostname.includes('.') && !isIP(hostname);
  return { from, idDomain: (isName && hostname) || domainOf(from) || hostname };
}

const domainOf = (from: string): string => domainToASCII(/@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? '');
