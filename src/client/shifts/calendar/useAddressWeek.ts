import { useCallback } from 'react';
import { type Day, isDay, mondayWeekOf, type Week } from '../../../domain/calendar/day.ts';
import { type Month, monthOf } from '../../../domain/calendar/month.ts';
import { useAddress } from '../../ui/useAddress.ts';
import type { MonthCursor } from './useMonthCursor.ts';

interface AddressWeek {
  /** Null while the month is shown. */
  week: Week | null;
  /** Shows the week of a day; null goes back to its month. */
  showWeek: (day: Day | null) => void;
  /** The month whose calendar holds all that is shown. */
  month: Month;
}

/** The week of the calendar page, which stands in the address as `?settimana=YYYY-MM-DD`, any day of it. */
export function useAddressWeek(place: 'page' | 'dashboard', { month }: MonthCursor, today: Day): AddressWeek {
  const { parameters, change } = useAddress();
  const asked = parameters.get('settimana');
  const week = place === 'page' && asked !== null ? mondayWeekOf(isDay(asked) ? asked : today) : null;
  const showWeek = useCallback(
    (day: Day | null) =>
      change(day === null ? { settimana: null } : { settimana: day, month: monthOf(mondayWeekOf(day).from) }),
    [change],
  );
  return { week, showWeek, month: week ? monthOf(week.from) : month };
}
