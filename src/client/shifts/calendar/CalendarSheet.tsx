import { CircleQuestionMark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { addDays, type Day, type Week } from '../../../domain/calendar/day.ts';
import { formatMonth, type Month, monthOf } from '../../../domain/calendar/month.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { classNames } from '../../ui/classNames.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useShiftOwner } from '../owner.ts';
import { CalendarMenu } from './CalendarMenu.tsx';
import { firstMonth, lastMonth } from './gridKeys.ts';
import { HoursPanel } from './HoursPanel.tsx';
import { Legend } from './Legend.tsx';
import { MonthSheet } from './MonthSheet.tsx';
import { MonthHeader, PageTurner } from './PageTurner.tsx';
import { ShiftCounters } from './ShiftCounters.tsx';
import type { DayFocus } from './useDayFocus.ts';
import type { MonthCursor } from './useMonthCursor.ts';
import type { ShiftsByDay } from './useShiftsByDay.ts';
import { WeekList } from './WeekList.tsx';

interface CalendarSheetProps {
  place: 'page' | 'dashboard';
  cursor: MonthCursor;
  /** Shown instead of the month. */
  week: Week | null;
  onWeek: (from: Day | null) => void;
  shifts: ShiftsByDay;
  today: Day;
  variant: WorksiteVariant;
  focus: DayFocus | null;
  onOpen: (shift: Shift) => void;
}

/** A month or a week with its header, legend and counts. */
export function CalendarSheet({ place, cursor, week, onWeek, focus, ...look }: CalendarSheetProps) {
  const { shifts, today, variant } = look;
  const owner = useShiftOwner();
  const month = week ? monthOf(week.from) : cursor.month;
  const isWholeMonth = week === null && variant === 'standard';
  const { data, isPending } = shifts.query;
  const buttons = (
    <>
      <CalendarMenu month={month} today={today} />
      {place === 'page' && (
        <ViewSwitch
          isWeek={week !== null}
          onMonth={() => onWeek(null)}
          onWeek={() => onWeek(monthOf(today) === month ? today : `${month}-01`)}
        />
      )}
    </>
  );
  return (
    <>
      <PrintTitle month={month} />
      <div className="print-sheet-part -mx-4 border-y border-line bg-surface px-1 pt-1 pb-1 md:mx-0 md:rounded-lg md:border md:p-4 md:shadow-raised print:m-0 print:border-0 print:p-0 print:shadow-none">
        <div className="px-3 md:px-0 print:hidden">
          {week ? (
            <WeekHeader week={week} today={today} onWeek={onWeek}>
              {buttons}
            </WeekHeader>
          ) : (
            <MonthHeader cursor={cursor} today={today}>
              {buttons}
            </MonthHeader>
          )}
        </div>
        {week ? <WeekList week={week} focus={focus} {...look} /> : <MonthSheet cursor={cursor} {...look} />}
      </div>
      {place === 'page' && isWholeMonth && <ShiftCounters shifts={data} month={month} />}
      <FoldedLegend variant={variant} />
      {place === 'dashboard' && isWholeMonth && data && (
        <HoursPanel shifts={data} month={month} owner={owner} />
      )}
      {place === 'dashboard' && isWholeMonth && isPending && <Skeleton className="h-14" />}
    </>
  );
}

interface WeekHeaderProps extends Pick<CalendarSheetProps, 'today' | 'onWeek'> {
  week: Week;
  children: ReactNode;
}

function WeekHeader({ week, today, onWeek, children }: WeekHeaderProps) {
  const [previous, next] = [addDays(week.from, -7), addDays(week.from, 7)];
  return (
    <PageTurner
      title={formatWeek(week)}
      unit="Settimana"
      onPrevious={monthOf(previous) >= firstMonth ? () => onWeek(previous) : null}
      onNext={monthOf(addDays(next, 6)) <= lastMonth ? () => onWeek(next) : null}
      onToday={() => onWeek(today)}
    >
      {children}
    </PageTurner>
  );
}

interface ViewSwitchProps {
  isWeek: boolean;
  onMonth: () => void;
  onWeek: () => void;
}

function ViewSwitch({ isWeek, onMonth, onWeek }: ViewSwitchProps) {
  const views = [
    { name: 'Mese', isShown: !isWeek, show: onMonth },
    { name: 'Settimana', isShown: isWeek, show: onWeek },
  ];
  return (
    <div
      role="group"
      aria-label="Vista"
      className="flex flex-wrap rounded-md bg-sunken p-0.5 max-md:basis-full md:ml-2 print:hidden"
    >
      {views.map(({ name, isShown, show }) => (
        <button
          key={name}
          type="button"
          aria-pressed={isShown}
          onClick={isShown ? undefined : show}
          className={classNames(
            'min-h-11 flex-auto rounded-sm px-[min(1rem,2vw)] text-caption font-semibold',
            isShown
              ? 'bg-surface text-ink shadow-raised forced-colors:forced-color-adjust-none forced-colors:bg-[SelectedItem] forced-colors:text-[SelectedItemText]'
              : 'text-soft hover:text-ink',
          )}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** The legend; on a phone behind a question mark. */
function FoldedLegend({ variant }: { variant: WorksiteVariant }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="print-sheet-part flex flex-row-reverse items-start justify-between gap-2 md:justify-end">
      <IconButton
        label="Legenda"
        icon={CircleQuestionMark}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="-mr-2 text-soft md:hidden print:hidden"
      />
      <div className={classNames('py-3 md:py-0', !isOpen && 'max-md:not-print:hidden')}>
        <Legend variant={variant} />
      </div>
    </div>
  );
}

/** The owner and month, only in print. */
function PrintTitle({ month }: { month: Month }) {
  const { user, worksite } = useSignedIn();
  return (
    <p className="print-sheet-part hidden text-title font-semibold print:block">
      {user.firstName} {user.lastName}, {formatMonth(month)} ({worksite.name})
    </p>
  );
}
