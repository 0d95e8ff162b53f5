import type { Day } from '../../../domain/calendar/day.ts';
import { formatMonth, type MonthCell } from '../../../domain/calendar/month.ts';
import { judgeDay } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { nameOfDay, nameOfEntry } from '../dayNames.ts';
import { beginsTaxiWeek } from '../marks.ts';
import { addAddress, addLook, DayNumber, useFollow } from './CalendarDay.tsx';
import { type CellStop, MonthGrid } from './MonthGrid.tsx';
import { ShiftBadge } from './ShiftBadge.tsx';
import type { MonthCursor } from './useMonthCursor.ts';
import type { ShiftsByDay } from './useShiftsByDay.ts';

interface MonthSheetProps {
  cursor: MonthCursor;
  /** The entries of the displayed month. */
  shifts: ShiftsByDay;
  today: Day;
  variant: WorksiteVariant;
  onOpen: (shift: Shift) => void;
}

/**
 * The 42 days of a month, or the error. An entry opens its dialog, an empty day from today on opens the form, an empty
 * day in the past or too far ahead does nothing.
 */
export function MonthSheet({ cursor, shifts: { query, byDay }, today, variant, onOpen }: MonthSheetProps) {
  const follow = useFollow();
  if (query.isError && !query.data) {
    return (
      <div className="grid min-h-[30rem] place-items-center">
        <QueryStatus query={query} failed="Non riesco a mostrare il calendario." />
      </div>
    );
  }
  const isLoading = query.data === undefined;
  // plain elements: a phone renders 42 of these at once
  const renderCell = (cell: MonthCell, stop: CellStop) => {
    const { day } = cell;
    const shift = byDay.get(day);
    const name = isLoading ? nameOfDay(day) : nameOfEntry(day, shift, variant);
    const isOpen = !isLoading && !shift && judgeDay(day, today).ok;
    return (
      <div
        role="gridcell"
        aria-current={day === today ? 'date' : undefined}
        {...(shift || isOpen ? {} : { ...stop, 'aria-label': name })}
        className={`relative flex min-h-18.5 min-w-0 flex-col border-t border-line p-0.5 outline-offset-[-2px] md:min-h-22 md:p-1 print:h-22 print:min-h-0 ${groundOf(
          cell,
          today,
        )} ${beginsTaxiWeek(day, variant) ? 'border-l-2 border-l-edge' : ''}`}
      >
        <DayNumber day={day} isFaded={!cell.isInMonth} today={today} />
        {isLoading && (
          <span className="mx-1 mt-1 h-8 rounded-md bg-sunken motion-safe:animate-[breathe_1.6s_infinite]" />
        )}
        {shift && (
          <button
            type="button"
            {...stop}
            onClick={() => onOpen(shift)}
            className="min-h-11 flex-1 rounded-md"
          >
            <span className="sr-only">{name}</span>
            <ShiftBadge shift={shift} variant={variant} isPast={day < today} />
          </button>
        )}
        {isOpen && (
          <a {...stop} aria-label={name} href={addAddress(day)} onClick={follow} className={addLook} />
        )}
      </div>
    );
  };
  return (
    <MonthGrid
      cursor={cursor}
      today={today}
      label={`Turni di ${formatMonth(cursor.month)}`}
      isBusy={isLoading}
      renderCell={renderCell}
    />
  );
}

/** Days of other months have the page background, past ones are grey. */
function groundOf({ day, isInMonth }: MonthCell, today: Day): string {
  if (!isInMonth) return 'bg-ground';
  return day < today ? 'bg-sunken/40' : '';
}
