import { addDays, type Day, daysBetween } from '../calendar/day.ts';
import type { Month } from '../calendar/month.ts';
import { agrees, datedDay, dayOf, plainText, readDayMark } from './dayMarks.ts';
import type { CellProblem } from './mapping.ts';

/** The days in a date cell; null with the reason if unreadable. */
export interface ListDays {
  days: Day[] | null;
  problem: CellProblem | null;
}

/** A longer span is probably a slip. */
const mostDaysOfSpan = 62;

/**
 * '5/12/2026', 'mar 1', 'dal 1/12 al 7/12'.
 * @param month for numbers without one
 * @param reference dates without a year are resolved to the one nearest to it
 */
export function readListDay(text: string, month: Month | null, reference: Day): ListDays {
  const span = /^dal?\s+(.+?)\s+al?\s+(.+)$/.exec(plainText(text)) ?? /^(\S+) - (\S+)$/.exec(plainText(text));
  if (!span) return oneDay(text, month, reference);
  return spanOfDays(oneDay(span[1] ?? '', month, reference), oneDay(span[2] ?? '', month, reference));
}

function oneDay(text: string, month: Month | null, reference: Day): ListDays {
  const mark = readDayMark(text);
  if (!mark) return { days: null, problem: 'no_day' };
  const [year = 0, number = 0] = (month ?? '').split('-').map(Number);
  const day = mark.month === undefined ? dayOf(year, number, mark.date) : datedDay(mark, reference);
  if (day === null) return { days: null, problem: 'no_day' };
  return { days: [day], problem: agrees(day, mark) ? null : 'weekday' };
}

/** All days of a span. */
export function spanOfDays(first: ListDays, last: ListDays): ListDays {
  const [from, to] = [first.days?.[0], last.days?.[0]];
  if (from === undefined || to === undefined || to < from || daysBetween(from, to) >= mostDaysOfSpan) {
    return { days: null, problem: 'no_day' };
  }
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
  return { days, problem: first.problem ?? last.problem };
}
