import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { addMonths, gridSpan, type Month } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { calendarShiftsQuery } from '../api.ts';

export interface MonthShifts {
  query: UseQueryResult<Shift[]>;
  byDay: ReadonlyMap<Day, Shift>;
}

/** How long a neighbouring month that was fetched ahead is not fetched ahead again, in milliseconds. */
const aheadFor = 60_000;

/** The entries that a month's grid shows, by day. The months on both sides are fetched ahead, once it stands there. */
export function useMonthShifts(month: Month): MonthShifts {
  const client = useQueryClient();
  const query = useQuery(calendarShiftsQuery(gridSpan(month)));
  const { isSuccess } = query;
  useEffect(() => {
    if (!isSuccess) return undefined;
    const fetches = [1, -1].map((step) => () => {
      const ofNeighbour = calendarShiftsQuery(gridSpan(addMonths(month, step)));
      // one that fails is asked again when it is shown, and says so then
      client.query({ ...ofNeighbour, staleTime: aheadFor }).catch(() => undefined);
    });
    return runWhenIdle(fetches, 0);
  }, [client, month, isSuccess]);
  const byDay = useMemo(
    () => new Map<Day, Shift>((query.data ?? []).map((shift) => [shift.date, shift])),
    [query.data],
  );
  return { query, byDay };
}
