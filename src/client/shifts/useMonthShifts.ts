import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Day } from '../../domain/calendar/day.ts';
import { addMonths, type Month } from '../../domain/calendar/month.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { calendarShiftsQuery, gridSpan } from './api.ts';

/** How long a neighbouring month that was fetched ahead is not fetched ahead again, in milliseconds. */
const aheadFor = 60_000;

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
    if (!isSuccess) return;
    for (const neighbour of [addMonths(month, 1), addMonths(month, -1)]) {
      const ahead = { ...calendarShiftsQuery(gridSpan(neighbour)), staleTime: aheadFor };
      // A neighbour that fails is asked again when it is shown, and says so then.
      client.query(ahead).catch(() => undefined);
    }
  }, [client, month, isSuccess]);
  const byDay = useMemo(
    () => new Map<Day, Shift>((query.data ?? []).map((shift) => [shift.date, shift])),
    [query.data],
  );
  return { query, byDay };
}
