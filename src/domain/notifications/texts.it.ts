import { formatLongDay, formatMediumDay } from '../calendar/day.ts';
import { formatWeek } from '../calendar/weekNames.ts';
import { formatDutyTimes, type ShiftType, shiftTypeNames } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import type { NotificationType } from './schema.ts';
import { changedThing, forTime, isPlural, ofTime, type SwapTime, whatOfTime } from './swapTime.it.ts';

export interface NotificationText {
  type: NotificationType;
  title: string;
  message: string;
}

const dutyOf = (duty: DatedDuty): string => `${formatMediumDay(duty.date)}, ${formatDutyTimes(duty)}`;

/** To colleagues who could pre-accept a new request. */
export const newRequestText = (
  requester: string,
  offered: DatedDuty,
  wanted: ShiftType | null,
): NotificationText => ({
  type: 'new_exchange_request',
  title: 'Nuova richiesta di scambio',
  message: `${requester} offre il turno di ${dutyOf(offered)} e cerca un turno${wanted ? ` di ${shiftTypeNames[wanted]}` : ''}.`,
});

function matchMessage(partner: string, time: SwapTime): string {
  if (typeof time === 'string')
    return `Tu e ${partner} cercate proprio il turno dell’altro: ${formatLongDay(time)}.`;
  const what = time.kind === 'ferie' ? 'le ferie' : 'il turno';
  return `Tu e ${partner} cercate proprio ${what} dell’altro: settimana ${formatWeek(time.wanted)}.`;
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
  message: `${colleague} accetta lo scambio e offre il turno di ${dutyOf(duty)}. Conferma per completarlo.`,
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
  title: 'Offerta decaduta',
  message: `${requester} ha trovato uno scambio con un altro collega ${forTime(time)}.`,
});

/** To a pre-accepter: the request closed because its shift was swapped, changed or removed. */
export const requestClosedText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Richiesta chiusa',
  message: `${changedThing(requester, time)} è cambiato: la richiesta di scambio è chiusa.`,
});

/** To a requester: a pre-accepter's shift changed, their offer is gone. */
export const offerLapsedText = (colleague: string, time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Un’offerta è decaduta',
  message: `${changedThing(colleague, time)} è cambiato: la sua offerta non c’è più.`,
});

/** To the requester: a colleague took their pre-acceptance back. */
export const offerWithdrawnText = (colleague: string, time: SwapTime): NotificationText => ({
  type: 'exchange_rejected',
  title: 'Pre-accettazione ritirata',
  message: `${colleague} ha ritirato la pre-accettazione ${forTime(time)}.`,
});

/** To the requester: every colleague who could take the request said no or was refused. */
export const nobodyLeftText = (time: SwapTime): NotificationText => ({
  type: 'exchange_rejected',
  title: 'Nessuno può scambiare',
  message: `Nessun altro collega può accettare lo scambio ${ofTime(time)}: la richiesta è chiusa.`,
});

/** To a pre-accepter: the requester refused this offer. */
export const offerRefusedText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'exchange_declined',
  title: 'Offerta rifiutata',
  message: `${requester} ha rifiutato la tua offerta ${forTime(time)}.`,
});

/** To a pre-accepter: the requester withdrew the whole request. */
export const requestWithdrawnText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'exchange_declined',
  title: 'Richiesta ritirata',
  message: `${requester} ha ritirato la richiesta di scambio ${forTime(time)}.`,
});

function changeOf(time: SwapTime): string {
  if (typeof time === 'string')
    return `ora offre un altro turno al posto di quello di ${formatLongDay(time)}`;
  if (time.kind === 'ferie') return `ha cambiato le settimane dello scambio ${ofTime(time)}`;
  return `ora offre un’altra settimana al posto di ${formatWeek(time.offered)}`;
}

/** To a pre-accepter: the request now offers another duty, so their offer no longer fits. */
export const requestChangedText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Richiesta cambiata',
  message: `${requester} ${changeOf(time)}: la tua offerta è decaduta.`,
});

/** To a pre-accepter: the requester's account or contract changed, the request is closed. */
export const ownerClosedText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Richiesta chiusa',
  message: `${requester} non può più scambiare ${whatOfTime(time)}: la richiesta è chiusa.`,
});

/** To a requester: a pre-accepter's account or contract changed, their offer is gone. */
export const ownerOfferLapsedText = (colleague: string, time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Un’offerta è decaduta',
  message: `${colleague} non può più scambiare ${whatOfTime(time)}: la sua offerta non c’è più.`,
});

/** To a person whose new contract hours close a request of their own. */
export const contractClosedText = (time: SwapTime): NotificationText => ({
  type: 'shift_updated',
  title: 'Richiesta chiusa',
  message: `Con le nuove ore di contratto ${whatOfTime(time)} non si ${isPlural(time) ? 'possono' : 'può'} più scambiare: la tua richiesta è chiusa.`,
});
