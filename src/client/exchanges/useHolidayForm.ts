import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { saturdayWeekOf } from '../../domain/calendar/day.ts';
import { HttpError } from '../http/httpError.ts';
import { useToast } from '../ui/toast.ts';
import { holidayWeeksQuery } from './api.ts';
import { invalidTitle } from './failures.ts';
import { type OwnWeek, weekOfDay } from './holidayChoices.ts';
import { type HolidayDraft, holidaySchema, type HolidayStart } from './holidayDraft.ts';

export interface HolidayFormFacts {
  /** The own weeks of holidays; at least one. */
  own: readonly OwnWeek[];
  start: HolidayStart;
  /** Why the last attempt failed. */
  error: Error | null;
  onSubmit: (draft: HolidayDraft) => void;
}

const resolver = zodResolver(holidaySchema) as unknown as Resolver<HolidayDraft>;

/** State and actions of the form of 'Scambia Ferie': checked by the schema, then by what the server said of the week. */
export function useHolidayForm({ own, start, error, onSubmit }: HolidayFormFacts) {
  const toast = useToast();
  const { offeredDay, wantedDay, message } = start;
  const asked = offeredDay === null ? null : weekOfDay(own, offeredDay);
  const [only, another] = own.filter(({ openRequestId }) => openRequestId === null);
  const form = useForm<HolidayDraft>({
    resolver,
    defaultValues: {
      // with one week there is nothing to choose
      offeredShiftId: (asked ?? (only && !another && offeredDay === null ? only : null))?.shiftId ?? '',
      requestedDate: wantedDay === null ? '' : saturdayWeekOf(wantedDay).from,
      message,
    },
  });
  const { control, handleSubmit, setError } = form;
  const [offeredShiftId, requestedDate, typed] = useWatch({
    control,
    name: ['offeredShiftId', 'requestedDate', 'message'],
  });
  const weeks = useQuery({ ...holidayWeeksQuery(offeredShiftId), enabled: offeredShiftId !== '' });
  const wantedWeeks = weeks.data?.wanted ?? [];
  const wanted = wantedWeeks.find(({ from }) => from === requestedDate) ?? null;
  const offered = own.find(({ shiftId }) => shiftId === offeredShiftId) ?? null;

  useEffect(() => {
    const fields = error instanceof HttpError ? error.fields : {};
    for (const name of ['offeredShiftId', 'requestedDate', 'message'] as const) {
      const text = fields[name];
      if (text) setError(name, { message: text });
    }
  }, [error, setError]);

  const submit = handleSubmit((draft) => {
    if (wanted && !wanted.isAllowed) {
      const text = wanted.reason ?? '';
      setError('requestedDate', { message: text }, { shouldFocus: true });
      toast({ variant: 'error', title: invalidTitle, text });
      return;
    }
    onSubmit(draft);
  });

  return { form, submit, typed, weeks, wantedWeeks, offered, wanted };
}
