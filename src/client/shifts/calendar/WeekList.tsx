import { type Day, daysOf, formatMediumDay, type Week } from '../../../domain/calendar/day.ts';
import { holidayName } from '../../../domain/calendar/holidays.ts';
import { formatLongWeek } from '../../../domain/calendar/weekNames.ts';
import { shiftTypeNames } from '../../../domain/shifts/duty.ts';
import { judgeDay } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { classNames } from '../../ui/classNames.ts';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { nameOfEntry, timesUntil } from '../dayNames.ts';
import { markOf } from '../marks.ts';
import { addAddress, useFollow } from './CalendarDay.tsx';
import { DayTrack } from './DayTrack.tsx';
import { ShiftSigns } from './ShiftBadge.tsx';
import { type DayFocus, useDayFocus } from './useDayFocus.ts';
import type { ShiftsByDay } from './useShiftsByDay.ts';

interface WeekListProps {
  /** Any seven consecutive days. */
  week: Week;
  focus: DayFocus | null;
  shifts: ShiftsByDay;
  today: Day;
  variant: WorksiteVariant;
  onOpen: (shift: Shift) => void;
}

/** A week, one line per day, each with its track of working hours. */
export function WeekList({ week, focus, shifts: { query, byDay }, ...look }: WeekListProps) {
  const list = useDayFocus<HTMLOListElement>(focus);
  if (query.isError && !query.data) {
    return <QueryStatus query={query} failed="Non riesco a mostrare la settimana." />;
  }
  return (
    <ol
      ref={list}
      aria-label={`Turni della settimana ${formatLongWeek(week)}`}
      className="divide-y divide-line"
    >
      {daysOf(week).map((day) => (
        <li
          key={day}
          data-day={day}
          tabIndex={-1}
          className={classNames('relative', day < look.today && 'bg-sunken/40')}
        >
          {query.isPending ? (
            <Skeleton className="my-2 h-12" />
          ) : (
            <WeekDay day={day} shift={byDay.get(day)} {...look} />
          )}
        </li>
      ))}
    </ol>
  );
}

type WeekDayProps = Pick<WeekListProps, 'today' | 'variant' | 'onOpen'> & {
  day: Day;
  shift: Shift | undefined;
};

const rowLook =
  'grid min-h-16 w-full grid-cols-[4.5rem_1fr] items-center gap-x-3 px-2 py-2 text-left @max-[16rem]/sheet:grid-cols-1';

function WeekDay({ day, shift, today, variant, onOpen }: WeekDayProps) {
  const follow = useFollow();
  const holiday = holidayName(day);
  const name = nameOfEntry(day, shift, variant);
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
        <span className="sr-only">{name}</span>
        {when}
        <DayLine shift={shift} variant={variant} />
      </button>
    );
  }
  if (!judgeDay(day, today).ok) {
    return (
      <p className={rowLook}>
        <span className="sr-only">{name}</span>
        {when}
      </p>
    );
  }
  return (
    <a
      href={addAddress(day)}
      onClick={follow}
      className={classNames(rowLook, 'text-soft hover:text-accent active:bg-sunken')}
    >
      <span className="sr-only">{name}</span>
      {when}
      <span aria-hidden className="text-caption">
        + Aggiungi
      </span>
    </a>
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
        {/* if some days need two lines, all have them */}
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
