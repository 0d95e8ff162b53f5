import { type QueryClient, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Day, Week } from '../../domain/calendar/day.ts';
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
    // A neighbour that fails is asked again when it is shown, and says so then.
    if (isSuccess) fetchNeighbours(client, month).catch(() => undefined);
  }, [client, month, isSuccess]);
  const byDay = useMemo(
    () => new Map<Day, Shift>((query.data ?? []).map((shift) => [shift.date, shift])),
    [query.data],
  );
  return { query, byDay };
}

/** Puts the months on both sides into the cache, with one request for all that is missing. */
async function fetchNeighbours(client: QueryClient, month: Month): Promise<void> {
  const isMissing = (span: Week): boolean => {
    const { dataUpdatedAt = 0 } = client.getQueryState(calendarShiftsQuery(span).queryKey) ?? {};
    return dataUpdatedAt < Date.now() - aheadFor;
  };
  const missing = [addMonths(month, -1), addMonths(month, 1)].map(gridSpan).filter(isMissing);
  const [first, last = first] = missing;
  if (!first || !last) return;
  const query = calendarShiftsQuery({ from: first.from, to: last.to });
  const shifts = await client.query({ ...query, staleTime: aheadFor });
  // signed out meanwhile: what was read is nobody's any more
  if (!client.getQueryState(query.queryKey)) return;
  // one that was opened meanwhile has been read by itself
  for (const span of missing.filter(isMissing)) {
    const ofSpan = shifts.filter(({ date }) => date >= span.from && date <= span.to);
    client.setQueryData(calendarShiftsQuery(span).queryKey, ofSpan);
  }
}
