import type { MailContent } from './mailPage.ts';
import { type MailedNews, type MailLinks, writeNewsMail } from './newsMail.it.ts';
import { writePasswordMail } from './passwordMail.it.ts';
import { type SwapMailFacts, writeSwapMail } from './swapMail.it.ts';

export interface MailSource {
  kind: string;
  /** The completed swap it is about; null for none. */
  swap: SwapMailFacts | null;
  /** For how long its link is good; null where it has none. */
  minutes: number | null;
  /** What it tells of, oldest first, as far as its person still does not know; null for none. */
  news: MailedNews[] | null;
}

const noLinks: MailLinks = { origin: '', unsubscribe: '' };

/** The text of a queued mail, with the names of now; null for a kind that only another version knows. */
export function writeMail(
  { kind, swap, minutes, news }: MailSource,
  links: MailLinks = noLinks,
): MailContent | null {
  if (kind === 'swap_completed' && swap) return writeSwapMail(swap);
  if (kind === 'password_reset' && minutes !== null) return writePasswordMail(minutes);
  if (kind === 'news' && news) return writeNewsMail(news, links);
  return null;
}

/** The subject under which a queued mail is listed; what news it told is made anew, and may be read by now. */
export const subjectOfMail = (source: MailSource): string =>
  source.kind === 'news' ? 'Novità in Turnario' : (writeMail(source)?.subject ?? 'Email di Turnario');
