import { Plus } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { Day } from '../../../domain/calendar/day.ts';
import { holidayName } from '../../../domain/calendar/holidays.ts';
import type { MonthCell } from '../../../domain/calendar/month.ts';
import { judgeDay } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { nameOfEntry, nameOfDay } from '../dayNames.ts';
import { beginsTaxiWeek } from '../marks.ts';
import { type CellStop, stopOf } from './MonthWeeks.tsx';
import { ShiftBadge } from './ShiftBadge.tsx';

export interface CalendarCellProps {
  cell: MonthCell;
  /** The one day of its month that the Tab key reaches. */
  isStop: boolean;
  shift: Shift | undefined;
  today: Day;
  variant: WorksiteVariant;
  isLoading: boolean;
  onOpen: (shift: Shift) => void;
}

/**
 * One day of the calendar. An entry opens its dialog, an empty day from today on leads to the form for it, an empty
 * day that is past or too far ahead does nothing.
 */
export const CalendarCell = memo(function CalendarCell(props: CalendarCellProps) {
  const { cell, isStop, shift, today, variant, isLoading, onOpen } = props;
  const stop = stopOf(cell, isStop);
  const isInert = !shift && (isLoading || !judgeDay(cell.day, today).ok);
  const cellName = isLoading ? nameOfDay(cell.day) : nameOfEntry(cell.day, shift, variant);
  return (
    <div
      role="gridcell"
      aria-current={cell.day === today ? 'date' : undefined}
      {...(isInert ? stop : {})}
      className={`relative flex min-h-18.5 min-w-0 flex-col border-t border-line p-0.5 outline-offset-[-2px] md:min-h-24 md:p-1 print:h-22 print:min-h-0 print:p-1 ${groundOf(
        cell,
        today,
      )} ${beginsTaxiWeek(cell.day, variant) ? 'border-l-2 border-l-edge' : ''}`}
    >
      {isInert && <VisuallyHidden>{cellName}</VisuallyHidden>}
      <DayNumber day={cell.day} isFaded={!cell.isInMonth} today={today} />
      {isLoading && (
        <span className="mx-1 mt-1 h-8 rounded-md bg-sunken motion-safe:animate-[breathe_1.6s_infinite]" />
      )}
      {shift && (
        <button type="button" {...stop} onClick={() => onOpen(shift)} className="min-h-11 flex-1 rounded-md">
          <VisuallyHidden>{cellName}</VisuallyHidden>
          <ShiftBadge shift={shift} variant={variant} isPast={shift.date < today} />
        </button>
      )}
      {!shift && !isInert && <AddLink {...stop} day={cell.day} name={cellName} />}
    </div>
  );
});

interface AddLinkProps extends Partial<CellStop> {
  day: Day;
  name: string;
}

/** Over a whole empty day: leads to the form for it. */
export function AddLink({ day, name, ...stop }: AddLinkProps) {
  return (
    <Link
      {...stop}
      to={`/shifts/new?date=${day}`}
      className="group absolute inset-0 grid place-items-center rounded-sm text-edge outline-offset-[-2px] hover:bg-accent-soft hover:text-accent focus-visible:text-accent print:hidden"
    >
      <Plus aria-hidden className="mt-4 size-4 opacity-70" />
      <VisuallyHidden>{name}</VisuallyHidden>
    </Link>
  );
}

/** Days of other months lie on the page's ground, past ones are greyed. */
function groundOf({ day, isInMonth }: MonthCell, today: Day): string {
  if (!isInMonth) return 'bg-ground';
  return day < today ? 'bg-sunken/40' : '';
}

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
    <span aria-hidden title={holiday ?? undefined} className="flex h-6 items-center gap-1 text-caption">
      <span
        className={`tabular grid h-6 min-w-6 place-items-center rounded-full px-1 whitespace-nowrap @max-[16rem]/month:min-w-0 @max-[16rem]/month:px-0 ${colour}`}
      >
        {Number(day.slice(8))}
      </span>
      {holiday && <span className="hidden truncate text-danger lg:inline print:inline">{holiday}</span>}
    </span>
  );
}
