import { useState } from 'react';
import { addDays, type Day, isDay, type Week } from '../../../domain/calendar/day.ts';
import { type Month, monthOf, monthPattern } from '../../../domain/calendar/month.ts';
import { useAddress } from '../../ui/useAddress.ts';
import type { DayFocus } from './useDayFocus.ts';

/** The month a calendar shows. */
export interface MonthCursor {
  month: Month;
  showMonth: (month: Month) => void;
  /** The last request to focus a day, fulfilled once the day is rendered. */
  focus: DayFocus | null;
  /** Shows the month of a day and focuses the day. */
  focusDay: (day: Day) => void;
}

function useCursor(month: Month, showMonth: (month: Month) => void): MonthCursor {
  const [focus, setFocus] = useState<DayFocus | null>(null);
  const focusDay = (day: Day): void => {
    if (monthOf(day) !== month) showMonth(monthOf(day));
    setFocus({ day });
  };
  return { month, showMonth, focus, focusDay };
}

/** The month in the address, `?month=YYYY-MM`; without it, the month of `today`. */
export function useAddressMonth(today: Day): MonthCursor {
  const { parameters, change } = useAddress();
  const asked = parameters.get('month') ?? '';
  return useCursor(monthPattern.test(asked) ? asked : monthOf(today), (month) => change({ month }));
}

/** A month kept in the component, as inside a form. */
export function useLocalMonth(startDay: Day): MonthCursor {
  const [month, showMonth] = useState(monthOf(startDay));
  return useCursor(month, showMonth);
}

interface AddressWeek {
  /** Null while the month is shown. */
  week: Week | null;
  /** Shows seven days from this one on; null goes back to the month. */
  showWeek: (from: Day | null) => void;
}

/** The week of the calendar page: seven days from that in the address on, `?settimana=YYYY-MM-DD`. */
export function useAddressWeek(place: string, today: Day): AddressWeek {
  const { parameters, change } = useAddress();
  const asked = place === 'page' ? parameters.get('settimana') : null;
  const from = asked === null || isDay(asked) ? asked : today;
  return {
    week: from === null ? null : { from, to: addDays(from, 6) },
    showWeek: (day) => change({ settimana: day, month: monthOf(day ?? from ?? today) }),
  };
}
