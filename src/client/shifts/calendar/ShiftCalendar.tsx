import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { Day, Week } from '../../../domain/calendar/day.ts';
import { gridSpan, type Month } from '../../../domain/calendar/month.ts';
import { classNames } from '../../ui/classNames.ts';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { calendarShiftsQuery } from '../api.ts';
import { useToday } from '../clock.ts';
import type { OpenEntry } from '../dialog/openEntry.ts';
import { useShiftOwner } from '../owner.ts';
import { MonthOfShifts, type Opened } from './MonthOfShifts.tsx';
import { TeamDay } from './TeamDay.tsx';
import { twoWeeksOf } from './TwoWeeks.tsx';
import type { DayFocus } from './useDayFocus.ts';
import { useAddressMonth, useAddressWeek } from './useMonthCursor.ts';

const ShiftDialog = lazyWithPreload(() => import('../dialog/ShiftDialog.tsx'));

interface ShiftCalendarProps {
  /** The calendar page counts and lists the month, the dashboard holds its hours against the contract; a phone's shows two weeks alone. */
  place: 'page' | 'dashboard' | 'weeks';
  SwapForm: OpenEntry['SwapForm'];
}

/** The month of the signed-in person's entries, with the dialog that opens from them. */
export function ShiftCalendar({ place, SwapForm }: ShiftCalendarProps) {
  const today = useToday();
  const cursor = useAddressMonth(today);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [focus, setFocus] = useState<DayFocus | null>(null);
  const { week, showWeek, weekStart, month } = useAddressWeek(place, cursor, today);
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
      {place === 'page' && <ViewSwitch week={week} weekStart={weekStart} today={today} onShow={showWeek} />}
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

interface ViewSwitchProps {
  week: Week | null;
  /** Whose week follows the month. */
  weekStart: Day;
  today: Day;
  onShow: (day: Day | null) => void;
}

/** Month or week, and who else works. */
function ViewSwitch({ week, weekStart, today, onShow }: ViewSwitchProps) {
  const views = [
    { name: 'Mese', isShown: week === null, show: () => onShow(null) },
    { name: 'Settimana', isShown: week !== null, show: () => onShow(weekStart) },
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div role="group" aria-label="Vista" className="flex flex-wrap gap-1 rounded-md bg-sunken p-1">
        {views.map(({ name, isShown, show }) => (
          <button
            key={name}
            type="button"
            aria-pressed={isShown}
            onClick={isShown ? undefined : show}
            className={classNames(
              'min-h-11 rounded-sm px-[min(1rem,4vw)] text-caption font-semibold',
              isShown ? 'bg-surface text-ink shadow-raised' : 'text-soft hover:text-ink',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      <TeamDay today={today} />
    </div>
  );
}
