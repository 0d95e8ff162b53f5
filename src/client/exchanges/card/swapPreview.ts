import { saturdayWeekOf, type Week } from '../../../domain/calendar/day.ts';
import type { ExchangeKind, ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { completedPreview } from '../../../domain/exchanges/weekPreview.ts';
import type { SeenEntry, WeekPreview } from '../../../domain/exchanges/weeks.ts';
import { endsNextDay, shiftTypeNames } from '../../../domain/shifts/duty.ts';
import type { Entry } from '../../../domain/shifts/rules.ts';
import { type Mark, markOf } from '../../shifts/marks.ts';
import type { Offer } from '../api.ts';

/** The label above one person's rows. */
export interface WeekPerson {
  side: 'requester' | 'colleague';
  name: string;
}

/** The weeks of a taxi swap, day by day, and the row labels. */
export interface SwapPreview {
  weeks: readonly WeekLooks[];
  people: readonly WeekPerson[];
  isDone: boolean;
}

/** The requester's preview of an offer; null for single shifts and offers that cannot be confirmed. */
export const offerPreview = ({ name, preview }: Offer): SwapPreview | null =>
  preview && {
    weeks: preview,
    people: [
      { side: 'requester', name: 'Tu' },
      { side: 'colleague', name },
    ],
    isDone: false,
  };

/** The preview of a request, as far as both people are known. */
export function previewOf(request: ExchangeRequest, isOwn: boolean): SwapPreview | null {
  if (isOwn) {
    const [only, another] = request.preAcceptedBy;
    return only && !another ? offerPreview(only) : null;
  }
  if (!request.preview || request.status !== 'aperta') return null;
  return {
    weeks: request.preview,
    people: [
      { side: 'colleague', name: 'Tu' },
      { side: 'requester', name: request.requesterName },
    ],
    isDone: false,
  };
}

interface Given {
  name: string;
  gave: readonly Entry[];
}

/** The result of a completed swap, from the duties both gave. */
export function donePreview(kind: ExchangeKind, requester: Given, colleague: Given): SwapPreview {
  const weeks = completedPreview(
    kind,
    weeksOf([...requester.gave, ...colleague.gave]),
    requester.gave,
    colleague.gave,
  );
  return {
    weeks: weeks.map(({ days, ...week }) => ({
      ...week,
      // the record contains only the swapped days
      days: days.map((day) => ({
        ...day,
        requester: recorded(day.requester),
        colleague: recorded(day.colleague),
      })),
    })),
    people: [
      { side: 'requester', name: requester.name },
      { side: 'colleague', name: colleague.name },
    ],
    isDone: true,
  };
}

const recorded = (change: Change): Change =>
  change.before === null && change.after === null ? { before: 'unchanged', after: 'unchanged' } : change;

/** The distinct Saturday–Friday weeks of some duties, in order. */
export function weeksOf(duties: readonly Entry[]): Week[] {
  const first = new Set(duties.map(({ date }) => saturdayWeekOf(date).from));
  return [...first].toSorted().map((day) => saturdayWeekOf(day));
}

/**
 * A day in a preview; null if it is empty, 'unknown' if it depends on who accepts, 'unchanged' if a completed swap did
 * not affect it.
 */
export type DayLook = SeenEntry | 'unknown' | 'unchanged' | null;

interface Change {
  before: DayLook;
  after: DayLook;
}

/** One week of a swap for both people, before and after, as far as known. */
export interface WeekLooks extends Pick<WeekPreview, 'from' | 'to'> {
  days: readonly {
    date: string;
    isOpen: boolean;
    requester: Change;
    colleague: Change;
    cover: WeekPreview['days'][number]['cover'];
  }[];
}

/** Letter and colour of a driver's day; null if it has none. */
export function lookMark(look: DayLook): Mark | null {
  if (look === null || look === 'unknown' || look === 'unchanged') return null;
  const { workLocation, shiftType } = look;
  return workLocation === 'assente' ? null : markOf({ workLocation, shiftType }, 'taxi');
}

/** Sign and name of days without a letter. */
function wordOf(look: DayLook): { sign: string; name: string } {
  if (look === null) return { sign: '·', name: 'Nessun turno' };
  if (look === 'unknown') return { sign: '?', name: 'Turno del collega' };
  if (look === 'unchanged') return { sign: '=', name: 'Invariato' };
  return { sign: '–', name: 'Non in servizio' };
}

/** 'Mattina', 'Riposo', 'Non in servizio', 'Nessun turno' */
export const lookName = (look: DayLook): string => lookMark(look)?.name ?? wordOf(look).name;

/** The day's cell text: 'M', '–' */
export const lookSign = (look: DayLook): string => lookMark(look)?.letter ?? wordOf(look).sign;

/** 'Mattina 06:00–13:00', 'Riposo', 'Non in servizio' */
export function lookText(look: DayLook): string {
  const name = lookName(look);
  if (look === null || typeof look === 'string' || look.startTime === null) return name;
  return `${name} ${look.startTime}–${look.endTime}${endsNextDay(look) ? ' (+1)' : ''}`;
}

/** 'notte invece di mattina' with its days, for each named shift that replaces another. */
export function coverChanges(days: WeekLooks['days']): { days: string[]; text: string }[] {
  const changes = new Map<string, string[]>();
  for (const { date, cover } of days) {
    if (!cover) continue;
    const text = `${shiftTypeNames[cover.after]} invece di ${shiftTypeNames[cover.before]}`;
    changes.set(text, [...(changes.get(text) ?? []), date]);
  }
  return [...changes].map(([text, dates]) => ({ text, days: dates }));
}

export const isSameLook = (one: DayLook, other: DayLook): boolean => lookName(one) === lookName(other);

/** The distinct looks of some weeks, in order of appearance. */
export function looksIn(weeks: readonly WeekLooks[]): DayLook[] {
  const all = weeks.flatMap(({ days }) =>
    days.flatMap(({ requester, colleague }) => [
      requester.before,
      requester.after,
      colleague.before,
      colleague.after,
    ]),
  );
  return all.filter((look, place) => all.findIndex((other) => isSameLook(look, other)) === place);
}
