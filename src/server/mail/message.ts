import type { MailContent } from '../../domain/mail/mailPage.ts';
import type { DueMail } from './queries.ts';

export interface Message {
  from: string;
  to: string;
  /** Headers and body, RFC 5322. */
  content: Buffer;
}

/** Whom all mails of an account come from. */
export interface Sender {
  /** As in a header, `Name <address>`. */
  from: string;
  /** What a Message-ID has after its @. */
  idDomain: string;
}

export type WrittenMail = MailContent &
  Pick<DueMail, 'id' | 'recipient' | 'createdAt'> & {
    /** Where mails like it end; null where they cannot. */
    unsubscribe?: string | null;
  };

/**
 * Writes a mail's headers and its two bodies. Message-ID and date come from the queued row: should a mail ever arrive
 * twice, mail programs can tell that it is the same one.
 * @throws Error when the sender holds no address
 */
export async function composeMessage(mail: WrittenMail, { from, idDomain }: Sender): Promise<Message> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // a string would be written as it is, and an ISO instant is no date of RFC 5322
    date: new Date(mail.createdAt),
    messageId: `<${mail.id}@${idDomain}>`,
    // no answer of an absence assistant to a machine (RFC 3834)
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

/** One click ends mails like it, in the mail program (RFC 2369, RFC 8058). Prepared: an address is not folded. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
