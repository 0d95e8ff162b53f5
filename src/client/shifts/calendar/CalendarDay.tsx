import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { Day } from '../../../domain/calendar/day.ts';
import { holidayName } from '../../../domain/calendar/holidays.ts';

/** Makes a plain link navigate within the app: 42 of the router's links are slow on a phone. */
export function useFollow() {
  const navigate = useNavigate();
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>): void => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(event.currentTarget.getAttribute('href') ?? '/');
    },
    [navigate],
  );
}

/** Classes of the link that covers an empty day and opens the form. */
export const addLook =
  'absolute inset-0 grid place-items-center rounded-sm pt-4 text-soft outline-offset-[-2px] hover:bg-accent-soft hover:text-accent ' +
  "focus-visible:text-accent before:content-['+'] print:hidden";

export const addAddress = (day: Day): string => `/shifts/new?date=${day}`;

interface DayNumberProps {
  day: Day;
  today: Day;
  isFaded?: boolean;
}

/** The number of a day, with today and public holidays marked. */
export function DayNumber({ day, today, isFaded = false }: DayNumberProps) {
  const holiday = holidayName(day);
  const colour =
    day === today
      ? 'bg-accent text-on-accent font-bold'
      : holiday
        ? 'bg-danger-soft text-danger font-bold'
        : isFaded || day < today
          ? 'text-soft'
          : 'text-ink';
  return (
    <span
      aria-hidden
      title={holiday ?? undefined}
      className={`tabular grid h-6 min-w-6 place-items-center self-center rounded-full px-1 text-caption whitespace-nowrap @max-[16rem]/month:min-w-0 @max-[16rem]/month:px-0 ${colour}`}
    >
      {Number(day.slice(8))}
    </span>
  );
}
