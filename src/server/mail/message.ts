import type { MailContent } from '../../domain/mail/mailPage.ts';
import type { DueMail } from './queries.ts';

export interface Message {
  from: string;
  to: string;
  /** Headers and body, RFC 5322. */
  content: Buffer;
}

/** The sender of all mails of an account. */
export interface Sender {
  /** As in a header, `Name <address>`. */
  from: string;
  /** The part of a Message-ID after the @. */
  idDomain: string;
}

export type WrittenMail = MailContent &
  Pick<DueMail, 'id' | 'recipient' | 'createdAt'> & {
    /** URL to unsubscribe from such mails; null if impossible. */
    unsubscribe?: string | null;
  };

/**
 * Composes a mail's headers and two bodies. Message-ID and date come from the queued row, so that mail programs
 * recognise a mail that arrives twice.
 * @throws Error if the sender has no address
 */
export async function composeMessage(mail: WrittenMail, { from, idDomain }: Sender): Promise<Message> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // a string would be written as it is, and ISO instants are not RFC 5322 dates
    date: new Date(mail.createdAt),
    messageId: `<${mail.id}@${idDomain}>`,
    // suppresses automatic out-of-office replies (RFC 3834)
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe && unsubscribeHeaders(mail.unsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const sender = composer.getEnvelope().from;
  if (!sender) throw new Error('the sender has no email address');
  return { from: sender, to: mail.recipient, content: await composer.build() };
}

/** One-click unsubscribing in the mail program (RFC 2369, RFC 8058). `prepared`, so that the URL is not folded. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
