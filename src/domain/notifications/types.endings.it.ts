import { z } from 'zod';
import { formatLongDay } from '../calendar/day.ts';
import { formatWeek } from '../calendar/weekNames.ts';
import { dutyOf } from './dutyTexts.it.ts';
import { duty, news, type NotificationEntry, time } from './entry.ts';
import { forTime, isPlural, lostSwap, ofTime, type SwapTime, whatOfTime } from './swapTime.it.ts';

// Requests and offers that end without a swap.

/** Advice for a requester with no possible taker: what else to offer or ask for. */
function otherChoice(what: SwapTime): string {
  if (typeof what === 'string')
    return 'Prova con un turno di un altro giorno o cerca un altro tipo di turno.';
  if (what.kind === 'giorno') return 'Prova ad aggiungere altri giorni in cui lavoreresti.';
  if (what.kind === 'ferie') return 'Prova a cercare un’altra settimana.';
  return 'Prova con un’altra settimana o cerca un altro tipo di turno.';
}

function changeOf(what: SwapTime): string {
  if (typeof what === 'string')
    return `ora offre un altro turno al posto di quello di ${formatLongDay(what)}`;
  if (what.kind === 'giorno') return `ha cambiato i giorni dello scambio ${ofTime(what)}`;
  if (what.kind === 'ferie') return `ha cambiato le settimane dello scambio ${ofTime(what)}`;
  return `ora offre un’altra settimana al posto di ${formatWeek(what.offered)}`;
}

/** News with the time of the swap. */
const ofSwap = (title: string, write: (what: SwapTime, person: string) => string) =>
  news({ time }, (facts, person) => ({ title, message: write(facts.time, person) }));

const begun = { duty, hours: z.int().default(0) };

export const endingTypes = {
  /** To a pre-accepter who was not chosen. */
  exchange_declined: {
    push: 'outcomes',
    mail: 'outcomes',
    title: 'Offerta non accolta',
    discreet: 'Una tua offerta non è stata accolta',
    group: 'pre-accettazioni non accolte',
    news: {
      other_chosen: ofSwap(
        'Pre-accettazione decaduta',
        (what, person) => `${person} ha trovato uno scambio con un’altra persona ${forTime(what)}.`,
      ),
      /** The request expired before their offer was answered. */
      offer_expired: ofSwap(
        'Richiesta scaduta',
        (what, person) =>
          `La richiesta di ${person} ${forTime(what)} è scaduta senza conferma: la tua pre-accettazione è decaduta.`,
      ),
      /** The requester refused this offer. */
      offer_refused: ofSwap(
        'Pre-accettazione rifiutata',
        (what, person) => `${person} ha rifiutato la tua pre-accettazione ${forTime(what)}.`,
      ),
      /** The requester withdrew the whole request. */
      request_withdrawn: ofSwap(
        'Richiesta cancellata',
        (what, person) => `${person} ha cancellato la richiesta di scambio ${forTime(what)}.`,
      ),
      /** `giorno`: the shift they offered has begun, or is past the cut-off. */
      own_offer_begun: news(begun, (facts, person) => ({
        title: 'Pre-accettazione decaduta',
        message: `Il tuo turno di ${dutyOf(facts.duty)} ${facts.hours === 0 ? `è iniziato senza che ${person} confermasse` : `inizia tra meno di ${facts.hours} ore e ${person} non ha confermato`}: la tua pre-accettazione è decaduta.`,
      })),
      /** To the colleague whose offer was confirmed: it was not approved in time. */
      offer_approval_expired: ofSwap(
        'Scambio non approvato in tempo',
        (what, person) =>
          `Nessuno ha approvato in tempo lo scambio con ${person} ${forTime(what)}: la tua pre-accettazione è decaduta.`,
      ),
    },
  },
  /** To the requester: the swap will not happen. */
  exchange_rejected: {
    push: 'outcomes',
    mail: 'outcomes',
    title: 'Scambio non riuscito',
    discreet: 'Uno scambio non è riuscito',
    group: 'scambi non riusciti',
    news: {
      /** A colleague withdrew their pre-acceptance. */
      offer_withdrawn: ofSwap(
        'Offerta annullata',
        (what, person) => `${person} ha annullato la sua offerta ${forTime(what)}.`,
      ),
      /** Nobody can take the request now except those who declined or were refused. */
      nobody_left: news({ time }, (facts) => ({
        title: 'Per ora nessuno può scambiare',
        message: `Per ora nessun altro può accettare lo scambio ${ofTime(facts.time)}: la richiesta resta aperta fino alla scadenza.`,
        call: otherChoice(facts.time),
      })),
      request_expired: ofSwap(
        'Richiesta scaduta',
        (what) => `La tua richiesta di scambio ${forTime(what)} è scaduta senza uno scambio.`,
      ),
      /** Not approved in time. */
      approval_expired: ofSwap(
        'Scambio non approvato in tempo',
        (what) => `Nessuno ha approvato in tempo il tuo scambio ${forTime(what)}: non si fa.`,
      ),
    },
  },
  /** A shift of one of the two is gone, or the request has changed. */
  shift_updated: {
    push: 'outcomes',
    mail: 'outcomes',
    title: 'Scambio cambiato',
    discreet: 'Una richiesta o un’offerta si è chiusa',
    group: 'richieste e offerte chiuse',
    news: {
      /** To a pre-accepter: its shift was swapped, changed or removed. */
      request_closed: ofSwap(
        'Richiesta chiusa',
        (what, person) => `${lostSwap(person, what)}: la richiesta si è chiusa.`,
      ),
      /** To a requester: a pre-accepter's shift changed. */
      offer_lapsed: ofSwap(
        'Un’offerta è decaduta',
        (what, person) => `${lostSwap(person, what)}: la sua offerta è decaduta.`,
      ),
      /** To a pre-accepter: the requester can no longer work on that day; the reason is private. */
      offer_day_gone: news({ duty }, (facts, person) => ({
        title: 'Pre-accettazione decaduta',
        message: `${person} non può più prendere il tuo turno di ${dutyOf(facts.duty)}: la tua pre-accettazione è decaduta. Se hai un altro turno adatto, puoi offrirlo.`,
      })),
      /** To the requester of a `giorno`: the colleague's shift has begun, or is past the cut-off. */
      offer_begun: news(begun, (facts, person) => ({
        title: 'Un’offerta è decaduta',
        message: `Il turno che ${person} offriva (${dutyOf(facts.duty)}) ${facts.hours === 0 ? 'è iniziato' : `inizia tra meno di ${facts.hours} ore e non si può più scambiare`}: la sua offerta è decaduta, la tua richiesta resta aperta.`,
      })),
      /** To a pre-accepter: the request now offers another duty, so their offer no longer fits. */
      request_changed: ofSwap(
        'Richiesta cambiata',
        (what, person) => `${person} ${changeOf(what)}: la tua pre-accettazione è decaduta.`,
      ),
      /** To a pre-accepter: the requester's account or contract changed. */
      owner_left: ofSwap(
        'Richiesta chiusa',
        (what, person) => `${person} non può più scambiare ${whatOfTime(what)}: la richiesta si è chiusa.`,
      ),
      /** To a requester: a pre-accepter's account or contract changed. */
      offerer_left: ofSwap(
        'Un’offerta è decaduta',
        (what, person) => `${person} non può più scambiare ${whatOfTime(what)}: la sua offerta è decaduta.`,
      ),
      /** To a person who was deactivated for a time. */
      account_deactivated: ofSwap(
        'Richiesta chiusa',
        (what) =>
          `Il tuo account è stato disattivato: la tua richiesta di scambio ${forTime(what)} si è chiusa.`,
      ),
      /** To a person whose new contract hours closed their request. */
      contract_changed: ofSwap(
        'Richiesta chiusa',
        (what) =>
          `Con le nuove ore di contratto ${whatOfTime(what)} non si ${isPlural(what) ? 'possono' : 'può'} più scambiare: la tua richiesta si è chiusa.`,
      ),
    },
  },
} satisfies Record<string, NotificationEntry>;
