import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Day, Week } from '../../../domain/calendar/day.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { calendarShiftsQuery } from '../api.ts';

export interface ShiftsByDay {
  query: UseQueryResult<Shift[]>;
  byDay: ReadonlyMap<Day, Shift>;
}

/** The signed-in person's entries of some days, both ends included. */
export function useShiftsByDay(span: Week): ShiftsByDay {
  const query = useQuery(calendarShiftsQuery(span));
  const byDay = useMemo(
    () => new Map<Day, Shift>((query.data ?? []).map((shift) => [shift.date, shift])),
    [query.data],
  );
  return { query, byDay };
}
