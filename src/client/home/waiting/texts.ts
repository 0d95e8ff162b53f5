import { formatMediumDay } from '../../../domain/calendar/day.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import type { ExchangeRequest, ExchangeRow, ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { formatDutyTimes, shiftTypeNames, workLocationNames } from '../../../domain/shifts/duty.ts';
import type { Entry } from '../../../domain/shifts/rules.ts';
import type { Offer } from '../../exchanges/api.ts';
import { firstNameOf, offersInOrder } from '../../exchanges/card/requestState.ts';
import { whenOf } from '../../exchanges/kindTexts.ts';

/** 'Marco accetta il tuo turno di mer 25 nov', '3 colleghi accettano la settimana sab 5 – ven 11 dic' */
export function offerTitle(request: ExchangeRequest): string {
  const { kind, preAcceptedBy, preAcceptanceCount } = request;
  const [only] = preAcceptedBy;
  const who =
    preAcceptanceCount === 1 && only
      ? `${firstNameOf(only.name)} accetta`
      : `${preAcceptanceCount} colleghi accettano`;
  return `${who} ${kind === 'turno' || kind === 'giorno' ? 'il tuo turno di ' : ''}${whenOf(request)}`;
}

/** 'Scambio perfetto con Marco · mer 25 nov' */
export const matchTitle = (request: ExchangeRow): string =>
  `Scambio perfetto con ${firstNameOf(request.requesterName)} · ${whenOf(request)}`;

/**
 * What the viewer gives and gets: 'Dai 06:00–14:00, ricevi 14:00–22:00', 'Dai mer 25 nov 06:00–14:00, ricevi …'; with
 * the place if the hours are equal: 'Dai 09:00–17:00 in smart working, ricevi 09:00–17:00 in sede'
 *
 * @param given for holidays, any day of the week
 */
export function handsOver({ kind, weeks }: ExchangeRow, given: Entry, received: Entry): string {
  if (kind === 'ferie' && weeks) {
    const isGiven = given.date >= weeks.offered.from && given.date <= weeks.offered.to;
    const [gives, receives] = isGiven ? [weeks.offered, weeks.wanted] : [weeks.wanted, weeks.offered];
    return `Dai le ferie ${formatWeek(gives)}, ricevi ${formatWeek(receives)}`;
  }
  const side = (duty: Entry): string => {
    if (kind === 'settimana' && duty.shiftType) return shiftTypeNames[duty.shiftType];
    return kind === 'giorno'
      ? `${formatMediumDay(duty.date)} ${formatDutyTimes(duty)}`
      : formatDutyTimes(duty);
  };
  const isElsewhere = side(given) === side(received) && given.workLocation !== received.workLocation;
  const sideAndPlace = (duty: Entry): string =>
    isElsewhere ? `${side(duty)} in ${workLocationNames[duty.workLocation]}` : side(duty);
  // non-breaking spaces keep each verb with its time
  return `Dai\u00a0${sideAndPlace(given)}, ricevi\u00a0${sideAndPlace(received)}`;
}

/** The same for an offer; several have names: 'Con Marco Bianchi: dai 06:00–14:00, ricevi 14:00–22:00' */
export function offerHandsOver(request: ExchangeRequest, offer: Offer): string {
  const text = handsOver(request, request.offeredShift, offer.offeredShift);
  return request.preAcceptanceCount === 1 ? text : `Con ${offer.name}: ${text.replace('Dai', 'dai')}`;
}

/** What pre-accepting a colleague's request would give and get; null if several shifts could be given. */
export function matchHandsOver(request: ExchangeRow): string | null {
  const { kind, ownDuties, offeredShift } = request;
  const [own, other] = ownDuties;
  if (!own || (kind === 'giorno' && other)) return null;
  return handsOver(request, own, offeredShift);
}

/** The tab of the remaining requests; own ones first, since colleagues are waiting for an answer. */
export const tabOfOthers = (others: readonly ExchangeRequest[]): ExchangeTab =>
  others.some(({ tab }) => tab === 'pre-accettati') ? 'pre-accettati' : 'disponibili';

/** The best offer that can be confirmed; null if there is none. */
export const bestOffer = (request: ExchangeRequest): Offer | null =>
  offersInOrder(request, request.preAcceptedBy).find(({ confirm }) => confirm.isAllowed) ?? null;
