import { startTransition, useCallback, useMemo, useOptimistic, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Day, isDay, mondayWeekOf, type Week } from '../../../domain/calendar/day.ts';
import { addMonths, type Month, monthOf, monthPattern } from '../../../domain/calendar/month.ts';
import { useAddress } from '../../ui/useAddress.ts';
import { firstMonth, lastMonth } from './gridKeys.ts';

/** Where a month calendar stands: the month it shows and the one day of it that the Tab key reaches. */
export interface MonthCursor {
  month: Month;
  day: Day;
  /** Null at the ends of the calendar. */
  previous: Month | null;
  next: Month | null;
  showMonth: (month: Month) => void;
  /** Makes a day the tab stop, in its month, and leaves the focus where it is. */
  showDay: (day: Day) => void;
  /** The same, and the focus goes there as soon as the day is rendered. */
  focusDay: (day: Day) => void;
  /** Notes that the focus stands on a day; the month stays, or a press on a neighbour's day would miss it. */
  restAt: (day: Day) => void;
  /** The last wish to focus a day: a new object for each. */
  focusRequest: { day: Day } | null;
}

/** The cursor's days and moves, for a month that is kept elsewhere. */
function useCursor(month: Month, showMonth: (month: Month) => void, startDay: Day, today: Day): MonthCursor {
  const [lastDay, restAt] = useState(startDay);
  const [focusRequest, setFocusRequest] = useState<{ day: Day } | null>(null);
  const showDay = useCallback(
    (day: Day): void => {
      restAt(day);
      if (monthOf(day) !== month) showMonth(monthOf(day));
    },
    [month, showMonth],
  );
  const focusDay = useCallback(
    (day: Day): void => {
      showDay(day);
      setFocusRequest({ day });
    },
    [showDay],
  );
  const day = [lastDay, today].find((known) => monthOf(known) === month) ?? `${month}-01`;
  // the same object until something changes: what is rendered of it is not rendered again
  return useMemo(
    () => ({
      month,
      day,
      previous: month > firstMonth ? addMonths(month, -1) : null,
      next: month < lastMonth ? addMonths(month, 1) : null,
      showMonth,
      showDay,
      focusDay,
      restAt,
      focusRequest,
    }),
    [month, day, showMonth, showDay, focusDay, focusRequest],
  );
}

/** A month calendar whose month stands in the address as `?month=YYYY-MM`; without it, the month of `today`. */
export function useAddressMonth(today: Day): MonthCursor {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const asked = parameters.get('month') ?? '';
  const [month, anticipate] = useOptimistic(monthPattern.test(asked) ? asked : monthOf(today));
  const showMonth = useCallback(
    (wanted: Month): void => {
      startTransition(() => {
        // the router draws a new address in its own time; the finger waits for the month
        anticipate(wanted);
        const changed = new URLSearchParams(window.location.search);
        changed.set('month', wanted);
        void navigate({ search: changed.toString() }, { replace: true, preventScrollReset: true });
      });
    },
    [anticipate, navigate],
  );
  return useCursor(month, showMonth, today, today);
}

/** A month calendar that keeps its month to itself, as the one inside a form does. */
export function useLocalMonth(startDay: Day, today: Day): MonthCursor {
  const [month, showMonth] = useState(monthOf(startDay));
  return useCursor(month, showMonth, startDay, today);
}

interface AddressWeek {
  /** Null while the month is shown. */
  week: Week | null;
  /** Shows the week of a day; null goes back to its month. */
  showWeek: (day: Day | null) => void;
  /** The day whose week is the first to be shown of the month: today where it has it, else where the cursor stands. */
  weekStart: Day;
  /** The month whose calendar holds all that is shown. */
  month: Month;
}

/** The week of the calendar page, which stands in the address as `?settimana=YYYY-MM-DD`, any day of it. */
export function useAddressWeek(
  place: 'page' | 'dashboard' | 'weeks',
  cursor: MonthCursor,
  today: Day,
): AddressWeek {
  const { parameters, change } = useAddress();
  const asked = parameters.get('settimana');
  const week = place === 'page' && asked !== null ? mondayWeekOf(isDay(asked) ? asked : today) : null;
  const month = week ? monthOfWeek(week, cursor.month) : cursor.month;
  const showWeek = useCallback(
    (day: Day | null) =>
      change(
        day === null
          ? { settimana: null, month }
          : { settimana: day, month: monthOfWeek(mondayWeekOf(day), month) },
      ),
    [change, month],
  );
  return { week, showWeek, weekStart: monthOf(today) === month ? today : cursor.day, month };
}

/** The month that was looked at, as long as the week has a day of it: it is gone back to. Else the one it begins in. */
const monthOfWeek = ({ from, to }: Week, month: Month): Month =>
  [monthOf(from), monthOf(to)].includes(month) ? month : monthOf(from);
