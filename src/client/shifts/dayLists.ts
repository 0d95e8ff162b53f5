import { type Day, formatMediumDay, weekdayOf } from '../../domain/calendar/day.ts';
import { holidayName } from '../../domain/calendar/holidays.ts';
import { type Month, monthOf } from '../../domain/calendar/month.ts';
import { formatSpan, spansOf } from '../../domain/calendar/weekNames.ts';
import type { RefusedDay } from './form/refusedDays.ts';

/** 'ven 20 nov, lun 23 nov' */
export const listDays = (days: readonly Day[]): string => days.toSorted().map(formatMediumDay).join(', ');

/** 'ven 20 nov, lun 23 – gio 26 nov' */
export const listSpans = (days: readonly Day[]): string =>
  spansOf(days.toSorted().map((date) => ({ date })))
    .map(formatSpan)
    .join(', ');

/** 'ven 20 nov, lun 23 nov'; for many days their count, the first and the last. */
export function summarizeDays(days: readonly Day[]): string {
  const sorted = days.toSorted();
  const [first, last] = [sorted.at(0), sorted.at(-1)];
  if (first === undefined || last === undefined || days.length <= 4) return listDays(days);
  return `${days.length} giorni da ${formatMediumDay(first)} a ${formatMediumDay(last)}`;
}

/** Days that were refused, those with the same reason together, in the order of their first day. */
export function daysByReason(refused: readonly RefusedDay[]): { reason: string; days: Day[] }[] {
  const groups = Map.groupBy(refused, ({ reason }) => reason);
  return [...groups].map(([reason, group]) => ({ reason, days: group.map(({ day }) => day) }));
}

/** The month that has most of these days; undefined without any. */
export function fullestMonth(days: readonly Day[]): Month | undefined {
  const months = [...Map.groupBy(days, monthOf)];
  return months.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** 'un giorno', '3 giorni' */
export const countDays = (count: number): string => (count === 1 ? 'un giorno' : `${count} giorni`);

/** Monday to Friday, public holidays left out. */
export const isWeekday = (day: Day): boolean => weekdayOf(day) <= 5 && holidayName(day) === null;
