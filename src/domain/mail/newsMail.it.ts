import { manyTitle } from '../notifications/push/texts.it.ts';
import {
  addressOf,
  entryOf,
  notificationFactsSchema,
  notificationText,
  type NotificationType,
} from '../notifications/types.ts';
import { type MailContent, mailPage } from './mailPage.ts';
import { escapeHtml, oneLine } from './plainText.ts';

export interface MailedNews {
  type: NotificationType;
  facts: unknown;
  /** The current full name of the person it is about; null if there is none. */
  person: string | null;
  requestId: string | null;
}

export interface MailLinks {
  /** The product's origin, `https://turni.example.it`. */
  origin: string;
  /** The link that unsubscribes from such mails. */
  unsubscribe: string;
}

const why = 'Ricevi questa email perché le notifiche non sono attive su nessun tuo dispositivo.';
const unsubscribing = 'Non voglio più queste email';

/** One mail with a person's unseen notifications; its subject, shown on locked screens, names nobody. */
export function writeNewsMail(news: readonly MailedNews[], { origin, unsubscribe }: MailLinks): MailContent {
  const [first] = news;
  const subject = first && news.length === 1 ? entryOf(first.type).discreet : manyTitle(news.length);
  const items = news.map(({ type, facts, person, requestId }) => {
    const known = notificationFactsSchema.safeParse(facts).data ?? null;
    const { title, message } = notificationText({ type, facts: known, person, end: null });
    return {
      title: oneLine(title),
      message: oneLine(message),
      url: origin + (addressOf(type, requestId) ?? '/'),
    };
  });
  const profile = `${origin}/profile/notifiche`;
  return {
    subject,
    text: `${[
      subject,
      ...items.map(({ title, message, url }) => `${title}\n${message}\n${url}`),
      `${why}\nScegli cosa ricevere: ${profile}\n${unsubscribing}: ${unsubscribe}`,
    ].join('\n\n')}\n`,
    html: mailPage(
      subject,
      items.map(
        ({ title, message, url }) =>
          `<p style="margin:0 0 20px"><strong>${escapeHtml(title)}</strong><br>${escapeHtml(message)}<br>` +
          `<a href="${escapeHtml(url)}">Apri in Turnario</a></p>`,
      ),
      `${why} <a href="${escapeHtml(profile)}">Scegli cosa ricevere</a> · ` +
        `<a href="${escapeHtml(unsubscribe)}">${unsubscribing}</a>`,
    ),
  };
}
