import { addDays, type Day, daysOf, saturdayWeekOf, type Week } from '../../../domain/calendar/day.ts';
import { addMonths, type Month } from '../../../domain/calendar/month.ts';
import type { ShiftType } from '../../../domain/shifts/duty.ts';
import { type ShiftOwner, weekTypeOf } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { closedReason } from '../form/refusedDays.ts';

/** The Saturday-Friday weeks that touch a month and are not over. */
export function openWeeksOf(month: Month, today: Day): Week[] {
  const firstDay = `${month}-01`;
  const lastDay = addDays(`${addMonths(month, 1)}-01`, -1);
  const weeks: Week[] = [];
  let week = saturdayWeekOf(firstDay > today ? firstDay : today);
  for (; week.from <= lastDay; week = saturdayWeekOf(addDays(week.to, 1))) weeks.push(week);
  return weeks;
}

export interface TaxiWeek extends Week {
  /** Its days on which an entry can still be added. */
  freeDays: Day[];
  /** The named shift that fits its free days; null while none is worked in it. */
  shiftType: ShiftType | null;
}

/** A week as the add form offers it, by the entries it holds. */
export function taxiWeekOf(week: Week, entries: readonly Shift[], today: Day, owner: ShiftOwner): TaxiWeek {
  const ofWeek = entries.filter(({ date }) => date >= week.from && date <= week.to);
  const byDay = new Map(ofWeek.map((entry) => [entry.date, entry]));
  return {
    ...week,
    freeDays: daysOf(week).filter((day) => closedReason(day, today, byDay.get(day), owner) === null),
    shiftType: weekTypeOf(ofWeek),
  };
}
