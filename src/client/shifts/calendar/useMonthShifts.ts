import {
  hashKey,
  type QueryClient,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import type { Day, Week } from '../../../domain/calendar/day.ts';
import { addMonths, gridSpan, type Month } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { calendarShiftsQuery } from '../api.ts';

export interface MonthShifts {
  query: UseQueryResult<Shift[]>;
  byDay: ReadonlyMap<Day, Shift>;
}

/** The entries that a month's grid shows, by day. The months on both sides are fetched ahead. */
export function useMonthShifts(month: Month): MonthShifts {
  const client = useQueryClient();
  const query = useQuery(calendarShiftsQuery(gridSpan(month)));
  const { isSuccess } = query;
  // once the month itself stands there
  const settled = useDeferredValue(month);
  useEffect(() => {
    // A neighbour that fails is asked again when it is shown, and says so then.
    if (isSuccess && settled === month) fetchNeighbours(client, month).catch(() => undefined);
  }, [client, month, settled, isSuccess]);
  const byDay = useMemo(
    () => new Map<Day, Shift>((query.data ?? []).map((shift) => [shift.date, shift])),
    [query.data],
  );
  return { query, byDay };
}

/** How long a neighbouring month that was fetched ahead is not fetched ahead again, in milliseconds. */
const aheadFor = 60_000;

/**
 * Puts the months on both sides into the cache, with one request for all that is missing: the calendar's first screen
 * may make 12 (tests/e2e/budget.test.ts), and a query for each month would make one more.
 */
export async function fetchNeighbours(client: QueryClient, month: Month): Promise<void> {
  const isMissing = (span: Week): boolean => {
    const { dataUpdatedAt = 0 } = client.getQueryState(calendarShiftsQuery(span).queryKey) ?? {};
    return dataUpdatedAt < Date.now() - aheadFor;
  };
  const missing = [addMonths(month, -1), addMonths(month, 1)].map(gridSpan).filter(isMissing);
  const [first, last = first] = missing;
  if (!first || !last) return;
  const shifts = await readUnchanged(client, { from: first.from, to: last.to });
  if (!shifts) return;
  // one that was opened meanwhile has been read by itself
  for (const span of missing.filter(isMissing)) {
    const ofSpan = shifts.filter(({ date }) => date >= span.from && date <= span.to);
    client.setQueryData(calendarShiftsQuery(span).queryKey, ofSpan);
  }
}

/**
 * Reads months that no screen shows.
 *
 * @returns null where shifts changed while they were on their way, or the person signed out
 */
async function readUnchanged(client: QueryClient, span: Week): Promise<Shift[] | null> {
  // no screen shows it under this key
  const queryKey = ['calendar-shifts', 'ahead', span.from, span.to];
  const { isInvalidated, fetchStatus } = client.getQueryState(queryKey) ?? {};
  // what was read before, or asked for before a change, is not taken for an answer
  if (isInvalidated || fetchStatus === 'idle') client.removeQueries({ queryKey, exact: true });
  const hash = hashKey(queryKey);
  let isCurrent = true;
  // nobody asks again for what nobody shows: what comes may be what was before the change
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.query.queryHash !== hash) return;
    if (event.type === 'updated' && event.action.type === 'invalidate') isCurrent = false;
  });
  try {
    const shifts = await client.query({ ...calendarShiftsQuery(span), queryKey });
    return isCurrent && client.getQueryState(queryKey) ? shifts : null;
  } finally {
    unsubscribe();
  }
}
