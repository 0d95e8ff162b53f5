import { addDays, type Day, mondayWeekOf } from '../../../domain/calendar/day.ts';
import { addMonths, type Month, monthOf } from '../../../domain/calendar/month.ts';

/** The first and last month a calendar shows: days outside are not accepted. */
export const firstMonth: Month = '2000-01';
export const lastMonth: Month = '2099-12';

/** The same day of the month `months` later, or that month's last day where it is shorter. */
function sameDayInMonth(day: Day, months: number): Day {
  const month = addMonths(monthOf(day), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wished = `${month}-${day.slice(8)}`;
  return wished < last ? wished : last;
}

const moves: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => mondayWeekOf(day).from,
  End: (day) => mondayWeekOf(day).to,
  PageUp: (day) => sameDayInMonth(day, -1),
  PageDown: (day) => sameDayInMonth(day, 1),
};

/**
 * Where a key moves the focus in a month grid: arrows by day and week, Home and End to Monday and Sunday, page keys
 * by month. Null for keys that move nothing, and at the ends of the calendar.
 */
export function dayAfterKey(day: Day, key: string): Day | null {
  const target = moves[key]?.(day);
  if (target === undefined || target === day) return null;
  return monthOf(target) < firstMonth || monthOf(target) > lastMonth ? null : target;
}
