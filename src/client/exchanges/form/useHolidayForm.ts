import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { saturdayWeekOf } from '../../../domain/calendar/day.ts';
import { useZodForm } from '../../data/useZodForm.ts';
import { holidayWeeksQuery } from '../api.ts';
import { type HolidayDraft, holidaySchema, type HolidayStart } from './draft.ts';
import { type OwnWeek, weekOfDay } from './holidayChoices.ts';

export interface HolidayFormFacts {
  /** The own weeks of holidays; at least one. */
  own: readonly OwnWeek[];
  start: HolidayStart;
  /** Why the last attempt failed. */
  error: Error | null;
  onSubmit: (draft: HolidayDraft) => void;
}

/** State and actions of the form of 'Scambia Ferie': checked by the schema, then by what the server said of the week. */
export function useHolidayForm({ own, start, error, onSubmit }: HolidayFormFacts) {
  const { offeredDay, wantedDay, message } = start;
  const asked = offeredDay === null ? null : weekOfDay(own, offeredDay);
  const [only, another] = own.filter(({ openRequestId }) => openRequestId === null);
  const form = useZodForm<HolidayDraft>({
    schema: holidaySchema,
    error,
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

  const submit = handleSubmit((draft) => {
    if (wanted && !wanted.isAllowed) {
      setError('requestedDate', { message: wanted.reason ?? '' }, { shouldFocus: true });
      return;
    }
    onSubmit(draft);
  });

  return { form, submit, typed, weeks, wantedWeeks, offered, wanted };
}
