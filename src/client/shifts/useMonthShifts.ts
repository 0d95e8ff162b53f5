import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Day } from '../../domain/calendar/day.ts';
import type { Month } from '../../domain/calendar/month.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { calendarShiftsQuery, gridSpan } from './api.ts';
import { fetchNeighbours } from './neighbouringMonths.ts';

export interface MonthShifts {
  query: UseQueryResult<Shift[]>;
  byDay: ReadonlyMap<Day, Shift>;
}

/** The entries that a month's grid shows, by day. The months on both sides are fetched ahead. */
export function useMonthShifts(month: Month): MonthShifts {
  const client = useQueryClient();
  const query = useQuery(calendarShiftsQuery(gridSpan(month)));
  const { isSuccess } = query;
  useEffect(() => {
    // A neighbour that fails is asked again when it is shown, and says so then.
    if (isSuccess) fetchNeighbours(client, month).catch(() => undefined);
  }, [client, month, isSuccess]);
  const byDay = useMemo(
    () => new Map<Day, Shift>((query.data ?? []).map((shift) => [shift.date, shift])),
    [query.data],
  );
  return { query, byDay };
}
