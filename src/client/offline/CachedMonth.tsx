import { type ReactNode, useMemo } from 'react';
import { type Day, dayInRome, formatLongDay, type Instant, timeInRome } from '../../domain/calendar/day.ts';
import { holidayName } from '../../domain/calendar/holidays.ts';
import { formatMonth, gridSpan, type MonthCell, monthOf } from '../../domain/calendar/month.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { CachedCalendar } from '../data/cachedCalendar.ts';
import { Legend } from '../shifts/calendar/Legend.tsx';
import { type CellStop, MonthGrid } from '../shifts/calendar/MonthGrid.tsx';
import { MonthHeader } from '../shifts/calendar/PageTurner.tsx';
import { ShiftBadge } from '../shifts/calendar/ShiftBadge.tsx';
import { useAddressMonth } from '../shifts/calendar/useMonthCursor.ts';
import { useToday } from '../shifts/clock.ts';
import { nameOfDay, nameOfEntry } from '../shifts/dayNames.ts';
import { Notice } from '../ui/Notice.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { CachedDays } from './CachedDays.tsx';

export function CachedMonth({ cached, retry }: { cached: CachedCalendar; retry: ReactNode }) {
  const today = useToday();
  const cursor = useAddressMonth(today);
  const { variant } = cached.session.worksite;
  const { from } = gridSpan(cursor.month);
  const span = cached.spans.find((candidate) => candidate.from === from);
  const byDay = useMemo(
    () => new Map<Day, Shift>((span?.shifts ?? []).map((shift) => [shift.date, shift])),
    [span],
  );
  return (
    <section aria-label="Calendario" className="flex flex-col gap-4">
      <Notice variant="warn">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="min-w-0 flex-1 basis-60 font-medium">
            {span
              ? `Sei senza rete: vedi il calendario com’era ${describeInstant(span.readAt, today)}`
              : 'Sei senza rete e questo mese non è salvato sul dispositivo.'}
          </p>
          {retry}
        </div>
      </Notice>
      <div className="-mx-4 border-y border-line bg-surface px-1 pt-2 pb-1 md:mx-0 md:rounded-lg md:border md:p-4 md:shadow-raised">
        <div className="px-3 md:px-0">
          <MonthHeader cursor={cursor} today={today} />
        </div>
        <MonthGrid
          cursor={cursor}
          today={today}
          label={`Turni di ${formatMonth(cursor.month)}, senza rete`}
          renderCell={(cell, stop) => (
            <CachedCell
              cell={cell}
              stop={stop}
              shift={byDay.get(cell.day)}
              isKnown={span !== undefined}
              today={today}
              variant={variant}
            />
          )}
        />
      </div>
      <Legend variant={variant} />
      {span ? (
        <CachedDays
          shifts={span.shifts.filter(({ date }) => monthOf(date) === cursor.month)}
          today={today}
          variant={variant}
        />
      ) : null}
    </section>
  );
}

/** 'alle 14:32', 'martedì 17 novembre 2026 alle 14:32' on another day */
function describeInstant(instant: Instant, today: Day): string {
  const day = dayInRome(instant);
  const time = `alle ${timeInRome(instant)}`;
  return day === today ? time : `${formatLongDay(day)} ${time}`;
}

interface CachedCellProps {
  cell: MonthCell;
  stop: CellStop;
  shift: Shift | undefined;
  /** Without it the day's entry, or that there is none, is not known. */
  isKnown: boolean;
  today: Day;
  variant: WorksiteVariant;
}

function CachedCell({ cell, stop, shift, isKnown, today, variant }: CachedCellProps) {
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
