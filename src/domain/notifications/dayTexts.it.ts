import { type Day, formatMediumDay } from '../calendar/day.ts';
import { formatDutyTimes, type ShiftType, shiftTypeNames } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { confirmCall, dutyOf, dutyWithin, type NotificationText } from './texts.it.ts';

// Texts about swaps of a day for another day.

/** 'lavori mer 2 dic 14:00–22:00, sei libero sab 28 nov' */
export const dayTrade = (works: DatedDuty, free: Day): string =>
  `lavori ${formatMediumDay(works.date)} ${formatDutyTimes(works)}, sei libero ${formatMediumDay(free)}`;

interface NewDayRequest {
  offered: DatedDuty;
  wanted: ShiftType | null;
  /** Those on which the reader works an equally long shift. */
  days: readonly Day[];
}

/** To colleagues who work an equally long shift on one of the days and do not work on the offered one. */
export const newDayRequestText = (
  requester: string,
  { offered, wanted, days }: NewDayRequest,
): NotificationText => ({
  type: 'new_exchange_request',
  title: 'Nuova richiesta di scambio',
  message: `${requester} cerca chi lavori ${dutyWithin(offered)} e in cambio farebbe un tuo turno${wanted ? ` di ${shiftTypeNames[wanted]}` : ''}${whichDay(days)}.`,
});

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

/** To the requester: a pre-acceptance. */
export const preAcceptedDayText = (colleague: string, duty: DatedDuty, free: Day): NotificationText => ({
  type: 'request_pre_accepted',
  title: 'Richiesta pre-accettata',
  message: `${colleague} accetta lo scambio: tu ${dayTrade(duty, free)}.`,
  call: confirmCall,
});

/** To both parties: when each works now, and when not any more. */
export const completedDayText = (partner: string, received: DatedDuty, free: Day): NotificationText => ({
  type: 'exchange_completed',
  title: 'Scambio completato',
  message: `Scambio con ${partner} completato: ora ${dayTrade(received, free)}.`,
});

/** To a pre-accepter: the requester cannot work on that day any more; why is theirs to know. */
export const offerDayGoneText = (requester: string, duty: DatedDuty): NotificationText => ({
  type: 'shift_updated',
  title: 'Pre-accettazione decaduta',
  message: `${requester} non può più prendere il tuo turno di ${dutyOf(duty)}: la tua pre-accettazione è decaduta. Se hai un altro turno adatto, puoi offrirlo.`,
});

/** To the requester: the shift that a colleague offered has begun, or the worksite's cut-off before has passed. */
export const offerBegunText = (colleague: string, duty: DatedDuty, hours: number): NotificationText => ({
  type: 'shift_updated',
  title: 'Un’offerta è decaduta',
  message: `Il turno che ${colleague} offriva (${dutyOf(duty)}) ${hours === 0 ? 'è iniziato' : `inizia tra meno di ${hours} ore e non si può più scambiare`}: la sua offerta è decaduta, la tua richiesta resta aperta.`,
});

/** To the colleague who offered it. */
export const ownOfferBegunText = (requester: string, duty: DatedDuty, hours: number): NotificationText => ({
  type: 'exchange_declined',
  title: 'Pre-accettazione decaduta',
  message: `Il tuo turno di ${dutyOf(duty)} ${hours === 0 ? `è iniziato senza che ${requester} confermasse` : `inizia tra meno di ${hours} ore e ${requester} non ha confermato`}: la tua pre-accettazione è decaduta.`,
});
