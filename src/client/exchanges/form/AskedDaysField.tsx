import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { formatMonth, gridSpan } from '../../../domain/calendar/month.ts';
import { type AskedDays, withinDaysChoices } from '../../../domain/exchanges/askedDays.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { MonthGrid } from '../../shifts/calendar/MonthGrid.tsx';
import { MonthHeader } from '../../shifts/calendar/PageTurner.tsx';
import { useLocalMonth } from '../../shifts/calendar/useMonthCursor.ts';
import { useShiftsByDay } from '../../shifts/calendar/useShiftsByDay.ts';
import { useToday } from '../../shifts/clock.ts';
import { PickerCell } from '../../shifts/picker/PickerCell.tsx';
import { announceInput } from '../../ui/announceInput.ts';
import { classNames } from '../../ui/classNames.ts';
import { FieldError } from '../../ui/Field.tsx';
import { dayChoicesQuery } from '../api.ts';
import { chosenDays, closedDayText, colleaguesText, dayNote, spanAround, toggleDay } from './dayChoice.ts';

interface AskedDaysFieldProps {
  /** The offered shift, whose day is to be free. */
  offered: Shift;
  value: AskedDays;
  onChange: (asked: AskedDays) => void;
  error?: string | undefined;
  /** The first shortcut, to focus after a failed validation. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

/**
 * The days somebody would work instead: any within a range, by one press, or chosen in a month that shows the number of
 * possible colleagues per day.
 */
export function AskedDaysField({ offered, value, onChange, error, ref }: AskedDaysFieldProps) {
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const change = (asked: AskedDays): void => {
    announceInput(root.current);
    onChange(asked);
  };
  return (
    <fieldset
      ref={root}
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <legend className="mb-1 font-medium">In quali giorni lavoreresti?</legend>
      <div className="grid grid-cols-2 gap-2">
        {withinDaysChoices.map((days, place) => {
          const isChosen = value.withinDays === days;
          return (
            <button
              key={days}
              ref={place === 0 ? ref : undefined}
              type="button"
              aria-pressed={isChosen}
              onClick={() => change({ acceptableDays: [], withinDays: isChosen ? null : days })}
              className={classNames(
                'min-h-14 rounded-md border px-3 py-2 text-left transition-colors duration-150',
                isChosen
                  ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--color-accent)]'
                  : 'border-edge bg-surface hover:border-accent',
              )}
            >
              <span className="block text-caption text-soft">Qualsiasi giorno</span>{' '}
              <span className="block font-medium">entro {days} giorni</span>
            </button>
          );
        })}
      </div>
      <div className="pt-1">
        <DaysMonth offered={offered} value={value} onChange={change} />
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

/** A day's number of colleagues with an icon; a tick if the day is chosen. */
function noteOf(days: Parameters<typeof dayNote>[0], day: Day, isChosen: boolean) {
  const { count, name } = dayNote(days, day);
  const sign =
    count === 0 ? (
      '–'
    ) : (
      <>
        {isChosen ? null : <Users className="size-3" />}
        {count}
      </>
    );
  return { sign, name };
}

/** A month in which empty and free days can be picked. */
function DaysMonth({
  offered,
  value,
  onChange,
}: Pick<AskedDaysFieldProps, 'offered' | 'value' | 'onChange'>) {
  const today = useToday();
  const cursor = useLocalMonth(offered.date);
  const [tried, setTried] = useState<Day | null>(null);
  const { query, byDay } = useShiftsByDay(gridSpan(cursor.month));
  // the longest range, whatever month is shown
  const around = useQuery(dayChoicesQuery(offered.id, spanAround(offered.date, null)));
  const shown = useQuery(dayChoicesQuery(offered.id, spanAround(offered.date, cursor.month)));
  const failed = [query, around, shown].find(({ isError, data }) => isError && !data);
  if (failed) return <QueryStatus query={failed} failed="Non riesco a mostrare i giorni." />;
  const days = [...(around.data?.days ?? []), ...(shown.data?.days ?? [])];
  const isPending = query.isPending || around.isPending || shown.isPending;
  const chosen = chosenDays(value, offered.date, days, today);
  const closedFor = (day: Day): string | null =>
    isPending
      ? 'caricamento'
      : closedDayText(day, { offeredDay: offered.date, days, own: byDay.get(day), today });
  const toggle = (day: Day): void => {
    setTried(day);
    if (closedFor(day) === null || chosen.has(day)) onChange(toggleDay(chosen, day));
  };
  return (
    <>
      <MonthHeader cursor={cursor} today={today} as="h3" />
      <MonthGrid
        cursor={cursor}
        today={today}
        from={today}
        label={`Giorni di ${formatMonth(cursor.month)}`}
        isBusy={isPending}
        isMultiselectable
        renderCell={(cell, stop) => {
          const closedReason = closedFor(cell.day);
          return (
            <PickerCell
              cell={cell}
              stop={stop}
              today={today}
              variant="standard"
              shift={closedReason === null ? undefined : byDay.get(cell.day)}
              closedReason={closedReason}
              isChosen={chosen.has(cell.day)}
              note={closedReason === null ? noteOf(days, cell.day, chosen.has(cell.day)) : undefined}
              onToggle={() => toggle(cell.day)}
            />
          );
        }}
      />
      <p aria-live="polite" className="min-h-12 pt-1 text-caption text-soft">
        {colleaguesText({ tried, closedReason: tried && closedFor(tried), chosen, days })}
      </p>
    </>
  );
}
