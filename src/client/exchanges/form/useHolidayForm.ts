import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { type Day, daysOf, saturdayWeekOf } from '../../../domain/calendar/day.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import type { HolidayWeeks } from '../../../domain/exchanges/schema.preview.ts';
import type { SeenEntry } from '../../../domain/exchanges/weeks.ts';
import { isWorking } from '../../../domain/shifts/duty.ts';
import type { Entry } from '../../../domain/shifts/rules.ts';
import { useZodForm } from '../../data/useZodForm.ts';
import { markOf } from '../../shifts/marks.ts';
import { holidayWeeksQuery } from '../api.ts';
import type { WeekLooks } from '../card/swapPreview.ts';
import { type HolidayDraft, holidaySchema, type HolidayStart } from './draft.ts';
import type { PickerItem } from './Picker.tsx';

export type OwnWeek = HolidayWeeks['own'][number];
export type WantedWeek = HolidayWeeks['wanted'][number];

const markOfHoliday = markOf({ workLocation: 'ferie', shiftType: null }, 'taxi');
const markOfRest = markOf({ workLocation: 'libero', shiftType: null }, 'taxi');

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/** '5 giorni di ferie, 2 riposi' */
function holidayText(days: readonly Entry[]): string {
  const holidays = days.filter(({ workLocation }) => workLocation === 'ferie').length;
  const rests = days.filter(({ workLocation }) => workLocation === 'libero').length;
  const text = counted(holidays, 'giorno di ferie', 'giorni di ferie');
  return rests === 0 ? text : `${text}, ${counted(rests, 'riposo', 'riposi')}`;
}

/**
 * An own holiday week as a picker item.
 *
 * @param editedId the open request being edited, whose own offer stays available
 */
export function ownItem(
  { shiftId, days, openRequestId, ...week }: OwnWeek,
  editedId: string | null,
): PickerItem {
  const isTaken = openRequestId !== null && openRequestId !== editedId;
  return {
    id: shiftId,
    title: formatWeek(week),
    detail: holidayText(days),
    mark: markOfHoliday,
    badge: isTaken ? { text: 'Già offerta', variant: 'neutral' } : undefined,
    isDisabled: isTaken,
    refusal: null,
  };
}

/** 'Mattina, 5 giorni': the work to give for a holiday week. */
function workText(days: readonly Entry[]): string {
  const work = days.filter(isWorking);
  const [first] = work;
  if (!first) return 'Non lavori';
  return `${markOf(first, 'taxi').name}, ${counted(work.length, 'giorno', 'giorni')}`;
}

/** A future week as a picker item, with the driver's own entries. */
export function wantedItem({ days, isAllowed, reason, ...week }: WantedWeek): PickerItem {
  const work = days.find(isWorking);
  return {
    id: week.from,
    title: formatWeek(week),
    detail: workText(days),
    mark: work ? markOf(work, 'taxi') : markOfRest,
    isDisabled: false,
    refusal: isAllowed ? null : reason,
  };
}

/** The own holiday week that contains a day. */
export const weekOfDay = (own: readonly OwnWeek[], day: Day): OwnWeek | undefined =>
  own.find(({ from }) => from === saturdayWeekOf(day).from);

const holiday: SeenEntry = { workLocation: 'ferie', startTime: null, endTime: null, shiftType: null };

/**
 * Both weeks after a swap with a colleague still unknown, and so without their shifts. In the wanted week, the driver's
 * working days change.
 */
export function sketchWeeks(offered: OwnWeek, wanted: WantedWeek): WeekLooks[] {
  const entryOn = ({ days }: OwnWeek | WantedWeek, day: Day): Entry | null =>
    days.find(({ date }) => date === day) ?? null;
  const given = daysOf(offered).map((date) => {
    const own = entryOn(offered, date);
    return {
      date,
      isOpen: true,
      cover: null,
      requester: { before: own, after: 'unknown' as const },
      colleague: { before: 'unknown' as const, after: own },
    };
  });
  const received = daysOf(wanted).map((date) => {
    const own = entryOn(wanted, date);
    return {
      date,
      isOpen: true,
      cover: null,
      requester: { before: own, after: own && isWorking(own) ? holiday : own },
      colleague: { before: holiday, after: own && isWorking(own) ? own : holiday },
    };
  });
  return [
    { from: offered.from, to: offered.to, days: given },
    { from: wanted.from, to: wanted.to, days: received },
  ].toSorted((one, other) => (one.from < other.from ? -1 : 1));
}

export interface HolidayFormFacts {
  /** The own holiday weeks; at least one. */
  own: readonly OwnWeek[];
  start: HolidayStart;
  /** The last attempt's error. */
  error: Error | null;
  onSubmit: (draft: HolidayDraft) => void;
}

/** State and actions of 'Scambia Ferie'; validates by the schema, then by the server's verdict on the week. */
export function useHolidayForm({ own, start, error, onSubmit }: HolidayFormFacts) {
  const { offeredDay, wantedDay, message } = start;
  const asked = offeredDay === null ? null : weekOfDay(own, offeredDay);
  const [only, another] = own.filter(({ openRequestId }) => openRequestId === null);
  const form = useZodForm<HolidayDraft>({
    schema: holidaySchema,
    error,
    defaultValues: {
      // preselect an only week
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
