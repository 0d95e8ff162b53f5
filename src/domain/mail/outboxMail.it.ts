import type { MailContent } from './mailPage.ts';
import { writePasswordMail } from './passwordMail.it.ts';
import { type SwapMailFacts, writeSwapMail } from './swapMail.it.ts';

/** A queued mail, as far as its text goes. */
export interface MailSource {
  kind: string;
  /** The completed swap it is about; null for none. */
  swap: SwapMailFacts | null;
  /** For how long its link is good; null where it has none. */
  minutes: number | null;
}

/** The text of a queued mail, with the names of now; null for a kind that only another version knows. */
export function writeMail({ kind, swap, minutes }: MailSource): MailContent | null {
  if (kind === 'swap_completed' && swap) return writeSwapMail(swap);
  if (kind === 'password_reset' && minutes !== null) return writePasswordMail(minutes);
  return null;
}

/** The subject under which a queued mail is listed. */
export const subjectOfMail = (source: MailSource): string =>
  writeMail(source)?.subject ?? 'Email di Turnario';
