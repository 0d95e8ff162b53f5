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
  /** The full name that the person it is about has now; null for nobody. */
  person: string | null;
  requestId: string | null;
}

export interface MailLinks {
  /** Of the product, `https://turni.example.it`. */
  origin: string;
  /** Ends mails like this one. */
  unsubscribe: string;
}

const why = 'Ricevi questa email perché le notifiche non sono attive su nessun tuo dispositivo.';
const unsubscribing = 'Non voglio più queste email';

/** What a person was told and has not seen, in one mail; its subject, which a locked screen shows, names nobody. */
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
