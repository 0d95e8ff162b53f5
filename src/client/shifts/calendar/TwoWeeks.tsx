import { addDays, type Day, daysOf, mondayWeekOf, type Week } from '../../../domain/calendar/day.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { nameOfDay, nameOfEntry } from '../dayNames.ts';
import { addAddress, addLook, DayNumber, useFollow } from './CalendarDay.tsx';
import { WeekdayName, weekdays } from './MonthGrid.tsx';
import { ShiftBadge } from './ShiftBadge.tsx';
import { type DayFocus, useDayFocus } from './useDayFocus.ts';
import { useShiftsByDay } from './useShiftsByDay.ts';

interface TwoWeeksProps {
  weeks: Week;
  today: Day;
  variant: WorksiteVariant;
  focus: DayFocus | null;
  onOpen: (shift: Shift) => void;
}

/** From Monday to the Sunday after the next. */
export function twoWeeksOf(today: Day): Week {
  const { from } = mondayWeekOf(today);
  return { from, to: addDays(from, 13) };
}

/** This week and the next one, in two lines. */
export function TwoWeeks({ weeks, today, variant, onOpen, focus }: TwoWeeksProps) {
  const follow = useFollow();
  const list = useDayFocus<HTMLUListElement>(focus);
  const { query, byDay } = useShiftsByDay(weeks);
  if (query.isPending) return <Skeleton className="h-42 w-full" />;
  // the content below shows the error with a retry button
  if (query.isError && !query.data) return null;
  return (
    <section aria-labelledby="due-settimane" className="@container/month print:hidden">
      <h2 id="due-settimane" className="sr-only">
        Questa settimana e la prossima
      </h2>
      <div aria-hidden className="-mx-3 grid grid-cols-7 text-center text-caption text-soft md:mx-0">
        {weekdays.map(([short]) => (
          <span key={short}>
            <WeekdayName short={short} />
          </span>
        ))}
      </div>
      <ul ref={list} className="-mx-3 grid grid-cols-7 gap-y-1 md:mx-0">
        {daysOf(weeks).map((day) => {
          const shift = byDay.get(day);
          const name = nameOfEntry(day, shift, variant);
          return (
            <li
              key={day}
              data-day={day}
              tabIndex={-1}
              className="relative flex min-h-17 min-w-0 flex-col items-stretch p-0.5"
            >
              <DayNumber day={day} today={today} />
              {shift ? (
                <button type="button" onClick={() => onOpen(shift)} className="min-h-11 flex-1 rounded-md">
                  <span className="sr-only">{name}</span>
                  <ShiftBadge shift={shift} variant={variant} isPast={day < today} />
                </button>
              ) : day >= today ? (
                <a aria-label={name} href={addAddress(day)} onClick={follow} className={addLook} />
              ) : (
                <span className="sr-only">{nameOfDay(day)}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
