import { formatLongDay, formatMediumDay, saturdayWeekOf } from '../../domain/calendar/day.ts';
import { formatWeek } from '../../domain/calendar/weekNames.ts';
import { isTaxiKind } from '../../domain/exchanges/kinds.ts';
import type { CloseReason, ExchangeKind, ExchangeRequest } from '../../domain/exchanges/schema.ts';
import {
  type Duty,
  dutyMinutes,
  formatDutyTimes,
  formatMinutes,
  formatShortTimes,
  isWorking,
  shiftTypeNames,
  workLocationNames,
} from '../../domain/shifts/duty.ts';

/** Phrases that depend on the kind of swap. */
interface KindTexts {
  /** 'Scambi {object} con Marco?' */
  object: string;
  /** 'Marco cerca proprio {yours}' */
  yours: string;
  /** '… non può più offrirsi {forIt}.' */
  forIt: string;
  /** What stays unchanged after a withdrawal. */
  stays: string;
  /** The change that ends existing offers: 'Con {otherOffer}, …' */
  otherOffer: string;
  /** Changes that keep existing offers. */
  harmless: string;
  /** What would make an open request takeable. */
  hope: string;
  /** The requester's alternative. */
  otherWay: string;
  closings: Record<CloseReason, { own: string; other: string }>;
}

const nobodyLeft = {
  own: 'È scaduta senza uno scambio: nessun altro poteva accettarla.',
  other: 'È scaduta: nessun altro poteva accettarla.',
};

const both = (text: string) => ({ own: text, other: text });

const foundElsewhere = (when: string) => both(`Altri hanno già trovato uno scambio per questa ${when}.`);

/** Closing texts shared by all kinds, except for the object and the contract reason. */
const closedOf = (what: string, contract: string) => ({
  day_begun: both('Lo scambio non è stato confermato in tempo.'),
  nobody_left: nobodyLeft,
  owner_changed: {
    own: `Il tuo contratto è cambiato e ${contract}.`,
    other: `Chi l’ha pubblicata non può più scambiare ${what}.`,
  },
  owner_deactivated: {
    own: 'Il tuo account era stato disattivato.',
    other: `Chi l’ha pubblicata non può più scambiare ${what}.`,
  },
});

const oneShift: KindTexts = {
  object: 'il turno',
  yours: 'il tuo turno',
  forIt: 'per questo turno',
  stays: 'Il tuo turno resta sul calendario.',
  otherOffer: 'un altro turno',
  harmless: 'il tipo desiderato o il messaggio',
  hope: 'ti avvisiamo quando qualcuno registra un turno adatto',
  otherWay: 'prova con un altro giorno o un altro tipo di turno',
  closings: {
    swapped_elsewhere: foundElsewhere('data'),
    shift_changed: {
      own: 'Il turno che offrivi è stato modificato o cancellato.',
      other: 'Il turno offerto è stato modificato o cancellato.',
    },
    ...closedOf('questo turno', 'il turno non corrisponde più'),
  },
};

export const kindTexts: Record<ExchangeKind, KindTexts> = {
  turno: oneShift,
  giorno: {
    ...oneShift,
    object: 'il giorno',
    otherOffer: 'un altro turno o giorni diversi',
    otherWay: 'prova ad aggiungere altri giorni in cui lavoreresti',
  },
  settimana: {
    object: 'la settimana',
    yours: 'la tua settimana',
    forIt: 'per questa settimana',
    stays: 'I tuoi turni restano sul calendario.',
    otherOffer: 'un’altra settimana',
    harmless: 'il tipo desiderato o il messaggio',
    hope: 'ti avvisiamo quando qualcuno registra un turno adatto',
    otherWay: 'prova con un’altra settimana o un altro tipo di turno',
    closings: {
      swapped_elsewhere: foundElsewhere('settimana'),
      shift_changed: {
        own: 'I turni della settimana che offrivi sono cambiati.',
        other: 'I turni della settimana offerta sono cambiati.',
      },
      ...closedOf('questa settimana', 'la settimana non si può più scambiare'),
    },
  },
  ferie: {
    object: 'le ferie',
    yours: 'le tue ferie',
    forIt: 'per queste ferie',
    stays: 'Le tue ferie restano sul calendario.',
    otherOffer: 'altre settimane',
    harmless: 'solo il messaggio',
    hope: 'la trova tra i disponibili chi ha ferie in quella settimana',
    otherWay: 'prova a cercare un’altra settimana',
    closings: {
      swapped_elsewhere: foundElsewhere('settimana'),
      shift_changed: {
        own: 'Una delle due settimane è cambiata sul tuo calendario.',
        other: 'Una delle due settimane di chi l’ha pubblicata è cambiata.',
      },
      ...closedOf('queste ferie', 'le ferie non si possono più scambiare'),
    },
  },
};

type Named = Pick<ExchangeRequest, 'kind' | 'offeredShift' | 'requestedDate'>;

/** 'sab 5 – ven 11 dic': the week that contains a day. */
export const weekAround = (day: string): string => formatWeek(saturdayWeekOf(day));

/** A request's subject: 'Martedì 24 novembre 2026, 06:00–14:00', 'Settimana sab 5 – ven 11 dic, mattina' */
export function whatOf({ kind, offeredShift, requestedDate }: Named): string {
  const offered = weekAround(offeredShift.date);
  switch (kind) {
    case 'turno':
    case 'giorno':
      return `${capitalised(formatLongDay(kind === 'turno' ? requestedDate : offeredShift.date))}, ${formatDutyTimes(offeredShift)}`;
    case 'settimana': {
      const { shiftType } = offeredShift;
      return `Settimana ${offered}${shiftType ? `, ${shiftTypeNames[shiftType]}` : ''}`;
    }
    default:
      return `Ferie ${offered} in cambio di ${weekAround(requestedDate)}`;
  }
}

/** A request's date within a label: 'mer 25 nov', 'la settimana sab 5 – ven 11 dic' */
export function whenOf({ kind, offeredShift, requestedDate }: Named): string {
  switch (kind) {
    case 'turno':
    case 'giorno':
      return formatMediumDay(requestedDate);
    case 'settimana':
      return `la settimana ${weekAround(offeredShift.date)}`;
    default:
      return `le ferie ${weekAround(offeredShift.date)}`;
  }
}

/**
 * The text to share an own request, without names: 'Cerco cambio: sab 28 nov 14–22, Cantiere Tiburtina'; a link
 * follows.
 */
export function shareText(request: Named & Pick<ExchangeRequest, 'requesterWorksite'>): string {
  // oxlint-disable-next-line turnario/product-words -- the colloquial word colleagues use in chats
  return `Cerco cambio: ${sharedDuty(request)}, ${request.requesterWorksite}`;
}

function sharedDuty({ kind, offeredShift, requestedDate }: Named): string {
  if (kind === 'ferie') return `ferie ${weekAround(offeredShift.date)} con ${weekAround(requestedDate)}`;
  if (kind === 'settimana') {
    const { date, shiftType } = offeredShift;
    return `settimana ${weekAround(date)}${shiftType ? ` ${shiftTypeNames[shiftType]}` : ''}`;
  }
  return `${formatMediumDay(offeredShift.date)} ${formatShortTimes(offeredShift)}`.trim();
}

/** The times of each part: ['08:00–12:00', '14:00–18:00']; empty for unworked days. */
export const timeLines = (duty: Duty): string[] => formatDutyTimes(duty).split(' e ').filter(Boolean);

/** 'mattina, sede'; 'ferie' */
export function kindText(duty: Duty): string {
  const place = workLocationNames[duty.workLocation];
  return duty.shiftType ? `${shiftTypeNames[duty.shiftType]}, ${place}` : place;
}

/**
 * A person's duty for an approver: '06:00–14:00' and below it 'mattina, sede'; unworked days only 'ferie'.
 */
export function dutyTexts(duty: Duty, kind: ExchangeKind): string[] {
  if (!isWorking(duty)) return [kindText(duty)];
  // drivers have no work location
  const detail = isTaxiKind(kind) && duty.shiftType ? shiftTypeNames[duty.shiftType] : kindText(duty);
  return [formatDutyTimes(duty), detail];
}

/** 'mattina, 8 ore'; '' for unworked days */
export function typeAndLength(duty: Duty): string {
  const minutes = dutyMinutes(duty);
  const length = minutes === 0 ? '' : formatMinutes(minutes);
  return [duty.shiftType ? shiftTypeNames[duty.shiftType] : '', length].filter(Boolean).join(', ');
}

/** 'mattina, sede, 8 ore'; 'ferie' */
export function kindAndLength(duty: Duty): string {
  const minutes = dutyMinutes(duty);
  return minutes === 0 ? kindText(duty) : `${kindText(duty)}, ${formatMinutes(minutes)}`;
}

/** 'Venerdì 20 novembre', for the start of a line. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** '5 giorni' */
export const dayCount = (days: number): string => (days === 1 ? '1 giorno' : `${days} giorni`);
