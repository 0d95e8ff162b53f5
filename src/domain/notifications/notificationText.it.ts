import { codeDeletedText, codeReopenedText, codesReviewedText } from '../operations/notificationTexts.it.ts';
import { rosterArrivedText, rosterEndings, rosterUndoneText } from '../rosters/texts.it.ts';
import { exColleagueName } from '../users/anonymous.ts';
import { approvalTexts } from './approvalTexts.it.ts';
import { dayTexts } from './dayTexts.it.ts';
import type { NotificationFacts } from './facts.ts';
import { endingTexts, generalTexts } from './generalTexts.it.ts';
import { rulesChangedText } from './rulesText.it.ts';
import type { NotificationEnding, NotificationType } from './schema.ts';
import { type NotificationText, type NotificationTexts, swapTexts } from './texts.it.ts';
import { weekTexts } from './weekTexts.it.ts';

const texts: NotificationTexts = {
  ...swapTexts,
  ...weekTexts,
  ...dayTexts,
  ...approvalTexts,
  rules_changed: rulesChangedText,
  roster_arrived: rosterArrivedText,
  roster_undone: rosterUndoneText,
  /** To a person whose account a CEO begins to use. */
  ceo_entered: (_, ceo) => ({
    type: 'impersonation',
    title: 'Il CEO è nel tuo account',
    message: `${ceo} ha iniziato a usare il tuo account. Tutto quello che cambia resta registrato con il suo nome.`,
  }),
  /** To the same person, when it is over. */
  ceo_left: (_, ceo) => ({
    type: 'impersonation',
    title: 'Il CEO ha lasciato il tuo account',
    message: `${ceo} ha smesso di usare il tuo account.`,
  }),
  codes_reviewed: ({ codes, count, ...verdict }) => codesReviewedText(codes, count, verdict),
  code_reopened: ({ code, status }) => codeReopenedText(code, status),
  code_deleted: ({ code }) => codeDeletedText(code),
};

/** What news of this kind say of a person of this name. */
export function textOf(facts: NotificationFacts, person: string): NotificationText {
  const write = texts[facts.fact] as (facts: NotificationFacts, person: string) => NotificationText;
  return write(facts, person);
}

/** The type under which news of this kind are listed. */
export const typeOfFacts = (facts: NotificationFacts): NotificationType => textOf(facts, '').type;

const endingOf = (type: NotificationType, ending: NotificationEnding): string =>
  (type.startsWith('roster_') ? rosterEndings[ending] : undefined) ?? endingTexts[ending];

export interface TextSource {
  type: NotificationType;
  /** Null where nothing is known but the type. */
  facts: NotificationFacts | null;
  /** The full name, as it is now, of the person it is about; null where there is no such person any more. */
  person: string | null;
  /** How its matter ended; null while it has not. */
  ending: NotificationEnding | null;
}

/** What is read: the sentence, and after it what can be done, or how the matter ended. */
export function notificationText({ type, facts, person, ending }: TextSource): {
  title: string;
  message: string;
} {
  const { title, message, call }: Omit<NotificationText, 'type'> =
    facts === null ? generalTexts[type] : textOf(facts, person ?? exColleagueName);
  const end = ending === null ? call : endingOf(type, ending);
  return { title, message: end === undefined ? message : `${message} ${end}` };
}
