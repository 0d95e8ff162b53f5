import { addDays, type Day, daysBetween, saturdayWeekOf, weekdayOf } from '../src/domain/calendar/day.ts';
import { type Duty, taxiShifts } from '../src/domain/shifts/duty.ts';
import type { Entry } from '../src/domain/shifts/rules.ts';
import { buildDuty } from './builders.ts';

/** Days before and after today: enough for the months a visitor opens. */
const daysBack = 35;
const daysAhead = 42;

const starts = { early: '06:00', day: '09:00', late: '14:00' } as const;
const rotation = [starts.early, starts.late, starts.day];

const endOf = (start: string, hours: number): string =>
  `${String(Number(start.slice(0, 2)) + hours).padStart(2, '0')}:00`;

/** A person's entries around `today` in the demo's standard worksite. @param place the person's index in the list */
export function rosterOf(place: number, contractHours: number, today: Day): Entry[] {
  return daysAround(today).flatMap((date) => {
    const duty = dutyOn(date, place, contractHours);
    return duty ? [{ date, ...duty }] : [];
  });
}

function daysAround(today: Day): Day[] {
  return Array.from({ length: daysBack + daysAhead + 1 }, (_, index) => addDays(today, index - daysBack));
}

/** Weeks rotate through early, late and day shifts; every second Saturday is worked, otherwise the Monday before it is free. */
function dutyOn(date: Day, place: number, contractHours: number): Duty | null {
  const weekday = weekdayOf(date);
  const week = Math.floor((daysBetween('2024-01-01', date) - weekday + 1) / 7);
  const worksSaturday = (week + place) % 2 === 0;
  if (weekday === 7) return buildDuty('libero');
  if (weekday === 6 && !worksSaturday) return null;
  if (weekday === 1 && !worksSaturday) return buildDuty('libero');
  const count = week * 7 + place * 5;
  if ((count + weekday) % 19 === 0) return buildDuty('ferie');
  if ((count + weekday) % 41 === 0) return buildDuty('malattia');
  const start = rotation[(week + place) % rotation.length] ?? starts.day;
  const place2 = start === starts.day && (weekday + place) % 2 === 0 ? 'smart_working' : 'sede';
  return buildDuty(place2, start, endOf(start, contractHours));
}

/** How many weeks ahead each driver's holiday is: all different, so that they can swap. */
const holidayWeeksAhead = [2, 4, 3, 5];

/**
 * A driver works one named shift per Saturday-to-Friday week for five days and rests on the other two, the same ones for two
 * drivers each. One week ahead is a holiday.
 */
export function taxiRosterOf(place: number, today: Day): Entry[] {
  const holidays = addDays(saturdayWeekOf(today).from, 7 * (holidayWeeksAhead[place] ?? 0));
  return daysAround(today).map((date) => {
    const { from } = saturdayWeekOf(date);
    const week = Math.floor(daysBetween('2024-01-06', from) / 7);
    const named = taxiShifts[(week + place) % taxiShifts.length];
    const isRest = (daysBetween('2024-01-06', date) + Math.floor(place / 2) * 2) % 7 >= 5;
    if (!named || isRest) return { date, ...buildDuty('libero') };
    if (from === holidays) return { date, ...buildDuty('ferie') };
    return { date, ...buildDuty('sede', named.startTime, named.endTime), shiftType: named.shiftType };
  });
}
