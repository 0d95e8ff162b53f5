import { useQuery } from '@tanstack/react-query';
import { addDays, type Day, daysOf, mondayWeekOf, type Week } from '../../../domain/calendar/day.ts';
import { addMonths, gridSpan, monthOf } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { calendarShiftsQuery } from '../api.ts';
import { nameOfDay, nameOfEntry } from '../dayNames.ts';
import { AddLink, DayNumber } from './CalendarCell.tsx';
import { ShiftBadge } from './ShiftBadge.tsx';
import { type DayFocus, useDayFocus } from './useDayFocus.ts';

interface StripProps {
  today: Day;
  variant: WorksiteVariant;
  onOpen: (shift: Shift) => void;
}

interface TwoWeeksProps extends StripProps {
  focus: DayFocus | null;
}

const weekdays = ['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom'];

/** From Monday to the Sunday after the next. */
export function twoWeeksOf(today: Day): Week {
  const { from } = mondayWeekOf(today);
  return { from, to: addDays(from, 13) };
}

/** This week and the next one, in two lines. */
export function TwoWeeks({ today, variant, onOpen, focus }: TwoWeeksProps) {
  const weeks = twoWeeksOf(today);
  const days = daysOf(weeks);
  const span = spanWith(weeks.to, today);
  const list = useDayFocus<HTMLUListElement>(focus);
  const query = useQuery(calendarShiftsQuery(span));
  const byDay = new Map(query.data?.map((shift) => [shift.date, shift]));
  if (query.isPending) return <Skeleton className="h-42 w-full" />;
  // the month below says what is wrong and offers to try again
  if (query.isError && !query.data) return null;
  return (
    <section aria-labelledby="due-settimane" className="@container/month print:hidden">
      <h2 id="due-settimane" className="sr-only">
        Questa settimana e la prossima
      </h2>
      <div aria-hidden className="-mx-3 grid grid-cols-7 text-center text-caption text-soft md:mx-0">
        {weekdays.map((weekday) => (
          <span key={weekday}>
            {weekday.slice(0, 1)}
            <span className="@max-[16rem]/month:hidden">{weekday.slice(1)}</span>
          </span>
        ))}
      </div>
      <ul ref={list} className="-mx-3 grid grid-cols-7 gap-y-1 md:mx-0">
        {days.map((day) => (
          <li
            key={day}
            data-day={day}
            tabIndex={-1}
            className="relative flex min-h-17 min-w-0 flex-col items-stretch p-0.5"
          >
            <span className="self-center">
              <DayNumber day={day} today={today} />
            </span>
            <StripDay day={day} shift={byDay.get(day)} today={today} variant={variant} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The days of a month's calendar that reach as far: this month's, which the screen reads anyway, or the next one's. */
function spanWith(last: Day, today: Day) {
  const span = gridSpan(monthOf(today));
  return last <= span.to ? span : gridSpan(addMonths(monthOf(today), 1));
}

function StripDay({
  day,
  shift,
  today,
  variant,
  onOpen,
}: StripProps & { day: Day; shift: Shift | undefined }) {
  if (shift) {
    return (
      <button type="button" onClick={() => onOpen(shift)} className="min-h-11 flex-1 rounded-md">
        <VisuallyHidden>{nameOfEntry(day, shift, variant)}</VisuallyHidden>
        <ShiftBadge shift={shift} variant={variant} isPast={day < today} />
      </button>
    );
  }
  if (day >= today) return <AddLink day={day} name={nameOfEntry(day, undefined, variant)} />;
  return <VisuallyHidden>{nameOfDay(day)}</VisuallyHidden>;
}
