import type { Day } from '../../domain/calendar/day.ts';
import { holidayName } from '../../domain/calendar/holidays.ts';
import type { MonthCell } from '../../domain/calendar/month.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { CellStop } from '../shifts/calendar/MonthGrid.tsx';
import { ShiftBadge } from '../shifts/calendar/ShiftBadge.tsx';
import { nameOfDay, nameOfEntry } from '../shifts/dayNames.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

interface CachedCellProps {
  cell: MonthCell;
  stop: CellStop;
  shift: Shift | undefined;
  /** Without it the day's entry, or that there is none, is not known. */
  isKnown: boolean;
  today: Day;
  variant: WorksiteVariant;
}

/** A day of a cached month: what stood there, and nothing to press. */
export function CachedCell({ cell, stop, shift, isKnown, today, variant }: CachedCellProps) {
  const isToday = cell.day === today;
  const colour = isToday
    ? 'bg-accent text-on-accent font-bold'
    : holidayName(cell.day)
      ? 'bg-danger-soft text-danger font-bold'
      : cell.isInMonth && cell.day >= today
        ? 'text-ink'
        : 'text-soft';
  return (
    <div
      role="gridcell"
      aria-current={isToday ? 'date' : undefined}
      {...stop}
      className={`flex h-18 min-w-0 flex-col border-t border-line p-0.5 outline-offset-[-2px] md:h-24 md:p-1 ${
        cell.isInMonth ? '' : 'bg-ground'
      }`}
    >
      <VisuallyHidden>{isKnown ? nameOfEntry(cell.day, shift, variant) : nameOfDay(cell.day)}</VisuallyHidden>
      <span aria-hidden className="flex h-6 items-center text-caption">
        <span className={`tabular grid h-6 min-w-6 place-items-center rounded-full px-1 ${colour}`}>
          {cell.number}
        </span>
      </span>
      {shift ? (
        <span className="min-h-11 flex-1">
          <ShiftBadge shift={shift} variant={variant} isPast={shift.date < today} />
        </span>
      ) : null}
    </div>
  );
}
