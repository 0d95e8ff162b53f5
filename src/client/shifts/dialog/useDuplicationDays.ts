import { useQuery } from '@tanstack/react-query';
import type { Day } from '../../../domain/calendar/day.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { calendarShiftsQuery } from '../api.ts';
import { closedReason } from '../form/refusedDays.ts';
import { duplicationDays } from './duplication.ts';

export interface DuplicationDay {
  day: Day;
  /** Why nothing can be added there; null where it can. */
  closedReason: string | null;
}

/**
 * The days to which an entry on `day` can be copied, each with the reason if it is closed; undefined while loading or
 * without a day.
 */
export function useDuplicationDays(
  day: Day | null,
  owner: ShiftOwner,
  today: Day,
): DuplicationDay[] | undefined {
  const days = day === null ? [] : duplicationDays(day, owner.variant);
  const { data } = useQuery({
    ...calendarShiftsQuery({ from: days.at(0) ?? '', to: days.at(-1) ?? '' }),
    enabled: days.length > 0,
    staleTime: 30_000,
  });
  if (!data) return undefined;
  const byDay = new Map<Day, Shift>(data.map((shift) => [shift.date, shift]));
  return days.map((other) => ({
    day: other,
    closedReason: closedReason(other, today, byDay.get(other), owner),
  }));
}
