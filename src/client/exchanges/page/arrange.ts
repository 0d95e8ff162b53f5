import { addDays, type Day, formatLongDay } from '../../../domain/calendar/day.ts';
import type { ExchangeRow, ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { type ShiftType, shiftTypes } from '../../../domain/shifts/duty.ts';
import { capitalised, weekAround } from '../kindTexts.ts';

/** Requests of one day, or of one week of the taxi worksite. */
export interface DayOfRequests {
  heading: string;
  requests: readonly ExchangeRow[];
}

/** A part of a tab under a heading of its own. */
export interface RequestPart {
  id: 'perfetti' | 'altri' | 'non-accettabili' | 'tocca-a-te' | 'in-attesa' | 'tutti';
  /** null where the tab has one part only. */
  title: string | null;
  days: readonly DayOfRequests[];
  count: number;
  /** Behind its heading until that is pressed. */
  isFolded: boolean;
}

/** Whether a colleague asks for just what the viewer would give. */
export const isPerfect = (row: ExchangeRow): boolean =>
  row.preAccept.isAllowed &&
  (row.isMirrored ||
    row.kind === 'ferie' ||
    (row.ownDuties[0] !== undefined && row.requestedShiftType === row.ownDuties[0].shiftType));

/** The parts of a tab in their order, without those that are empty. */
export function partsOf(
  tab: ExchangeTab,
  requests: readonly ExchangeRow[],
  viewer: { id: string; today: Day },
): RequestPart[] {
  const part = (
    id: RequestPart['id'],
    title: string | null,
    isIn: (one: ExchangeRow) => boolean,
  ): RequestPart => {
    const members = requests.filter(isIn);
    const days = daysOf(members, tab, viewer.today);
    return { id, title, days, count: members.length, isFolded: id === 'non-accettabili' };
  };
  const isOwn = ({ requesterId }: ExchangeRow): boolean => requesterId === viewer.id;
  const isTaxi = requests.some(({ weeks }) => weeks !== null);
  return partsByTab(tab, part, { isOwn, isTaxi }).filter(({ count }) => count > 0);
}

function partsByTab(
  tab: ExchangeTab,
  part: (id: RequestPart['id'], title: string | null, isIn: (one: ExchangeRow) => boolean) => RequestPart,
  { isOwn, isTaxi }: { isOwn: (one: ExchangeRow) => boolean; isTaxi: boolean },
): RequestPart[] {
  switch (tab) {
    case 'disponibili':
      return [
        part('perfetti', `Chi cerca proprio ${isTaxi ? 'la tua settimana' : 'il tuo turno'}`, isPerfect),
        part('altri', 'Altre che puoi accettare', (one) => one.preAccept.isAllowed && !isPerfect(one)),
        part('non-accettabili', 'Queste non puoi accettarle', (one) => !one.preAccept.isAllowed),
      ];
    case 'pre-accettati':
      return [
        part('tocca-a-te', 'Tocca a te', (one) => isOwn(one) && !one.isAwaitingApproval),
        part('in-attesa', 'In attesa degli altri', (one) => !isOwn(one) || one.isAwaitingApproval),
      ];
    default:
      return [part('tutti', null, () => true)];
  }
}

/** Open requests by day, in their order; closed ones stand by when that was, without headings. */
function daysOf(requests: readonly ExchangeRow[], tab: ExchangeTab, today: Day): DayOfRequests[] {
  if (tab === 'rifiutati') return [{ heading: '', requests }];
  const days = Map.groupBy(requests, (request) => dayHeading(request, today));
  return [...days].map(([heading, ofDay]) => ({ heading, requests: ofDay }));
}

/** 'Domani, martedì 24 novembre', 'Martedì 24 novembre', 'Settimana sab 5 – ven 11 dic' */
function dayHeading({ kind, requestedDate }: ExchangeRow, today: Day): string {
  if (kind === 'settimana' || kind === 'ferie') return `Settimana ${weekAround(requestedDate)}`;
  const long = formatLongDay(requestedDate);
  const name = requestedDate.slice(0, 4) === today.slice(0, 4) ? long.replace(/ \d{4}$/, '') : long;
  if (requestedDate === today) return `Oggi, ${name}`;
  return requestedDate === addDays(today, 1) ? `Domani, ${name}` : capitalised(name);
}

/** What of the available ones is to be seen; null for all. */
export interface RequestFilter {
  day: Day | null;
  /** What the viewer would work. */
  type: ShiftType | null;
  isPerfectOnly: boolean;
}

export const noFilter: RequestFilter = { day: null, type: null, isPerfectOnly: false };

export const isFiltering = ({ day, type, isPerfectOnly }: RequestFilter): boolean =>
  day !== null || type !== null || isPerfectOnly;

export const passes = (request: ExchangeRow, { day, type, isPerfectOnly }: RequestFilter): boolean =>
  (day === null || request.requestedDate === day) &&
  (type === null || request.offeredShift.shiftType === type) &&
  (!isPerfectOnly || isPerfect(request));

/**
 * The days and types that can be chosen from, in order; what is chosen stays among them.
 *
 * @param requests as far as they are loaded
 * @param all what there may be besides: the days of all of them, and where more can be loaded the types of the worksite
 */
export function filterChoices(
  requests: readonly ExchangeRow[],
  { day, type }: RequestFilter,
  all: { days: readonly Day[]; types: readonly ShiftType[] },
) {
  const days = new Set([...requests.map(({ requestedDate }) => requestedDate), ...all.days, day]);
  const types = new Set([...requests.map(({ offeredShift }) => offeredShift.shiftType), ...all.types, type]);
  return {
    days: [...days].filter((one) => one !== null).toSorted(),
    types: shiftTypes.filter((one) => types.has(one)),
  };
}
