import { useQuery } from '@tanstack/react-query';
import { type Day, saturdayWeekOf } from '../../domain/calendar/day.ts';
import { type NamedShift, taxiShifts } from '../../domain/shifts/duty.ts';
import type { ShiftOwner } from '../../domain/shifts/rules.ts';
import { calendarShiftsQuery } from './api.ts';
import { taxiWeekOf } from './taxiWeeks.ts';

/**
 * The named shift that a driver works in the Saturday-Friday week of `day`: the only one that fits there. Null while
 * that is not known or still open, without a day, and in standard worksites.
 */
export function useWeekShift(day: Day | null, owner: ShiftOwner, today: Day): NamedShift | null {
  const week = saturdayWeekOf(day ?? today);
  const isAsked = day !== null && owner.variant === 'taxi';
  const { data } = useQuery({ ...calendarShiftsQuery(week), enabled: isAsked });
  if (!isAsked || !data) return null;
  const { shiftType } = taxiWeekOf(week, data, today, owner);
  return taxiShifts.find((named) => named.shiftType === shiftType) ?? null;
}
