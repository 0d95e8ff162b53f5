import { formatLongDay, formatMediumDay } from '../calendar/day.ts';
import { formatWeek } from '../calendar/weekNames.ts';
import { formatClockTimes, formatDutyTimes, type ShiftType, shiftTypeNames } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import type { NotificationType } from './schema.ts';
import { forTime, isPlural, lostSwap, ofTime, type SwapTime, whatOfTime } from './swapTime.it.ts';

export interface NotificationText {
  type: NotificationType;
  title: string;
  message: string;
  /** What can be done about it, as long as its matter is not over. */
  call?: string;
}

/** What a requester does about an offer. */
export const confirmCall = 'Conferma per completarlo.';

export const dutyOf = (duty: DatedDuty): string => `${formatMediumDay(duty.date)}, ${formatDutyTimes(duty)}`;
/** The same within a sentence that goes on. */
export const dutyWithin = (duty: DatedDuty): string =>
  `${formatMediumDay(duty.date)} (${formatClockTimes(duty)})`;

/** To colleagues who could pre-accept a new request. */
export const newRequestText = (
  requester: string,
  offered: DatedDuty,
  wanted: ShiftType | null,
): NotificationText => ({
  type: 'new_exchange_request',
  title: 'Nuova richiesta di scambio',
  message: `${requester} offre il turno di ${dutyWithin(offered)} e cerca un turno${wanted ? ` di ${shiftTypeNames[wanted]}` : ''}.`,
});

function matchMessage(partner: string, time: SwapTime): string {
  if (typeof time === 'string')
    return `Tu e ${partner} potete scambiarvi proprio quello che cercate: ${formatLongDay(time)}.`;
  if (time.kind === 'giorno')
    return `Tu e ${partner} potete scambiarvi proprio i giorni che cercate: ${formatLongDay(time.day)}.`;
  const what = time.kind === 'ferie' ? 'ferie' : 'settimana';
  return `Tu e ${partner} potete scambiarvi proprio quello che cercate: ${what} ${formatWeek(time.wanted)}.`;
}

/** To both people whose open requests offer what the other wants. */
export const matchText = (partner: string, time: SwapTime): NotificationText => ({
  type: 'exchange_match',
  title: 'Scambio perfetto',
  message: matchMessage(partner, time),
});

/** To a requester: a colleague recorded a shift of the wanted type on that day. */
export const compatibleShiftText = (colleague: string, duty: DatedDuty): NotificationText => ({
  type: 'new_compatible_shift',
  title: 'Un turno che fa per te',
  message: `${colleague} ha registrato un turno come quello che cerchi: ${dutyOf(duty)}.`,
});

/** To the requester: a pre-acceptance. */
export const preAcceptedText = (colleague: string, duty: DatedDuty): NotificationText => ({
  type: 'request_pre_accepted',
  title: 'Richiesta pre-accettata',
  message: `${colleague} accetta lo scambio e offre il turno di ${dutyOf(duty)}.`,
  call: confirmCall,
});

/** To the chosen colleague. */
export const acceptedText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'exchange_accepted',
  title: 'Hanno scelto te',
  message: `${requester} ha confermato lo scambio con te ${forTime(time)}.`,
});

/** To both parties: what each works now. */
export const completedText = (partner: string, received: DatedDuty): NotificationText => ({
  type: 'exchange_completed',
  title: 'Scambio completato',
  message: `Scambio con ${partner} completato: ora lavori ${dutyOf(received)}.`,
});

/** To a pre-accepter who was not chosen. */
export const notChosenText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'exchange_declined',
  title: 'Pre-accettazione decaduta',
  message: `${requester} ha trovato uno scambio con un’altra persona ${forTime(time)}.`,
});

/** To a pre-accepter: the request closed because its shift was swapped, changed or removed. */
export const requestClosedText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Richiesta chiusa',
  message: `${lostSwap(requester, time)}: la richiesta si è chiusa.`,
});

/** To a requester: a pre-accepter's shift changed, their offer is gone. */
export const offerLapsedText = (colleague: string, time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Un’offerta è decaduta',
  message: `${lostSwap(colleague, time)}: la sua offerta è decaduta.`,
});

/** To the requester: a colleague took their pre-acceptance back. */
export const offerWithdrawnText = (colleague: string, time: SwapTime): NotificationText => ({
  type: 'exchange_rejected',
  title: 'Offerta annullata',
  message: `${colleague} ha annullato la sua offerta ${forTime(time)}.`,
});

/** What may help a requester whom nobody can take up: what else they could offer or ask for. */
function otherChoice(time: SwapTime): string {
  if (typeof time === 'string')
    return 'Prova con un turno di un altro giorno o cerca un altro tipo di turno.';
  if (time.kind === 'giorno') return 'Prova ad aggiungere altri giorni in cui lavoreresti.';
  if (time.kind === 'ferie') return 'Prova a cercare un’altra settimana.';
  return 'Prova con un’altra settimana o cerca un altro tipo di turno.';
}

/** To the requester: nobody can take the request now but who said no or was refused. */
export const nobodyLeftText = (time: SwapTime): NotificationText => ({
  type: 'exchange_rejected',
  title: 'Per ora nessuno può scambiare',
  message: `Per ora nessun altro può accettare lo scambio ${ofTime(time)}: la richiesta resta aperta fino alla scadenza.`,
  call: otherChoice(time),
});

/** To the requester: the request expired without a swap. */
export const requestExpiredText = (time: SwapTime): NotificationText => ({
  type: 'exchange_rejected',
  title: 'Richiesta scaduta',
  message: `La tua richiesta di scambio ${forTime(time)} è scaduta senza uno scambio.`,
});

/** To a pre-accepter: the request expired while their offer waited. */
export const offerExpiredText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'exchange_declined',
  title: 'Richiesta scaduta',
  message: `La richiesta di ${requester} ${forTime(time)} è scaduta senza conferma: la tua pre-accettazione è decaduta.`,
});

/** To a pre-accepter: the requester refused this offer. */
export const offerRefusedText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'exchange_declined',
  title: 'Pre-accettazione rifiutata',
  message: `${requester} ha rifiutato la tua pre-accettazione ${forTime(time)}.`,
});

/** To a pre-accepter: the requester withdrew the whole request. */
export const requestWithdrawnText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'exchange_declined',
  title: 'Richiesta eliminata',
  message: `${requester} ha eliminato la richiesta di scambio ${forTime(time)}.`,
});

function changeOf(time: SwapTime): string {
  if (typeof time === 'string')
    return `ora offre un altro turno al posto di quello di ${formatLongDay(time)}`;
  if (time.kind === 'giorno') return `ha cambiato i giorni dello scambio ${ofTime(time)}`;
  if (time.kind === 'ferie') return `ha cambiato le settimane dello scambio ${ofTime(time)}`;
  return `ora offre un’altra settimana al posto di ${formatWeek(time.offered)}`;
}

/** To a pre-accepter: the request now offers another duty, so their offer no longer fits. */
export const requestChangedText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Richiesta cambiata',
  message: `${requester} ${changeOf(time)}: la tua pre-accettazione è decaduta.`,
});

/** To a pre-accepter: the requester's account or contract changed, the request is closed. */
export const ownerClosedText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Richiesta chiusa',
  message: `${requester} non può più scambiare ${whatOfTime(time)}: la richiesta si è chiusa.`,
});

/** To a requester: a pre-accepter's account or contract changed, their offer is gone. */
export const ownerOfferLapsedText = (colleague: string, time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Un’offerta è decaduta',
  message: `${colleague} non può più scambiare ${whatOfTime(time)}: la sua offerta è decaduta.`,
});

/** To a person who was deactivated for a time. */
export const accountClosedText = (time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Richiesta chiusa',
  message: `Il tuo account è stato disattivato: la tua richiesta di scambio ${forTime(time)} si è chiusa.`,
});

/** To a person whose new contract hours close a request of their own. */
export const contractClosedText = (time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Richiesta chiusa',
  message: `Con le nuove ore di contratto ${whatOfTime(time)} non si ${isPlural(time) ? 'possono' : 'può'} più scambiare: la tua richiesta si è chiusa.`,
});
