import { Suspense, useEffect, useState } from 'react';
import type { Day, Week } from '../../../domain/calendar/day.ts';
import { gridSpan } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { useToday } from '../clock.ts';
import type { OpenEntry } from '../dialog/openEntry.ts';
import { useShiftOwner } from '../owner.ts';
import { CalendarSheet } from './CalendarSheet.tsx';
import { TeamDay } from './TeamDay.tsx';
import { TwoWeeks, twoWeeksOf } from './TwoWeeks.tsx';
import type { DayFocus } from './useDayFocus.ts';
import { useAddressMonth, useAddressWeek } from './useMonthCursor.ts';
import { useShiftsByDay } from './useShiftsByDay.ts';

const ShiftDialog = lazyWithPreload(() => import('../dialog/ShiftDialog.tsx'));

interface ShiftCalendarProps {
  /** The calendar page counts the month, the dashboard holds its hours against the contract; a phone's shows two weeks alone. */
  place: 'page' | 'dashboard' | 'weeks';
  SwapForm: OpenEntry['SwapForm'];
}

/** The signed-in person's entries, with the dialog that opens from them. */
export function ShiftCalendar({ place, SwapForm }: ShiftCalendarProps) {
  const today = useToday();
  const owner = useShiftOwner();
  const cursor = useAddressMonth(today);
  const { week, showWeek } = useAddressWeek(place, today);
  const strip = twoWeeksOf(today);
  const shifts = useShiftsByDay(place === 'weeks' ? strip : (week ?? gridSpan(cursor.month)));
  const [opened, setOpened] = useState<{ shift: Shift; list: Week | null } | null>(null);
  const [focus, setFocus] = useState<DayFocus | null>(null);
  useEffect(() => runWhenIdle([ShiftDialog.preload]), []);
  /** The day as it is then takes the focus, in the list it was opened from. */
  const onChanged = (day: Day): void => {
    setOpened(null);
    const isListed = opened?.list && day >= opened.list.from && day <= opened.list.to;
    if (week && !isListed) showWeek(day);
    if (week || isListed) setFocus({ day });
    else cursor.focusDay(day);
  };
  const look = { today, variant: owner.variant, focus };
  return (
    <section
      aria-label="Calendario"
      className="print-sheet month-sheet @container/sheet flex flex-col gap-3 md:gap-4"
    >
      {place !== 'page' && (
        <TwoWeeks {...look} weeks={strip} onOpen={(shift) => setOpened({ shift, list: strip })} />
      )}
      {place === 'weeks' ? (
        <QueryStatus query={shifts.query} failed="Non riesco a mostrare il calendario." />
      ) : (
        <CalendarSheet
          {...look}
          place={place}
          cursor={cursor}
          week={week}
          onWeek={showWeek}
          shifts={shifts}
          onOpen={(shift) => setOpened({ shift, list: week })}
        />
      )}
      <TeamDay today={today} />
      {opened && (
        <Suspense>
          <ShiftDialog
            key={opened.shift.id}
            // it may change while it is open
            shift={shifts.query.data?.find(({ id }) => id === opened.shift.id) ?? opened.shift}
            owner={owner}
            today={today}
            SwapForm={SwapForm}
            onClose={() => setOpened(null)}
            onChanged={onChanged}
          />
        </Suspense>
      )}
    </section>
  );
}
