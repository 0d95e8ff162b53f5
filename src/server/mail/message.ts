import type { ClaimedMail } from './queries.ts';

/** A mail as it goes over the wire, and between whom. */
export interface Message {
  from: string;
  to: string;
  /** Headers and body, RFC 5322. */
  content: Buffer;
}

type WrittenMail = Pick<ClaimedMail, 'id' | 'recipient' | 'subject' | 'text' | 'html' | 'createdAt'>;

/**
 * Writes a mail's headers and its two bodies. Message-ID and date come from the queued row: should a mail ever arrive
 * twice, mail programs can tell that it is the same one.
 *
 * @param from sender as in a header, `Name <address>`
 * @throws Error when `from` holds no address
 */
export async function composeMessage(mail: WrittenMail, from: string): Promise<Message> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.createdAt,
    messageId: `<${mail.id}@${domainOf(from)}>`,
    // no answer of an absence assistant to a machine (RFC 3834)
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const sender = composer.getEnvelope().from;
  if (!sender) throw new Error('the sender has no e-mail address');
  return { from: sender, to: mail.recipient, content: await composer.build() };
}

function domainOf(from: string): string {
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1];
  return domain ?? 'localhost';
}
