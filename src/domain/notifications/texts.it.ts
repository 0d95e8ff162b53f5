import { formatLongDay, formatMediumDay } from '../calendar/day.ts';
import { formatWeek } from '../calendar/weekNames.ts';
import { formatClockTimes, formatDutyTimes, shiftTypeNames } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import type { Fact, FactsOf } from './facts.ts';
import type { NotificationType } from './schema.ts';
import { forTime, isPlural, lostSwap, ofTime, type SwapTime, whatOfTime } from './swapTime.it.ts';

export interface NotificationText {
  type: NotificationType;
  title: string;
  message: string;
  /** What can be done about it, as long as its matter is not over. */
  call?: string;
}

/** The text of each kind of news, for the facts and the full name of the person they are about. */
export type NotificationTexts = { [F in Fact]: (facts: FactsOf<F>, person: string) => NotificationText };

/** What a requester does about an offer. */
export const confirmCall = 'Conferma per completarlo.';

export const dutyOf = (duty: DatedDuty): string => `${formatMediumDay(duty.date)}, ${formatDutyTimes(duty)}`;
/** The same within a sentence that goes on. */
export const dutyWithin = (duty: DatedDuty): string =>
  `${formatMediumDay(duty.date)} (${formatClockTimes(duty)})`;

function matchMessage(partner: string, time: SwapTime): string {
  if (typeof time === 'string')
    return `Tu e ${partner} potete scambiarvi proprio quello che cercate: ${formatLongDay(time)}.`;
  if (time.kind === 'giorno')
    return `Tu e ${partner} potete scambiarvi proprio i giorni che cercate: ${formatLongDay(time.day)}.`;
  const what = time.kind === 'ferie' ? 'ferie' : 'settimana';
  return `Tu e ${partner} potete scambiarvi proprio quello che cercate: ${what} ${formatWeek(time.wanted)}.`;
}

/** What may help a requester whom nobody can take up: what else they could offer or ask for. */
function otherChoice(time: SwapTime): string {
  if (typeof time === 'string')
    return 'Prova con un turno di un altro giorno o cerca un altro tipo di turno.';
  if (time.kind === 'giorno') return 'Prova ad aggiungere altri giorni in cui lavoreresti.';
  if (time.kind === 'ferie') return 'Prova a cercare un’altra settimana.';
  return 'Prova con un’altra settimana o cerca un altro tipo di turno.';
}

function changeOf(time: SwapTime): string {
  if (typeof time === 'string')
    return `ora offre un altro turno al posto di quello di ${formatLongDay(time)}`;
  if (time.kind === 'giorno') return `ha cambiato i giorni dello scambio ${ofTime(time)}`;
  if (time.kind === 'ferie') return `ha cambiato le settimane dello scambio ${ofTime(time)}`;
  return `ora offre un’altra settimana al posto di ${formatWeek(time.offered)}`;
}

export const swapTexts = {
  /** To colleagues who could pre-accept a new request. */
  request_published: ({ offered, wanted }, person) => ({
    type: 'new_exchange_request',
    title: 'Nuova richiesta di scambio',
    message: `${person} offre il turno di ${dutyWithin(offered)} e cerca un turno${wanted ? ` di ${shiftTypeNames[wanted]}` : ''}.`,
  }),
  /** To both people whose open requests offer what the other wants. */
  requests_match: ({ time }, person) => ({
    type: 'exchange_match',
    title: 'Scambio perfetto',
    message: matchMessage(person, time),
  }),
  /** To a requester: a colleague recorded a shift of the wanted type on that day. */
  shift_recorded: ({ duty }, person) => ({
    type: 'new_compatible_shift',
    title: 'Un turno che fa per te',
    message: `${person} ha registrato un turno come quello che cerchi: ${dutyOf(duty)}.`,
  }),
  /** To the requester: a pre-acceptance. */
  shift_offered: ({ duty }, person) => ({
    type: 'request_pre_accepted',
    title: 'Richiesta pre-accettata',
    message: `${person} accetta lo scambio e offre il turno di ${dutyOf(duty)}.`,
    call: confirmCall,
  }),
  /** To the chosen colleague. */
  offer_accepted: ({ time }, person) => ({
    type: 'exchange_accepted',
    title: 'Hanno scelto te',
    message: `${person} ha confermato lo scambio con te ${forTime(time)}.`,
  }),
  /** To both parties: what each works now. */
  shift_swapped: ({ received }, person) => ({
    type: 'exchange_completed',
    title: 'Scambio completato',
    message: `Scambio con ${person} completato: ora lavori ${dutyOf(received)}.`,
  }),
  /** To a pre-accepter who was not chosen. */
  other_chosen: ({ time }, person) => ({
    type: 'exchange_declined',
    title: 'Pre-accettazione decaduta',
    message: `${person} ha trovato uno scambio con un’altra persona ${forTime(time)}.`,
  }),
  /** To a pre-accepter: the request closed because its shift was swapped, changed or removed. */
  request_closed: ({ time }, person) => ({
    type: 'shift_updated',
    title: 'Richiesta chiusa',
    message: `${lostSwap(person, time)}: la richiesta si è chiusa.`,
  }),
  /** To a requester: a pre-accepter's shift changed, their offer is gone. */
  offer_lapsed: ({ time }, person) => ({
    type: 'shift_updated',
    title: 'Un’offerta è decaduta',
    message: `${lostSwap(person, time)}: la sua offerta è decaduta.`,
  }),
  /** To the requester: a colleague took their pre-acceptance back. */
  offer_withdrawn: ({ time }, person) => ({
    type: 'exchange_rejected',
    title: 'Offerta annullata',
    message: `${person} ha annullato la sua offerta ${forTime(time)}.`,
  }),
  /** To the requester: nobody can take the request now but who said no or was refused. */
  nobody_left: ({ time }) => ({
    type: 'exchange_rejected',
    title: 'Per ora nessuno può scambiare',
    message: `Per ora nessun altro può accettare lo scambio ${ofTime(time)}: la richiesta resta aperta fino alla scadenza.`,
    call: otherChoice(time),
  }),
  /** To the requester: the request expired without a swap. */
  request_expired: ({ time }) => ({
    type: 'exchange_rejected',
    title: 'Richiesta scaduta',
    message: `La tua richiesta di scambio ${forTime(time)} è scaduta senza uno scambio.`,
  }),
  /** To a pre-accepter: the request expired while their offer waited. */
  offer_expired: ({ time }, person) => ({
    type: 'exchange_declined',
    title: 'Richiesta scaduta',
    message: `La richiesta di ${person} ${forTime(time)} è scaduta senza conferma: la tua pre-accettazione è decaduta.`,
  }),
  /** To a pre-accepter: the requester refused this offer. */
  offer_refused: ({ time }, person) => ({
    type: 'exchange_declined',
    title: 'Pre-accettazione rifiutata',
    message: `${person} ha rifiutato la tua pre-accettazione ${forTime(time)}.`,
  }),
  /** To a pre-accepter: the requester withdrew the whole request. */
  request_withdrawn: ({ time }, person) => ({
    type: 'exchange_declined',
    title: 'Richiesta cancellata',
    message: `${person} ha cancellato la richiesta di scambio ${forTime(time)}.`,
  }),
  /** To a pre-accepter: the request now offers another duty, so their offer no longer fits. */
  request_changed: ({ time }, person) => ({
    type: 'shift_updated',
    title: 'Richiesta cambiata',
    message: `${person} ${changeOf(time)}: la tua pre-accettazione è decaduta.`,
  }),
  /** To a pre-accepter: the requester's account or contract changed, the request is closed. */
  owner_left: ({ time }, person) => ({
    type: 'shift_updated',
    title: 'Richiesta chiusa',
    message: `${person} non può più scambiare ${whatOfTime(time)}: la richiesta si è chiusa.`,
  }),
  /** To a requester: a pre-accepter's account or contract changed, their offer is gone. */
  offerer_left: ({ time }, person) => ({
    type: 'shift_updated',
    title: 'Un’offerta è decaduta',
    message: `${person} non può più scambiare ${whatOfTime(time)}: la sua offerta è decaduta.`,
  }),
  /** To a person who was deactivated for a time. */
  account_deactivated: ({ time }) => ({
    type: 'shift_updated',
    title: 'Richiesta chiusa',
    message: `Il tuo account è stato disattivato: la tua richiesta di scambio ${forTime(time)} si è chiusa.`,
  }),
  /** To a person whose new contract hours close a request of their own. */
  contract_changed: ({ time }) => ({
    type: 'shift_updated',
    title: 'Richiesta chiusa',
    message: `Con le nuove ore di contratto ${whatOfTime(time)} non si ${isPlural(time) ? 'possono' : 'può'} più scambiare: la tua richiesta si è chiusa.`,
  }),
} satisfies Partial<NotificationTexts>;
