import { queryOptions } from '@tanstack/react-query';
import type { Day, Week } from '../../domain/calendar/day.ts';
import type { CreateShift, Shift, UpdateShift } from '../../domain/shifts/schema.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';

/** The signed-in person's entries between two days, both included. Refetched whenever a screen opens. */
export const calendarShiftsQuery = ({ from, to }: Week) =>
  queryOptions({
    queryKey: ['calendar-shifts', from, to],
    queryFn: ({ signal }) => call('GET /api/calendar/shifts', { query: { from, to }, signal }),
    staleTime: 0,
  });

/** All entries of the signed-in person from 31 days ago on. */
export const ownShiftsQuery = queryOptions({
  queryKey: ['calendar-shifts', 'all'],
  queryFn: ({ signal }) => call('GET /api/shifts', { signal }),
  staleTime: 0,
});

/** The signed-in person's working entries that have not begun. */
export const userShiftsQuery = () =>
  queryOptions({
    queryKey: ['user-shifts'],
    queryFn: ({ signal }) => call('GET /api/user-shifts', { signal }),
  });

/** The colleagues who work on a day. Their changes have no events: refetched whenever opened. */
export const teamDayQuery = (day: Day) =>
  queryOptions({
    queryKey: ['calendar-team', day],
    queryFn: ({ signal }) => call('GET /api/calendar/team', { query: { day }, signal }),
    staleTime: 0,
  });

/** The lists that any change of an entry may change: calendars, the offer picker, dependent requests. */
export const changedByShifts = ['shifts', 'exchange-requests'] as const;

/** Creates one entry on one day. */
export const createShift = (body: CreateShift): Promise<Shift> => call('POST /api/shifts', { body });

/** `isConfirmed`: the person knows that the entry came from a swap and confirmed the change. */
interface Confirmable {
  isConfirmed: boolean;
}

const override = ({ isConfirmed }: Confirmable) => (isConfirmed ? { 'x-override-exchange': 'true' } : {});

const updateShift = ({
  id,
  changes: body,
  ...rest
}: { id: string; changes: UpdateShift } & Confirmable): Promise<Shift> =>
  call('PATCH /api/shifts/:id', { params: { id }, body, headers: override(rest) });

export const useUpdateShift = () => useAction({ run: updateShift, changes: changedByShifts });

export const deleteShift = ({ id, ...rest }: { id: string } & Confirmable): Promise<void> =>
  call('DELETE /api/shifts/:id', { params: { id }, headers: override(rest) });
