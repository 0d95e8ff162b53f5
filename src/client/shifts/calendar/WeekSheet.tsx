import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { Link } from 'react-router';
import {
  addDays,
  type Day,
  daysOf,
  formatMediumDay,
  mondayWeekOf,
  type Week,
} from '../../../domain/calendar/day.ts';
import { holidayName } from '../../../domain/calendar/holidays.ts';
import { monthOf } from '../../../domain/calendar/month.ts';
import { formatLongWeek, formatWeek } from '../../../domain/calendar/weekNames.ts';
import { shiftTypeNames } from '../../../domain/shifts/duty.ts';
import { judgeDay } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { nameOfEntry, timesUntil } from '../dayNames.ts';
import { markOf } from '../marks.ts';
import { DayTrack } from './DayTrack.tsx';
import { firstMonth, lastMonth } from './gridKeys.ts';
import { ShiftSigns } from './ShiftBadge.tsx';
import { type DayFocus, useDayFocus } from './useDayFocus.ts';
import type { MonthShifts } from './useMonthShifts.ts';

interface WeekSheetProps {
  week: Week;
  onShow: (day: Day) => void;
  focus: DayFocus | null;
  monthShifts: MonthShifts;
  today: Day;
  variant: WorksiteVariant;
  onOpen: (shift: Shift) => void;
}

/** A week, a line a day, each with where in the day it is worked. */
export function WeekSheet({ week, onShow, focus, monthShifts, today, variant, onOpen }: WeekSheetProps) {
  const { query, byDay } = monthShifts;
  const list = useDayFocus<HTMLOListElement>(focus);
  return (
    <div className="-mx-4 border-y border-line bg-surface px-4 pt-2 pb-1 md:mx-0 md:rounded-lg md:border md:p-4 md:shadow-raised">
      <WeekHeader week={week} today={today} onShow={onShow} />
      <QueryStatus query={query} failed="Non riesco a mostrare la settimana." />
      {query.isError && !query.data ? null : (
        <ol
          ref={list}
          aria-label={`Turni della settimana ${formatLongWeek(week)}`}
          className="-mx-2 divide-y divide-line"
        >
          {daysOf(week).map((day) => (
            <li
              key={day}
              data-day={day}
              tabIndex={-1}
              className={classNames('relative', day < today && 'bg-sunken/40')}
            >
              {query.isPending ? (
                <Skeleton className="my-2 h-12" />
              ) : (
                <WeekDay day={day} shift={byDay.get(day)} today={today} variant={variant} onOpen={onOpen} />
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function WeekHeader({ week, today, onShow }: Pick<WeekSheetProps, 'week' | 'today' | 'onShow'>) {
  const [previous, next] = [addDays(week.from, -7), addDays(week.from, 7)];
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
      <h2 aria-live="polite" className="mr-auto min-w-0 py-2 text-title font-semibold first-letter:uppercase">
        {formatWeek(week)}
      </h2>
      <div className="flex items-center gap-1">
        <IconButton
          label="Settimana precedente"
          icon={ChevronLeft}
          iconClass="size-6"
          disabled={monthOf(previous) < firstMonth}
          onClick={() => onShow(previous)}
        />
        <IconButton
          label="Settimana successiva"
          icon={ChevronRight}
          iconClass="size-6"
          disabled={monthOf(next) > lastMonth}
          onClick={() => onShow(next)}
        />
        <Button
          variant="quiet"
          size="small"
          disabled={mondayWeekOf(today).from === week.from}
          onClick={() => onShow(today)}
        >
          Oggi
        </Button>
      </div>
    </div>
  );
}

type WeekDayProps = Pick<WeekSheetProps, 'today' | 'variant' | 'onOpen'> & {
  day: Day;
  shift: Shift | undefined;
};

const rowLook =
  'grid min-h-16 w-full grid-cols-[4.5rem_1fr] items-center gap-x-3 px-2 py-2 text-left @max-[16rem]/sheet:grid-cols-1';

function WeekDay({ day, shift, today, variant, onOpen }: WeekDayProps) {
  const holiday = holidayName(day);
  const name = <VisuallyHidden>{nameOfEntry(day, shift, variant)}</VisuallyHidden>;
  const when = (
    <span aria-hidden className="tabular">
      <span className={day === today ? 'font-bold text-accent' : day < today ? 'text-soft' : 'font-medium'}>
        {formatMediumDay(day).split(' ').slice(0, 2).join(' ')}
      </span>
      {day === today ? <span className="block text-caption text-accent">oggi</span> : null}
      {holiday ? <span className="block text-caption text-danger">{holiday}</span> : null}
    </span>
  );
  if (shift) {
    return (
      <button type="button" onClick={() => onOpen(shift)} className={classNames(rowLook, 'active:bg-sunken')}>
        {name}
        {when}
        <DayLine shift={shift} variant={variant} />
      </button>
    );
  }
  if (!judgeDay(day, today).ok) {
    return (
      <p className={rowLook}>
        {name}
        {when}
      </p>
    );
  }
  return (
    <Link
      to={`/shifts/new?date=${day}`}
      className={classNames(rowLook, 'text-soft hover:text-accent active:bg-sunken')}
    >
      {name}
      {when}
      <span aria-hidden className="flex items-center gap-2 text-caption">
        <Plus className="size-4" /> Aggiungi
      </span>
    </Link>
  );
}

function DayLine({ shift, variant }: { shift: Shift; variant: WorksiteVariant }) {
  const mark = markOf(shift, variant);
  const type = variant === 'standard' && shift.shiftType ? `, ${shiftTypeNames[shift.shiftType]}` : '';
  return (
    <span aria-hidden data-tone={mark.tone} className="flex min-w-0 flex-col gap-1.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <LetterBadge letter={mark.letter} tone={mark.tone} size="small" />
        <span>
          {mark.name}
          {type}
        </span>
        {/* where some days need two lines, all have them */}
        <span className="tabular flex items-center gap-x-2 font-semibold @max-[26rem]/sheet:basis-full">
          {timesUntil(shift)}
          <ShiftSigns shift={shift} />
        </span>
      </span>
      {shift.startTime === null ? null : (
        <span className="text-tone-ink">
          <DayTrack duty={shift} className="h-2" />
        </span>
      )}
    </span>
  );
}
