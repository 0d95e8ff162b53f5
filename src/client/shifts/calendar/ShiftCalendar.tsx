import { useQuery } from '@tanstack/react-query';
import { memo, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Day, Week } from '../../../domain/calendar/day.ts';
import { formatMonth, gridSpan, type Month } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { calendarShiftsQuery } from '../api.ts';
import { useToday } from '../clock.ts';
import type { OpenEntry } from '../dialog/openEntry.ts';
import { useShiftOwner } from '../owner.ts';
import { Agenda } from './Agenda.tsx';
import { CalendarSheet } from './CalendarSheet.tsx';
import { HoursPanel } from './HoursPanel.tsx';
import { Legend } from './Legend.tsx';
import { ShiftCounters } from './ShiftCounters.tsx';
import { TeamDay } from './TeamDay.tsx';
import { TwoWeeks, twoWeeksOf } from './TwoWeeks.tsx';
import { useAddressWeek } from './useAddressWeek.ts';
import type { DayFocus } from './useDayFocus.ts';
import { type MonthCursor, useAddressMonth } from './useMonthCursor.ts';
import { useMonthShifts } from './useMonthShifts.ts';
import { ViewSwitch } from './ViewSwitch.tsx';
import { WeekSheet } from './WeekSheet.tsx';

const ShiftDialog = lazyWithPreload(() => import('../dialog/ShiftDialog.tsx'));

interface ShiftCalendarProps {
  /** The calendar page counts and lists the month, the dashboard holds its hours against the contract. */
  place: 'page' | 'dashboard';
  SwapForm: OpenEntry['SwapForm'];
}

/** The month of the signed-in person's entries, with the dialog that opens from them. */
export function ShiftCalendar({ place, SwapForm }: ShiftCalendarProps) {
  const today = useToday();
  const cursor = useAddressMonth(today);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [focus, setFocus] = useState<DayFocus | null>(null);
  const { week, showWeek, month } = useAddressWeek(place, cursor, today);
  useEffect(() => runWhenIdle([ShiftDialog.preload]), []);
  const onChanged = (day: Day): void => {
    const { from, to } = twoWeeksOf(today);
    setOpened(null);
    if (week) showWeek(day);
    if (week || (opened?.isOfStrip && day >= from && day <= to)) setFocus({ day });
    else cursor.focusDay(day);
  };
  return (
    <section
      aria-label="Calendario"
      className="print-sheet month-sheet @container/sheet flex flex-col gap-4"
      onPointerDown={ShiftDialog.preload}
    >
      {place === 'page' && <ViewSwitch week={week} today={today} onShow={showWeek} />}
      <MonthOfShifts
        place={place}
        cursor={cursor}
        week={week}
        onWeek={showWeek}
        month={month}
        today={today}
        focus={focus}
        onOpen={setOpened}
      />
      {opened && (
        <OpenShift
          key={opened.shift.id}
          shift={opened.shift}
          month={month}
          today={today}
          SwapForm={SwapForm}
          onClose={() => setOpened(null)}
          onChanged={onChanged}
        />
      )}
    </section>
  );
}

/** The entry whose dialog is open. */
interface Opened {
  shift: Shift;
  /** It was opened from the two weeks above the month. */
  isOfStrip: boolean;
}

interface MonthOfShiftsProps extends Pick<ShiftCalendarProps, 'place'> {
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
const MonthOfShifts = memo(function MonthOfShifts(props: MonthOfShiftsProps) {
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
  return (
    <>
      <PrintTitle month={cursor.month} />
      {place === 'dashboard' && (
        <TwoWeeks
          today={today}
          variant={owner.variant}
          focus={focus}
          onOpen={(shift) => open({ shift, isOfStrip: true })}
        />
      )}
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

interface OpenShiftProps extends Omit<OpenEntry, 'owner'> {
  month: Month;
}

/** The dialog of an entry, which may change meanwhile: `shift` is as it was when it was opened. */
function OpenShift({ shift, month, ...entry }: OpenShiftProps) {
  const owner = useShiftOwner();
  const { data } = useQuery(calendarShiftsQuery(gridSpan(month)));
  return (
    <Suspense>
      <ShiftDialog {...entry} shift={data?.find(({ id }) => id === shift.id) ?? shift} owner={owner} />
    </Suspense>
  );
}

/** Whose month it is, for the printed sheet alone. */
function PrintTitle({ month }: { month: Month }) {
  const { user, worksite } = useSignedIn();
  return (
    <p className="print-sheet-part hidden text-title font-semibold print:block">
      {user.firstName} {user.lastName}, {formatMonth(month)} ({worksite.name})
    </p>
  );
}
