import { formatMediumDay } from '../../domain/calendar/day.ts';
import { formatWeek } from '../../domain/calendar/weekNames.ts';
import type { ExchangeRequest, ExchangeTab } from '../../domain/exchanges/schema.ts';
import { formatDutyTimes, shiftTypeNames } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Offer } from '../exchanges/api.ts';
import { whenOf } from '../exchanges/kindTexts.ts';

/** 'Marco Bianchi accetta il tuo turno di mer 25 nov', '3 colleghi accettano la settimana sab 5 – ven 11 dic' */
export function offerTitle(request: ExchangeRequest): string {
  const { kind, preAcceptedBy, preAcceptanceCount } = request;
  const [only] = preAcceptedBy;
  const who =
    preAcceptanceCount === 1 && only ? `${only.name} accetta` : `${preAcceptanceCount} colleghi accettano`;
  return `${who} ${kind === 'turno' || kind === 'giorno' ? 'il tuo turno di ' : ''}${whenOf(request)}`;
}

/** 'Tu e Marco Bianchi potete scambiarvi proprio quello che cercate: mer 25 nov' */
export const matchTitle = (request: ExchangeRequest): string =>
  `Tu e ${request.requesterName} potete scambiarvi proprio quello che cercate: ${whenOf(request)}`;

/**
 * What the viewer gives and gets: 'Dai 06:00–14:00, ricevi 14:00–22:00', 'Dai mer 25 nov 06:00–14:00, ricevi …'
 *
 * @param given of holidays, the whole week counts
 */
export function handsOver({ kind, weeks }: ExchangeRequest, given: DatedDuty, received: DatedDuty): string {
  if (kind === 'ferie' && weeks) {
    const isGiven = given.date >= weeks.offered.from && given.date <= weeks.offered.to;
    const [gives, receives] = isGiven ? [weeks.offered, weeks.wanted] : [weeks.wanted, weeks.offered];
    return `Dai le ferie ${formatWeek(gives)}, ricevi ${formatWeek(receives)}`;
  }
  const side = (duty: DatedDuty): string => {
    if (kind === 'settimana' && duty.shiftType) return shiftTypeNames[duty.shiftType];
    return kind === 'giorno'
      ? `${formatMediumDay(duty.date)} ${formatDutyTimes(duty)}`
      : formatDutyTimes(duty);
  };
  return `Dai ${side(given)}, ricevi ${side(received)}`;
}

/** What pre-accepting a request that mirrors an own one would give and get; null where several shifts could be given. */
export function matchHandsOver(request: ExchangeRequest): string | null {
  const { kind, ownShift, ownDuties, offeredShift } = request;
  if (!ownShift || (kind === 'giorno' && ownDuties.length > 1)) return null;
  return handsOver(request, ownShift, offeredShift);
}

/** Where the requests stand that wait beyond those on the first screen: own ones first, whose colleagues wait too. */
export const tabOfOthers = (others: readonly ExchangeRequest[]): ExchangeTab =>
  others.some(({ tab }) => tab === 'pre-accettati') ? 'pre-accettati' : 'disponibili';

/** The offer that can be taken without a look at the others: the only one, or the only one that gives what was wanted. */
export function bestOffer({ preAcceptedBy, requestedShiftType }: ExchangeRequest): Offer | null {
  const possible = preAcceptedBy.filter(({ confirm }) => confirm.isAllowed);
  const wanted = possible.filter(({ offeredShift }) => offeredShift.shiftType === requestedShiftType);
  const [best, another] = possible.length > 1 ? wanted : possible;
  return best && !another ? best : null;
}
