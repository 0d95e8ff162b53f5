import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Week } from '../../domain/calendar/day.ts';
import { type Month, monthGrid } from '../../domain/calendar/month.ts';
import type { CreateShift, Shift, UpdateShift } from '../../domain/shifts/schema.ts';
import { request } from '../http/request.ts';

/** The first and the last of the 42 days that a month's grid shows. */
export function gridSpan(month: Month): Week {
  const cells = monthGrid(month);
  return { from: cells.at(0)?.day ?? '', to: cells.at(-1)?.day ?? '' };
}

/** The signed-in person's entries between two days, both included. Always asked again when a screen opens. */
export const calendarShiftsQuery = ({ from, to }: Week) =>
  queryOptions({
    queryKey: ['calendar-shifts', from, to],
    queryFn: ({ signal }) =>
      request<Shift[]>('GET', `/api/calendar/shifts?from=${from}&to=${to}`, { signal }),
    staleTime: 0,
  });

/** The signed-in person's working entries that have not begun. */
export const userShiftsQuery = () =>
  queryOptions({
    queryKey: ['user-shifts'],
    queryFn: ({ signal }) => request<Shift[]>('GET', '/api/user-shifts', { signal }),
  });

/** After every change of an entry: the calendars, the picker of the exchange screen, and the requests that hang on it. */
export async function invalidateShifts(client: QueryClient): Promise<void> {
  await Promise.all(
    ['calendar-shifts', 'user-shifts', 'exchange-requests'].map((key) =>
      client.invalidateQueries({ queryKey: [key] }),
    ),
  );
}

/** Creates one entry on one day. */
export const createShift = (body: CreateShift): Promise<Shift> => request('POST', '/api/shifts', { body });

/** `isConfirmed`: the person knows that the entry came from a swap and wants the change all the same. */
interface Confirmable {
  isConfirmed: boolean;
}

const override = ({ isConfirmed }: Confirmable): Record<string, string> =>
  isConfirmed ? { 'X-Override-Exchange': 'true' } : {};

export function useUpdateShift() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes, ...rest }: { id: string; changes: UpdateShift } & Confirmable) =>
      request<Shift>('PATCH', `/api/shifts/${id}`, { body: changes, headers: override(rest) }),
    onSuccess: () => invalidateShifts(client),
  });
}

export function useDeleteShift() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...rest }: { id: string } & Confirmable) =>
      request<undefined>('DELETE', `/api/shifts/${id}`, { headers: override(rest) }),
    onSuccess: () => invalidateShifts(client),
  });
}
