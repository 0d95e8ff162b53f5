import './print.css';
import { Suspense, useEffect, useState } from 'react';
import { monthOf } from '../../domain/calendar/month.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { late } from '../ui/late.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { inSpareTime } from '../ui/spareTime.ts';
import { Agenda } from './Agenda.tsx';
import { CalendarSheet } from './CalendarSheet.tsx';
import { useToday } from './clock.ts';
import { HoursPanel } from './HoursPanel.tsx';
import { Legend } from './Legend.tsx';
import { useShiftOwner } from './owner.ts';
import { PrintTitle } from './PrintTitle.tsx';
import { ShiftCounters } from './ShiftCounters.tsx';
import { useAddressMonth } from './useMonthCursor.ts';
import { useMonthShifts } from './useMonthShifts.ts';

const ShiftDialog = late(() => import('./ShiftDialog.tsx'));

interface ShiftCalendarProps {
  /** The calendar page counts and lists the month, the dashboard holds its hours against the contract. */
  place: 'page' | 'dashboard';
}

/** The month of the signed-in person's entries, with the dialog that opens from them. */
export function ShiftCalendar({ place }: ShiftCalendarProps) {
  const today = useToday();
  const owner = useShiftOwner();
  const cursor = useAddressMonth(today);
  const monthShifts = useMonthShifts(cursor.month);
  const [openShift, setOpenShift] = useState<Shift | null>(null);
  const { data } = monthShifts.query;
  const shifts = data ?? [];
  useEffect(() => inSpareTime([ShiftDialog.fetch]), []);
  const hasHours = owner.variant === 'standard';

  return (
    <section
      aria-label="Calendario"
      className="print-sheet month-sheet flex flex-col gap-4"
      onPointerDown={ShiftDialog.fetch}
    >
      <PrintTitle month={cursor.month} />
      <CalendarSheet
        cursor={cursor}
        monthShifts={monthShifts}
        today={today}
        variant={owner.variant}
        onOpen={setOpenShift}
      />
      {place === 'page' && hasHours && <ShiftCounters shifts={data} month={cursor.month} />}
      <Legend variant={owner.variant} />
      {place === 'page' && data && (
        <Agenda
          month={cursor.month}
          shifts={data.filter((shift) => monthOf(shift.date) === cursor.month)}
          today={today}
          variant={owner.variant}
          onOpen={setOpenShift}
        />
      )}
      {place === 'dashboard' && hasHours && data && (
        <HoursPanel shifts={data} month={cursor.month} owner={owner} />
      )}
      {place === 'dashboard' && hasHours && monthShifts.query.isPending && (
        <Skeleton className="h-112 md:h-100" />
      )}
      {openShift && (
        <Suspense>
          <ShiftDialog
            key={openShift.id}
            shift={shifts.find(({ id }) => id === openShift.id) ?? openShift}
            owner={owner}
            today={today}
            onClose={() => setOpenShift(null)}
            onChanged={(day) => {
              setOpenShift(null);
              cursor.focusDay(day);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
