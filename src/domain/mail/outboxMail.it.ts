import type { MailContent } from './mailPage.ts';
import { type MailedNews, type MailLinks, writeNewsMail } from './newsMail.it.ts';
import { writePasswordMail } from './passwordMail.it.ts';
import { type SwapMailFacts, writeSwapMail } from './swapMail.it.ts';

export interface MailSource {
  kind: string;
  /** The completed swap it is about, or null. */
  swap: SwapMailFacts | null;
  /** How long its link is valid; null without a link. */
  minutes: number | null;
  /** Its notifications not read yet, oldest first; null if it has none. */
  news: MailedNews[] | null;
}

const noLinks: MailLinks = { origin: '', unsubscribe: '' };

/** The text of a queued mail, with current names; null for a kind unknown to this version. */
export function writeMail(
  { kind, swap, minutes, news }: MailSource,
  links: MailLinks = noLinks,
): MailContent | null {
  if (kind === 'swap_completed' && swap) return writeSwapMail(swap);
  if (kind === 'password_reset' && minutes !== null) return writePasswordMail(minutes);
  if (kind === 'news' && news) return writeNewsMail(news, links);
  return null;
}

/** The subject shown in the list of mails; general for news, whose text is generated when sent. */
export const subjectOfMail = (source: MailSource): string =>
  source.kind === 'news' ? 'Novità in Turnario' : (writeMail(source)?.subject ?? 'Email di Turnario');
