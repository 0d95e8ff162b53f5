import type { EmailConfig, MailStatus, Outbox } from '../../domain/mail/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { pageOf } from '../platform/http/pages.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { countMails, listMails, listWaitingMails } from './queries.outbox.ts';
import { withSubject } from './queries.source.ts';
import { findMailSettings, type MailSettingsRow } from './queries.ts';
import { chooseMailAccount, decryptSavedPassword } from './settings.ts';

const pageSize = 30;
const mostWaiting = 20;

/** The caller's mail screen: account and server for the CEO only, never a password. */
export async function readEmailConfig(context: AppContext, signedIn: SignedIn): Promise<EmailConfig> {
  const { database, settings } = context;
  const { user, isImpersonating } = signedIn;
  const saved = await findMailSettings(database);
  const account = chooseMailAccount(settings, saved);
  const isForCeo = user.isCeo && !isImpersonating;
  return {
    isReady: account !== null,
    settings: isForCeo
      ? {
          saved: saved && viewOf(context, saved),
          isOverridden: settings.smtpUrl !== null,
          sender: account?.from ?? null,
        }
      : null,
    waiting: (await listWaitingMails(database, user.id, mostWaiting)).map(withSubject),
  };
}

function viewOf({ settings }: AppContext, saved: MailSettingsRow) {
  const { account, host, port, isTls, updatedAt } = saved;
  const isPasswordReadable = decryptSavedPassword(settings, saved) !== null;
  return { account, host, port, isTls, updatedAt, isPasswordReadable };
}

export async function readOutbox(
  { database }: AppContext,
  status: MailStatus,
  cursorText: string | undefined,
): Promise<Outbox> {
  const cursor = readCursor(cursorText, 'instant');
  const after = cursor && { at: cursor.key, id: cursor.id };
  const rows = await listMails(database, status, after, pageSize + 1);
  const { shown, nextCursor } = pageOf(rows, pageSize, (last) => writeCursor(last.createdAt, last.id));
  return { mails: shown.map(withSubject), counts: await countMails(database), nextCursor };
}
