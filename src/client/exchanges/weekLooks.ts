import type { SeenEntry, WeekPreview } from '../../domain/exchanges/weeks.ts';
import { endsNextDay } from '../../domain/shifts/duty.ts';
import { type Mark, markOf } from '../shifts/marks.ts';

/**
 * A day as a preview shows it; null where nothing is recorded, 'unknown' where it depends on who accepts, 'unchanged'
 * where a completed swap touched nothing.
 */
export type DayLook = SeenEntry | 'unknown' | 'unchanged' | null;

interface Change {
  before: DayLook;
  after: DayLook;
}

/** One week of a swap, of both people, before and after: settled, or as far as it is known. */
export interface WeekLooks extends Pick<WeekPreview, 'from' | 'to'> {
  days: readonly { date: string; isOpen: boolean; requester: Change; colleague: Change }[];
}

/** Letter and colour of a driver's day; null where there is none. */
export function lookMark(look: DayLook): Mark | null {
  if (look === null || look === 'unknown' || look === 'unchanged') return null;
  const { workLocation, shiftType } = look;
  return workLocation === 'assente' ? null : markOf({ workLocation, shiftType }, 'taxi');
}

/** Sign and name of what has no letter of its own. */
function wordOf(look: DayLook): { sign: string; name: string } {
  if (look === null) return { sign: '·', name: 'Nessun turno' };
  if (look === 'unknown') return { sign: '?', name: 'Turno del collega' };
  if (look === 'unchanged') return { sign: '=', name: 'Invariato' };
  return { sign: '–', name: 'Non in servizio' };
}

/** 'Mattina', 'Riposo', 'Non in servizio', 'Nessun turno' */
export const lookName = (look: DayLook): string => lookMark(look)?.name ?? wordOf(look).name;

/** What stands in the day's cell: 'M', '–' */
export const lookSign = (look: DayLook): string => lookMark(look)?.letter ?? wordOf(look).sign;

/** 'Mattina 06:00-13:00', 'Riposo', 'Non in servizio' */
export function lookText(look: DayLook): string {
  const name = lookName(look);
  if (look === null || typeof look === 'string' || look.startTime === null) return name;
  return `${name} ${look.startTime}-${look.endTime}${endsNextDay(look) ? ' (+1)' : ''}`;
}

export const isSameLook = (one: DayLook, other: DayLook): boolean => lookName(one) === lookName(other);

/** Every look of some weeks, each once, in the order in which they come. */
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
