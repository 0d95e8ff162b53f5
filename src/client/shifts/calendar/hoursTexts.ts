import { daysOf, formatShortDay } from '../../../domain/calendar/day.ts';
import { type Month, monthOf } from '../../../domain/calendar/month.ts';
import { type MinutesByKind, type MonthHours, workedMinutes } from '../../../domain/shifts/hours.ts';
import { flexibleWeekHours, type ShiftOwner } from '../../../domain/shifts/rules.ts';
import { markOf } from '../marks.ts';

/** The kinds of day that count hours, in display order. */
export const hourKinds = ['sede', 'smart_working', 'ferie', 'malattia'] as const;

export const kindMark = (kind: (typeof hourKinds)[number]) =>
  markOf({ workLocation: kind, shiftType: null }, 'standard');

/** '152', '7:30' */
export const shortHours = (minutes: number): string =>
  minutes % 60 === 0
    ? String(minutes / 60)
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** A week of the month with its label. */
export interface NamedWeek {
  /** '1', '2–8': its days that are in the month. With flexible shifts the whole week, '26/10–01/11'. */
  name: string;
  minutes: MinutesByKind;
  /** With flexible shifts, the week's work against its limit: '16 su 20 ore'. */
  limit: string | null;
}

/**
 * The weeks of a month. With flexible shifts, whole weeks are compared with their limit; otherwise only days of the
 * month count.
 */
export function weeksOfMonth(hours: MonthHours, month: Month, owner: ShiftOwner): NamedWeek[] {
  return hours.weeks.map(({ from, to, byKind, wholeWeek }) => {
    if (owner.enableFlexibleShifts) {
      const limit = `${shortHours(workedMinutes(wholeWeek))} su ${flexibleWeekHours} ore`;
      return { name: `${shortDay(from)}–${shortDay(to)}`, minutes: wholeWeek, limit };
    }
    const days = daysOf({ from, to }).filter((day) => monthOf(day) === month);
    const [first = '', last = ''] = [days.at(0), days.at(-1)].map((day) => String(Number(day?.slice(8))));
    return { name: first === last ? first : `${first}–${last}`, minutes: byKind, limit: null };
  });
}

/** '26/10' */
const shortDay = (day: string): string => formatShortDay(day).slice(0, 5);
