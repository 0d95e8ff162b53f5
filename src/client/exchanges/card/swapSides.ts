import { type Day, formatMediumDay, type Week } from '../../../domain/calendar/day.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import type { ExchangeRequest, ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { isHolidayWeek } from '../../../domain/exchanges/weeks.ts';
import { type Duty, type ShiftType, shiftTypeNames } from '../../../domain/shifts/duty.ts';
import { type Entry, restDuty } from '../../../domain/shifts/rules.ts';
import { isCard, type ShownRequest } from '../api.ts';
import { capitalised, dayCount } from '../kindTexts.ts';
import { isSameLook } from './swapPreview.ts';

/**
 * One side of a swap from the viewer's perspective: duties by day, one shift for a whole week, or words for what is not
 * known yet.
 */
export type Side =
  | { duties: readonly Entry[] }
  | { weekly: Duty; when: string | null; detail: string | null }
  | { text: string; when: string | null };

interface Sides {
  gives: Side;
  receives: Side;
}

/** What the viewer of a request gives and receives. */
export function swapSides(request: ShownRequest, isOwn: boolean): Sides {
  if (request.kind === 'settimana') return weekSides(request, isOwn);
  if (request.kind === 'ferie') return holidaySides(request, isOwn);
  return shiftSides(request, isOwn);
}

function shiftSides(request: ExchangeRow, isOwn: boolean): Sides {
  const offered: Side = { duties: [request.offeredShift] };
  const when = request.kind === 'giorno' ? askedDaysText(request) : formatMediumDay(request.requestedDate);
  if (!isOwn) {
    return { gives: ownSide(request, when), receives: offered };
  }
  const [only, another] = request.preAcceptedBy;
  // one offer determines what is received; several are listed below
  if (only && !another) return { gives: offered, receives: { duties: [only.offeredShift] } };
  return { gives: offered, receives: { text: capitalised(typeOf(request)), when } };
}

/** What a colleague would give; for a `giorno` with several possible shifts, in words. */
function ownSide({ kind, ownDuties }: ExchangeRow, when: string | null): Side {
  if (kind === 'giorno' && ownDuties.length > 1) {
    return { text: 'Un tuo turno', when: eitherDay(ownDuties.map(({ date }) => date)) };
  }
  const [own] = ownDuties;
  return own ? { duties: [own] } : { text: 'Nessun tuo turno', when };
}

/** Up to this many days are listed; more are counted. */
const mostNamed = 3;
const alternatives = new Intl.ListFormat('it', { type: 'disjunction' });

/** 'sab 28 nov o dom 29 nov', 'in uno di 5 giorni' */
export const eitherDay = (days: readonly Day[]): string =>
  days.length <= mostNamed
    ? alternatives.format(days.map((day) => formatMediumDay(day)))
    : `in uno di ${days.length} giorni`;

/** The days a `giorno`'s requester would work: 'sab 28 nov o dom 29 nov', 'un giorno entro 7 giorni' */
export function askedDaysText({ withinDays, acceptableDays: days }: ExchangeRow): string | null {
  if (days.length === 0) return null;
  return withinDays !== null && days.length > mostNamed
    ? `un giorno entro ${withinDays} giorni`
    : eitherDay(days);
}

/**
 * A named shift for the remaining or swapped days of a week.
 *
 * @param days their number, null if unknown; the other's shift is taken on the own days
 */
export function weekSide(duties: readonly Entry[], days: number | null = duties.length): Side {
  const [first] = duties;
  if (!first) return { text: 'Nessun tuo turno', when: null };
  return { weekly: first, when: null, detail: days === null ? null : dayCount(days) };
}

function weekSides(request: ShownRequest, isOwn: boolean): Sides {
  if (!isCard(request)) return weekSidesOfRow(request, isOwn);
  const { offeredDuties, ownDuties, preview } = request;
  if (!isOwn) {
    const days = changingDays(preview, 'colleague') ?? ownDuties.length;
    return { gives: weekSide(ownDuties, days), receives: weekSide(offeredDuties, days || undefined) };
  }
  const [only, another] = request.preAcceptedBy;
  if (only && !another) {
    const days = changingDays(only.preview, 'requester') ?? offeredDuties.length;
    return { gives: weekSide(offeredDuties, days), receives: weekSide(only.offeredDuties, days) };
  }
  return { gives: weekSide(offeredDuties), receives: { text: capitalised(typeOf(request)), when: null } };
}

function weekSidesOfRow(row: ExchangeRow, isOwn: boolean): Sides {
  const offered = weekSide([row.offeredShift], null);
  if (!isOwn) return { gives: weekSide(row.ownDuties, null), receives: offered };
  const [only, another] = row.preAcceptedBy;
  const isKnown = only !== undefined && another === undefined;
  const wanted: Side = { text: capitalised(typeOf(row)), when: null };
  return { gives: offered, receives: isKnown ? weekSide([only.offeredShift], null) : wanted };
}

/** On how many days a person's shift changes; null while nothing can be swapped. */
function changingDays(preview: ExchangeRequest['preview'], side: 'requester' | 'colleague'): number | null {
  const days = preview?.flatMap((week) => week.days);
  return days?.filter((day) => !isSameLook(day[side].before, day[side].after)).length ?? null;
}

/** A week of holidays. */
export const holidaySide = (week: Week): Side => ({
  weekly: restDuty('ferie'),
  when: formatWeek(week),
  detail: null,
});

function holidaySides({ weeks, ownDuties }: ExchangeRow, isOwn: boolean): Sides {
  if (!weeks) throw new Error('a request to swap holidays without weeks');
  const offered = holidaySide(weeks.offered);
  const wanted = holidaySide(weeks.wanted);
  if (isOwn) return { gives: offered, receives: wanted };
  const gives = isHolidayWeek(ownDuties, weeks.wanted)
    ? wanted
    : { text: 'Nessuna tua settimana di ferie', when: formatWeek(weeks.wanted) };
  return { gives, receives: offered };
}

const nouns = {
  turno: 'un turno',
  giorno: 'un turno',
  settimana: 'una settimana',
  ferie: 'una settimana di ferie',
};

/** 'un turno di mattina', 'una settimana di mattina' */
const typeOf = ({ kind, requestedShiftType: type }: ExchangeRow): string =>
  type ? `${nouns[kind]} di ${shiftTypeNames[type]}` : nouns[kind];

/** The requested type, and how the other duty compares; null if there is nothing to say. */
export function wantedLine(
  request: ExchangeRow,
  { isOwn, receives }: { isOwn: boolean; receives: Side },
): string | null {
  const { requestedShiftType: type, ownDuties, status } = request;
  const own = ownDuties[0]?.shiftType;
  if (!type || status !== 'aperta') return null;
  if (isOwn) return 'text' in receives ? null : `Cercavi ${typeOf(request)}.`;
  return own ? `Cerca ${typeOf(request)}, ${comparison(request, type, own)}.` : `Cerca ${typeOf(request)}.`;
}

function comparison({ kind, preAccept }: ExchangeRow, wanted: ShiftType, own: ShiftType): string {
  const [yours, it] = kind === 'turno' || kind === 'giorno' ? ['il tuo', 'proporlo'] : ['la tua', 'proporla'];
  if (own === wanted) return `come ${yours}`;
  return `${yours} è di ${shiftTypeNames[own]}${preAccept.isAllowed ? `: puoi ${it} lo stesso` : ''}`;
}
