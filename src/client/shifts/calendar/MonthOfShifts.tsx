import { memo, useCallback, useDeferredValue, useMemo } from 'react';
import type { Day, Week } from '../../../domain/calendar/day.ts';
import { formatMonth, type Month } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useShiftOwner } from '../owner.ts';
import { Agenda } from './Agenda.tsx';
import { CalendarSheet } from './CalendarSheet.tsx';
import { HoursPanel } from './HoursPanel.tsx';
import { Legend } from './Legend.tsx';
import { ShiftCounters } from './ShiftCounters.tsx';
import { TeamDay } from './TeamDay.tsx';
import { TwoWeeks } from './TwoWeeks.tsx';
import type { DayFocus } from './useDayFocus.ts';
import type { MonthCursor } from './useMonthCursor.ts';
import { useMonthShifts } from './useMonthShifts.ts';
import { WeekSheet } from './WeekSheet.tsx';

/** The entry whose dialog is open. */
export interface Opened {
  shift: Shift;
  /** It was opened from the two weeks above the month. */
  isOfStrip: boolean;
}

interface MonthOfShiftsProps {
  place: 'page' | 'dashboard' | 'weeks';
  cursor: MonthCursor;
  /** Shown instead of the month. */
  week: Week | null;
  onWeek: (day: Day | null) => void;
  /** The month that is read. */
  month: Month;
  today: Day;
  /** Of the week or the strip. */
  focus: DayFocus | null;
  onOpen: (opened: Opened) => void;
}

/** All there is to see of the month; not rendered again as the dialog opens, for which a finger waits. */
export const MonthOfShifts = memo(function MonthOfShifts(props: MonthOfShiftsProps) {
  const { place, cursor, week, onWeek, month, today, focus, onOpen: open } = props;
  // the same function at every render: the list and the cells are not rendered again
  const onOpen = useCallback((shift: Shift): void => open({ shift, isOfStrip: false }), [open]);
  const owner = useShiftOwner();
  const monthShifts = useMonthShifts(month);
  const { data } = monthShifts.query;
  // the list stands below the grid, and does not keep waiting who opens the page or turns the month
  const listed = useDeferredValue(
    useMemo(() => ({ month, data }), [month, data]),
    { month, data: undefined },
  );
  const hasHours = owner.variant === 'standard';
  if (week) {
    return (
      <WeekSheet
        week={week}
        onShow={onWeek}
        focus={focus}
        monthShifts={monthShifts}
        today={today}
        variant={owner.variant}
        onOpen={onOpen}
      />
    );
  }
  const twoWeeks = (
    <TwoWeeks
      today={today}
      variant={owner.variant}
      focus={focus}
      onOpen={(shift) => open({ shift, isOfStrip: true })}
    />
  );
  if (place === 'weeks') return twoWeeks;
  return (
    <>
      <PrintTitle month={cursor.month} />
      {place === 'dashboard' && twoWeeks}
      <CalendarSheet
        cursor={cursor}
        monthShifts={monthShifts}
        today={today}
        variant={owner.variant}
        onOpen={onOpen}
      />
      {place === 'page' && hasHours && <ShiftCounters shifts={data} month={cursor.month} />}
      <Legend variant={owner.variant} />
      {place === 'dashboard' && <TeamDay today={today} />}
      {place === 'page' && listed.data && (
        <Agenda
          month={listed.month}
          shifts={listed.data}
          today={today}
          variant={owner.variant}
          onOpen={onOpen}
        />
      )}
      {place === 'dashboard' && hasHours && data && (
        <HoursPanel shifts={data} month={cursor.month} owner={owner} />
      )}
      {place === 'dashboard' && hasHours && monthShifts.query.isPending && <Skeleton className="h-14" />}
    </>
  );
});

/** Whose month it is, for the printed sheet alone. */
function PrintTitle({ month }: { month: Month }) {
  const { user, worksite } = useSignedIn();
  return (
    <p className="print-sheet-part hidden text-title font-semibold print:block">
      {user.firstName} {user.lastName}, {formatMonth(month)} ({worksite.name})
    </p>
  );
}
