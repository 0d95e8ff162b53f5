import { CalendarPlus } from 'lucide-react';
import { memo } from 'react';
import { type Day, formatMediumDay } from '../../../domain/calendar/day.ts';
import { holidayName } from '../../../domain/calendar/holidays.ts';
import { formatMonth, type Month, monthGrid, monthOf } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { timesUntil } from '../dayNames.ts';
import { markOf } from '../marks.ts';
import { ExportButton } from './ExportButton.tsx';
import { PrintButton } from './PrintButton.tsx';
import { ShiftSigns } from './ShiftBadge.tsx';

interface AgendaProps {
  month: Month;
  /** The entries of that month, and of days around it. */
  shifts: readonly Shift[];
  today: Day;
  variant: WorksiteVariant;
  onOpen: (shift: Shift) => void;
}

/** The month as a list, for phones: every day that has an entry or is a public holiday. */
export const Agenda = memo(function Agenda({ month, shifts, today, variant, onOpen }: AgendaProps) {
  const ofMonth = shifts.filter((shift) => monthOf(shift.date) === month);
  const byDay = new Map(ofMonth.map((shift) => [shift.date, shift]));
  const days = monthGrid(month)
    .filter(({ isInMonth, day }) => isInMonth && (byDay.has(day) || holidayName(day) !== null))
    .map(({ day }) => day);
  // Of the present month what is still to come matters: the days gone by fold away.
  const isCurrent = month === monthOf(today);
  const past = days.filter((day) => day < today);
  const isOpen = month >= monthOf(today);
  const firstOpenDay = isCurrent ? today : `${month}-01`;
  const listOf = (listed: readonly Day[]) => (
    <ul className="divide-y divide-line">
      {listed.map((day) => (
        <li key={day}>
          <AgendaDay day={day} shift={byDay.get(day)} today={today} variant={variant} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
  return (
    <section aria-labelledby="agenda" className="md:hidden">
      <div className="flex items-center justify-between">
        <h2 id="agenda" className="text-lead font-semibold">
          Giorno per giorno
        </h2>
        <div className="-mr-2 flex">
          <ExportButton month={month} />
          <PrintButton />
        </div>
      </div>
      {ofMonth.length === 0 && (
        <EmptyState
          icon={CalendarPlus}
          action={isOpen && <LinkButton to={`/shifts/new?date=${firstOpenDay}`}>Aggiungi Turno</LinkButton>}
        >
          {isOpen
            ? `Niente in calendario a ${formatMonth(month)}: aggiungi le tue giornate, anche più insieme.`
            : `Niente in calendario a ${formatMonth(month)}.`}
        </EmptyState>
      )}
      {isCurrent && past.length > 0 && (
        <details>
          <summary className="flex min-h-11 items-center font-medium text-accent">
            Giorni passati ({past.length})
          </summary>
          {listOf(past)}
        </details>
      )}
      {listOf(isCurrent ? days.filter((day) => day >= today) : days)}
    </section>
  );
});

interface AgendaDayProps extends Pick<AgendaProps, 'today' | 'variant' | 'onOpen'> {
  day: Day;
  shift: Shift | undefined;
}

function AgendaDay({ day, shift, today, variant, onOpen }: AgendaDayProps) {
  const holiday = holidayName(day);
  const when = (
    <span className="tabular w-24 shrink-0 @max-[16rem]/sheet:w-full">
      <span className={day === today ? 'font-bold text-accent' : day < today ? 'text-soft' : ''}>
        {day === today ? 'oggi' : formatMediumDay(day)}
      </span>
      {holiday && <span className="block text-caption text-danger">{holiday}</span>}
    </span>
  );
  if (!shift) return <p className="flex min-h-12 items-center gap-3 py-1">{when}</p>;
  const mark = markOf(shift, variant);
  return (
    <button
      type="button"
      onClick={() => onOpen(shift)}
      className="flex min-h-14 w-full items-center gap-x-3 py-1 text-left active:bg-sunken @max-[16rem]/sheet:flex-wrap"
    >
      {when}
      <LetterBadge letter={mark.letter} tone={mark.tone} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{mark.name}</span>
        <span className="tabular block text-caption text-soft">{timesUntil(shift)}</span>
      </span>
      <span className="flex gap-1 text-soft">
        <ShiftSigns shift={shift} />
      </span>
    </button>
  );
}
