import { codeDeletedText, codeReopenedText, codesReviewedText } from '../operations/notificationTexts.it.ts';
import { rosterArrivedText, rosterEndings, rosterUndoneText } from '../rosters/texts.it.ts';
import { exColleagueName } from '../users/anonymous.ts';
import {
  approvalExpiredText,
  approvalRefusedText,
  approvalReminderText,
  approvalWantedText,
  offerApprovalExpiredText,
} from './approvalTexts.it.ts';
import {
  completedDayText,
  newDayRequestText,
  offerBegunText,
  offerDayGoneText,
  ownOfferBegunText,
  preAcceptedDayText,
} from './dayTexts.it.ts';
import type { Fact, FactsOf, NotificationFacts } from './facts.ts';
import { endingTexts, generalTexts } from './generalTexts.it.ts';
import { rulesChangedText } from './rulesText.it.ts';
import type { NotificationEnding, NotificationType } from './schema.ts';
import {
  acceptedText,
  accountClosedText,
  compatibleShiftText,
  completedText,
  contractClosedText,
  matchText,
  newRequestText,
  nobodyLeftText,
  notChosenText,
  type NotificationText,
  offerExpiredText,
  offerLapsedText,
  offerRefusedText,
  offerWithdrawnText,
  ownerClosedText,
  ownerOfferLapsedText,
  preAcceptedText,
  requestChangedText,
  requestClosedText,
  requestExpiredText,
  requestWithdrawnText,
} from './texts.it.ts';
import {
  compatibleWeekText,
  completedHolidayText,
  completedWeekText,
  newHolidayRequestText,
  newWeekRequestText,
  preAcceptedHolidayText,
  preAcceptedWeekText,
} from './weekTexts.it.ts';

/** The text of each kind of news, for the facts and the full name of the person they are about. */
const texts: { [F in Fact]: (facts: FactsOf<F>, person: string) => NotificationText } = {
  request_published: ({ offered, wanted }, person) => newRequestText(person, offered, wanted),
  week_published: ({ week, offered, wanted }, person) => newWeekRequestText(person, week, offered, wanted),
  holidays_published: ({ weeks }, person) => newHolidayRequestText(person, weeks),
  day_published: ({ offered, wanted, days }, person) => newDayRequestText(person, { offered, wanted, days }),
  requests_match: ({ time }, person) => matchText(person, time),
  shift_recorded: ({ duty }, person) => compatibleShiftText(person, duty),
  week_recorded: ({ week, duty }, person) => compatibleWeekText(person, week, duty),
  shift_offered: ({ duty }, person) => preAcceptedText(person, duty),
  week_offered: ({ week, duty }, person) => preAcceptedWeekText(person, week, duty),
  holidays_offered: ({ weeks }, person) => preAcceptedHolidayText(person, weeks),
  day_offered: ({ duty, free }, person) => preAcceptedDayText(person, duty, free),
  offer_accepted: ({ time }, person) => acceptedText(person, time),
  shift_swapped: ({ received }, person) => completedText(person, received),
  day_swapped: ({ received, free }, person) => completedDayText(person, received, free),
  week_swapped: ({ week, shift, days }, person) => completedWeekText(person, week, shift, days),
  holidays_swapped: ({ free, work }, person) => completedHolidayText(person, free, work),
  other_chosen: ({ time }, person) => notChosenText(person, time),
  request_closed: ({ time }, person) => requestClosedText(person, time),
  offer_day_gone: ({ duty }, person) => offerDayGoneText(person, duty),
  offer_begun: ({ duty, hours }, person) => offerBegunText(person, duty, hours),
  own_offer_begun: ({ duty, hours }, person) => ownOfferBegunText(person, duty, hours),
  offer_lapsed: ({ time }, person) => offerLapsedText(person, time),
  offer_withdrawn: ({ time }, person) => offerWithdrawnText(person, time),
  nobody_left: ({ time }) => nobodyLeftText(time),
  request_expired: ({ time }) => requestExpiredText(time),
  offer_expired: ({ time }, person) => offerExpiredText(person, time),
  offer_refused: ({ time }, person) => offerRefusedText(person, time),
  request_withdrawn: ({ time }, person) => requestWithdrawnText(person, time),
  request_changed: ({ time }, person) => requestChangedText(person, time),
  approval_wanted: ({ time }, person) => approvalWantedText(person, time),
  approval_reminder: ({ time }, person) => approvalReminderText(person, time),
  approval_refused: ({ time, reason }, person) => approvalRefusedText(person, time, reason),
  approval_expired: ({ time }) => approvalExpiredText(time),
  offer_approval_expired: ({ time }, person) => offerApprovalExpiredText(person, time),
  owner_left: ({ time }, person) => ownerClosedText(person, time),
  offerer_left: ({ time }, person) => ownerOfferLapsedText(person, time),
  contract_changed: ({ time }) => contractClosedText(time),
  account_deactivated: ({ time }) => accountClosedText(time),
  rules_changed: (changes) => rulesChangedText(changes),
  roster_arrived: (facts) => rosterArrivedText(facts),
  roster_undone: (facts) => rosterUndoneText(facts),
  ceo_entered: (_, person) => ceoEnteredText(person),
  ceo_left: (_, person) => ceoLeftText(person),
  codes_reviewed: ({ codes, count, ...verdict }) => codesReviewedText(codes, count, verdict),
  code_reopened: ({ code, status }) => codeReopenedText(code, status),
  code_deleted: ({ code }) => codeDeletedText(code),
};

function textOf(facts: NotificationFacts, person: string): NotificationText {
  const write = texts[facts.fact] as (facts: NotificationFacts, person: string) => NotificationText;
  return write(facts, person);
}

/** The type under which news of this kind are listed. */
export const typeOfFacts = (facts: NotificationFacts): NotificationType => textOf(facts, '').type;

const endingOf = (type: NotificationType, ending: NotificationEnding): string =>
  (type.startsWith('roster_') ? rosterEndings[ending] : undefined) ?? endingTexts[ending];

/** A stored notification, as far as its text goes. */
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

/** To a person whose account a CEO begins to use. */
const ceoEnteredText = (ceo: string): NotificationText => ({
  type: 'impersonation',
  title: 'Il CEO è nel tuo account',
  message: `${ceo} ha iniziato a usare il tuo account. Tutto quello che cambia resta registrato con il suo nome.`,
});

/** To the same person, when it is over. */
const ceoLeftText = (ceo: string): NotificationText => ({
  type: 'impersonation',
  title: 'Il CEO ha lasciato il tuo account',
  message: `${ceo} ha smesso di usare il tuo account.`,
});
