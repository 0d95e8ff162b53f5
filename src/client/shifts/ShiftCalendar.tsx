import './print.css';
import { useQuery } from '@tanstack/react-query';
import { memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Day } from '../../domain/calendar/day.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { late } from '../ui/late.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { inSpareTime } from '../ui/spareTime.ts';
import { Agenda } from './Agenda.tsx';
import { calendarShiftsQuery, gridSpan } from './api.ts';
import { CalendarSheet } from './CalendarSheet.tsx';
import { useToday } from './clock.ts';
import { HoursPanel } from './HoursPanel.tsx';
import { Legend } from './Legend.tsx';
import { useShiftOwner } from './owner.ts';
import { PrintTitle } from './PrintTitle.tsx';
import { ShiftCounters } from './ShiftCounters.tsx';
import { type MonthCursor, useAddressMonth } from './useMonthCursor.ts';
import { useMonthShifts } from './useMonthShifts.ts';

const ShiftDialog = late(() => import('./ShiftDialog.tsx'));

interface ShiftCalendarProps {
  /** The calendar page counts and lists the month, the dashboard holds its hours against the contract. */
  place: 'page' | 'dashboard';
}

/** The month of the signed-in person's entries, with the dialog that opens from them. */
export function ShiftCalendar({ place }: ShiftCalendarProps) {
  const today = useToday();
  const cursor = useAddressMonth(today);
  const [openShift, setOpenShift] = useState<Shift | null>(null);
  useEffect(() => inSpareTime([ShiftDialog.fetch]), []);
  return (
    <section
      aria-label="Calendario"
      className="print-sheet month-sheet flex flex-col gap-4"
      onPointerDown={ShiftDialog.fetch}
    >
      <MonthOfShifts place={place} cursor={cursor} today={today} onOpen={setOpenShift} />
      {openShift && (
        <OpenShift
          key={openShift.id}
          shift={openShift}
          cursor={cursor}
          today={today}
          onClose={() => setOpenShift(null)}
        />
      )}
    </section>
  );
}

interface MonthOfShiftsProps extends ShiftCalendarProps {
  cursor: MonthCursor;
  today: Day;
  onOpen: (shift: Shift) => void;
}

/** All there is to see of the month; not drawn again as the dialog opens, for which a finger waits. */
const MonthOfShifts = memo(function MonthOfShifts({ place, cursor, today, onOpen }: MonthOfShiftsProps) {
  const owner = useShiftOwner();
  const monthShifts = useMonthShifts(cursor.month);
  const { data } = monthShifts.query;
  const { month } = cursor;
  // the list stands below the grid, and does not keep waiting who opens the page or turns the month
  const listed = useDeferredValue(
    useMemo(() => ({ month, data }), [month, data]),
    { month, data: undefined },
  );
  const hasHours = owner.variant === 'standard';
  return (
    <>
      <PrintTitle month={cursor.month} />
      <CalendarSheet
        cursor={cursor}
        monthShifts={monthShifts}
        today={today}
        variant={owner.variant}
        onOpen={onOpen}
      />
      {place === 'page' && hasHours && <ShiftCounters shifts={data} month={cursor.month} />}
      <Legend variant={owner.variant} />
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
      {place === 'dashboard' && hasHours && monthShifts.query.isPending && (
        <Skeleton className="h-112 md:h-100" />
      )}
    </>
  );
});

interface OpenShiftProps {
  /** As it was when it was opened. */
  shift: Shift;
  cursor: MonthCursor;
  today: Day;
  onClose: () => void;
}

/** The dialog of an entry, which may change meanwhile. */
function OpenShift({ shift, cursor, today, onClose }: OpenShiftProps) {
  const owner = useShiftOwner();
  const { data } = useQuery(calendarShiftsQuery(gridSpan(cursor.month)));
  return (
    <Suspense>
      <ShiftDialog
        shift={data?.find(({ id }) => id === shift.id) ?? shift}
        owner={owner}
        today={today}
        onClose={onClose}
        onChanged={(day) => {
          onClose();
          cursor.focusDay(day);
        }}
      />
    </Suspense>
  );
}
