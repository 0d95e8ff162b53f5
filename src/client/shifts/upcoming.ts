import { addDays, type Day, daysBetween, formatLongDay, type Instant } from '../../domain/calendar/day.ts';
import { beginsAt } from '../../domain/exchanges/rules.ts';
import { isWorking } from '../../domain/shifts/duty.ts';
import type { Shift } from '../../domain/shifts/schema.ts';

/** The first working entry that has not begun, or null. */
export function nextShift(shifts: readonly Shift[], now: Instant): Shift | null {
  const coming = shifts.filter((shift) => isWorking(shift) && beginsAt(shift) > now);
  return coming.reduce<Shift | null>(
    (first, shift) => (first === null || beginsAt(shift) < beginsAt(first) ? shift : first),
    null,
  );
}

/** 'oggi', 'domani', 'lunedì', then 'lunedì 30 novembre' (with the year when it is another one). */
export function relativeDay(day: Day, today: Day): string {
  const distance = daysBetween(today, day);
  if (distance === 0) return 'oggi';
  if (distance === 1) return 'domani';
  const [weekday = '', number, month] = formatLongDay(day).split(' ');
  if (day > today && day <= addDays(today, 6)) return weekday;
  return day.slice(0, 4) === today.slice(0, 4) ? `${weekday} ${number} ${month}` : formatLongDay(day);
}
