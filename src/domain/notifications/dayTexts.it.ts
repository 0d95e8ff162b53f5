import { type Day, formatMediumDay } from '../calendar/day.ts';
import { formatDutyTimes, shiftTypeNames } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { confirmCall, dutyOf, dutyWithin, type NotificationTexts } from './texts.it.ts';

// Texts about swaps of a day for another day.

/** 'lavori mer 2 dic 14:00–22:00, sei libero sab 28 nov' */
export const dayTrade = (works: DatedDuty, free: Day): string =>
  `lavori ${formatMediumDay(works.date)} ${formatDutyTimes(works)}, sei libero ${formatMediumDay(free)}`;

const alternatives = new Intl.ListFormat('it', { type: 'disjunction' });
/** With more, days are a list to look up rather than something to know. */
const mostNamed = 3;

/** ': sab 28 nov o dom 29 nov', ' a scelta tra 5', ' di un altro giorno' */
function whichDay(days: readonly Day[]): string {
  if (days.length === 0) return ' di un altro giorno';
  return days.length > mostNamed
    ? ` a scelta tra ${days.length}`
    : `: ${alternatives.format(days.map((day) => formatMediumDay(day)))}`;
}

export const dayTexts = {
  /** To colleagues who work an equally long shift on one of the days and do not work on the offered one. */
  day_published: ({ offered, wanted, days }, person) => ({
    type: 'new_exchange_request',
    title: 'Nuova richiesta di scambio',
    message: `${person} cerca chi lavori ${dutyWithin(offered)} e in cambio farebbe un tuo turno${wanted ? ` di ${shiftTypeNames[wanted]}` : ''}${whichDay(days)}.`,
  }),
  /** To the requester: a pre-acceptance. */
  day_offered: ({ duty, free }, person) => ({
    type: 'request_pre_accepted',
    title: 'Richiesta pre-accettata',
    message: `${person} accetta lo scambio: tu ${dayTrade(duty, free)}.`,
    call: confirmCall,
  }),
  /** To both parties: when each works now, and when not any more. */
  day_swapped: ({ received, free }, person) => ({
    type: 'exchange_completed',
    title: 'Scambio completato',
    message: `Scambio con ${person} completato: ora ${dayTrade(received, free)}.`,
  }),
  /** To a pre-accepter: the requester cannot work on that day any more; why is theirs to know. */
  offer_day_gone: ({ duty }, person) => ({
    type: 'shift_updated',
    title: 'Pre-accettazione decaduta',
    message: `${person} non può più prendere il tuo turno di ${dutyOf(duty)}: la tua pre-accettazione è decaduta. Se hai un altro turno adatto, puoi offrirlo.`,
  }),
  /** To the requester: the shift that a colleague offered has begun, or the worksite's cut-off before has passed. */
  offer_begun: ({ duty, hours }, person) => ({
    type: 'shift_updated',
    title: 'Un’offerta è decaduta',
    message: `Il turno che ${person} offriva (${dutyOf(duty)}) ${hours === 0 ? 'è iniziato' : `inizia tra meno di ${hours} ore e non si può più scambiare`}: la sua offerta è decaduta, la tua richiesta resta aperta.`,
  }),
  /** To the colleague who offered it. */
  own_offer_begun: ({ duty, hours }, person) => ({
    type: 'exchange_declined',
    title: 'Pre-accettazione decaduta',
    message: `Il tuo turno di ${dutyOf(duty)} ${hours === 0 ? `è iniziato senza che ${person} confermasse` : `inizia tra meno di ${hours} ore e ${person} non ha confermato`}: la tua pre-accettazione è decaduta.`,
  }),
} satisfies Partial<NotificationTexts>;
