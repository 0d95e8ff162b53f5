import { useQueryClient } from '@tanstack/react-query';
import { type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Day, Week } from '../../../domain/calendar/day.ts';
import { addMonths, gridSpan, monthOf } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { calendarShiftsQuery } from '../api.ts';
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
  /** The page shows counts, the dashboard hours against the contract; `weeks` only two weeks, on a phone. */
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
  const open = useRef<(entry: OpenedEntry) => void>(null);
  const [focus, setFocus] = useState<DayFocus | null>(null);
  const client = useQueryClient();
  useEffect(() => {
    // after one visit, this month and the next are available offline
    const reads = [0, 1].map((ahead) => (): void => {
      const query = calendarShiftsQuery(gridSpan(addMonths(monthOf(today), ahead)));
      client.query({ ...query, staleTime: Infinity }).catch(() => undefined);
    });
    return runWhenIdle([ShiftDialog.preload, ...reads]);
  }, [client, today]);
  /** Focuses the changed day in the list it was opened from. */
  const onChanged = (day: Day, list: Week | null): void => {
    const isListed = list !== null && day >= list.from && day <= list.to;
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
        <TwoWeeks {...look} weeks={strip} onOpen={(shift) => open.current?.({ shift, list: strip })} />
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
          onOpen={(shift) => open.current?.({ shift, list: week })}
        />
      )}
      <TeamDay today={today} />
      <EntryDialog
        ref={open}
        entries={shifts.query.data}
        owner={owner}
        today={today}
        SwapForm={SwapForm}
        onChanged={onChanged}
      />
    </section>
  );
}

interface OpenedEntry {
  shift: Shift;
  /** The days of the list it was opened from; null for a month. */
  list: Week | null;
}

interface EntryDialogProps extends Pick<OpenEntry, 'owner' | 'today' | 'SwapForm'> {
  ref: Ref<(entry: OpenedEntry) => void>;
  entries: readonly Shift[] | undefined;
  onChanged: (day: Day, list: Week | null) => void;
}

/** Holds the open entry in its own state: re-rendering the calendar would delay the tap's response. */
function EntryDialog({ ref, entries, onChanged, ...entry }: EntryDialogProps) {
  const [opened, setOpened] = useState<OpenedEntry | null>(null);
  useImperativeHandle(ref, () => setOpened, []);
  if (!opened) return null;
  const { shift, list } = opened;
  return (
    <Suspense>
      <ShiftDialog
        {...entry}
        key={shift.id}
        // it may change while it is open
        shift={entries?.find(({ id }) => id === shift.id) ?? shift}
        onClose={() => setOpened(null)}
        onChanged={(day) => {
          setOpened(null);
          onChanged(day, list);
        }}
      />
    </Suspense>
  );
}
