import { randomUUID } from 'node:crypto';
import { type MailContent, mailPage } from '../../domain/mail/mailPage.ts';
import { escapeHtml, oneLine } from '../../domain/mail/plainText.ts';
import { type MailTest, mailTestTexts } from '../../domain/mail/schema.ts';
import type { User } from '../../domain/users/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { composeMessage } from './message.ts';
import { findMailSettings } from './queries.ts';
import { chooseMailAccount } from './settings.ts';
import {
  connectToMailServer,
  type MailAccount,
  type MailConnection,
  MailServerError,
  type MailTimeouts,
} from './transport.ts';

/** As many as a completed swap sends. */
const testMailCount = 3;
/** Short, since the caller waits for the outcome. */
const testTimeouts: MailTimeouts = { connect: 8_000, send: 10_000 };
const longestTestMs = 25_000;

const subject = 'Email di prova di Turnario';

export function writeTestMail(name: string): MailContent {
  const lines = [
    `Ciao ${oneLine(name)},`,
    'questa è una prova: l’account che hai impostato in Turnario funziona.',
  ];
  const footer =
    'Ne ricevi tre uguali. Quando uno scambio si conclude partono allo stesso modo: una a chi lo ha chiesto, una a chi lo ha accettato, una al cantiere.';
  const blocks = lines.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`);
  return {
    subject,
    text: `${[...lines, footer].join('\n\n')}\n`,
    html: mailPage(subject, blocks, footer),
  };
}

/** Sends three mails to a person with the account used for swaps, bypassing the outbox, and returns the outcome. */
export async function sendTestMails(
  { database, settings, clock, log }: AppContext,
  person: Pick<User, 'firstName' | 'email'>,
  timeouts: MailTimeouts = testTimeouts,
): Promise<MailTest> {
  const account = chooseMailAccount(settings, await findMailSettings(database));
  if (!account) return failed(mailTestTexts.missing);
  const limit = AbortSignal.timeout(longestTestMs);
  const connection = await connectToMailServer(account, timeouts, limit).catch((error: unknown) => {
    if (error instanceof MailServerError) return error;
    throw error;
  });
  if (connection instanceof MailServerError) {
    log.warn({ code: connection.code }, 'mail test: server not reached');
    const { unreachable, refusedSignIn } = mailTestTexts;
    return failed(connection.isSignInRefused ? refusedSignIn : unreachable, connection.message);
  }
  try {
    const reason = await sendAll(connection, account, person, clock.now());
    if (reason !== null) return failed(mailTestTexts.refusedMail, reason);
    const message = `Tre email di prova sono partite per ${person.email}: controlla la posta.`;
    return { success: true, message, reason };
  } finally {
    connection.close();
  }
}

/** @returns why one was not accepted; null if all were */
async function sendAll(
  connection: MailConnection,
  account: MailAccount,
  { firstName, email }: Pick<User, 'firstName' | 'email'>,
  now: string,
): Promise<string | null> {
  const content = writeTestMail(firstName);
  for (let sent = 0; sent < testMailCount; sent += 1) {
    const mail = { ...content, id: randomUUID(), recipient: email, createdAt: now };
    const delivery = await connection.send(composeMessage(mail, account));
    if (delivery.kind !== 'delivered') return delivery.reason ?? '';
  }
  return null;
}

const failed = (message: string, reason: string | null = null): MailTest => ({
  success: false,
  message,
  reason,
});
