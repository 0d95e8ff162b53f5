import { useQuery } from '@tanstack/react-query';
import { memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { formatMonth, gridSpan, type Month, monthOf } from '../../../domain/calendar/month.ts';
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
import { TwoWeeks } from './TwoWeeks.tsx';
import { type MonthCursor, useAddressMonth } from './useMonthCursor.ts';
import { useMonthShifts } from './useMonthShifts.ts';

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
  const [openShift, setOpenShift] = useState<Shift | null>(null);
  useEffect(() => runWhenIdle([ShiftDialog.preload]), []);
  return (
    <section
      aria-label="Calendario"
      className="print-sheet month-sheet flex flex-col gap-4"
      onPointerDown={ShiftDialog.preload}
    >
      <MonthOfShifts place={place} cursor={cursor} today={today} onOpen={setOpenShift} />
      {openShift && (
        <OpenShift
          key={openShift.id}
          shift={openShift}
          cursor={cursor}
          today={today}
          SwapForm={SwapForm}
          onClose={() => setOpenShift(null)}
        />
      )}
    </section>
  );
}

interface MonthOfShiftsProps extends Pick<ShiftCalendarProps, 'place'> {
  cursor: MonthCursor;
  today: Day;
  onOpen: (shift: Shift) => void;
}

/** All there is to see of the month; not rendered again as the dialog opens, for which a finger waits. */
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
      {place === 'dashboard' && <TwoWeeks today={today} variant={owner.variant} onOpen={onOpen} />}
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
      {place === 'dashboard' && hasHours && monthShifts.query.isPending && <Skeleton className="h-14" />}
    </>
  );
});

interface OpenShiftProps extends Omit<OpenEntry, 'owner' | 'onChanged'> {
  cursor: MonthCursor;
}

/** The dialog of an entry, which may change meanwhile: `shift` is as it was when it was opened. */
function OpenShift({ shift, cursor, onClose, ...entry }: OpenShiftProps) {
  const owner = useShiftOwner();
  const { data } = useQuery(calendarShiftsQuery(gridSpan(cursor.month)));
  return (
    <Suspense>
      <ShiftDialog
        {...entry}
        shift={data?.find(({ id }) => id === shift.id) ?? shift}
        owner={owner}
        onClose={onClose}
        onChanged={(day) => {
          onClose();
          cursor.focusDay(day);
        }}
      />
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

interface ShiftCountersProps {
  /** Undefined while they are on their way: a dash stands where the count will. */
  shifts: readonly Shift[] | undefined;
  month: Month;
}

/** How many shifts the month holds: smart working, sede, both together. */
function ShiftCounters({ shifts, month }: ShiftCountersProps) {
  const { smartWorking, sede, total } = countShifts(shifts ?? [], month);
  const counters = [
    { label: 'Smart working', value: smartWorking },
    { label: 'In sede', value: sede },
    { label: 'Turni in tutto', value: total },
  ];
  return (
    <dl className="grid grid-cols-3 divide-x divide-line">
      {counters.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse px-3 first:pl-0">
          <dt className="text-caption text-soft">{label}</dt>
          <dd className="tabular text-title font-semibold">{shifts ? value : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ShiftCounts {
  smartWorking: number;
  sede: number;
  /** Working shifts: both together. */
  total: number;
}

/** How many working shifts a month holds; entries of other months among `shifts` do not count. */
function countShifts(shifts: readonly Shift[], month: Month): ShiftCounts {
  const ofMonth = shifts.filter((shift) => monthOf(shift.date) === month);
  const smartWorking = ofMonth.filter((shift) => shift.workLocation === 'smart_working').length;
  const sede = ofMonth.filter((shift) => shift.workLocation === 'sede').length;
  return { smartWorking, sede, total: smartWorking + sede };
}
