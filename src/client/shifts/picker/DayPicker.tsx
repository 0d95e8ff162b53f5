import { useRef, useState } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { formatMonth, gridSpan, monthGrid } from '../../../domain/calendar/month.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { announceInput } from '../../ui/announceInput.ts';
import { FieldError } from '../../ui/Field.tsx';
import { MonthGrid } from '../calendar/MonthGrid.tsx';
import { MonthHeader } from '../calendar/PageTurner.tsx';
import type { MonthCursor } from '../calendar/useMonthCursor.ts';
import { useShiftsByDay } from '../calendar/useShiftsByDay.ts';
import { isWeekday } from '../dayLists.ts';
import { nameOfDay } from '../dayNames.ts';
import { closedReason } from '../form/refusedDays.ts';
import { ChoiceShortcuts } from './ChoiceShortcuts.tsx';
import { PickerCell } from './PickerCell.tsx';

interface DayPickerProps {
  cursor: MonthCursor;
  chosen: ReadonlySet<Day>;
  onChange: (chosen: ReadonlySet<Day>) => void;
  owner: ShiftOwner;
  today: Day;
  error?: string | undefined;
}

/** A month in which days are picked. Filled, past and far days are closed and say why when pressed. */
export function DayPicker({ cursor, chosen, onChange, owner, today, error }: DayPickerProps) {
  const { query, byDay } = useShiftsByDay(gridSpan(cursor.month));
  const root = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState<Day | null>(null);
  const closedFor = (day: Day): string | null => closedReason(day, today, byDay.get(day), owner);
  const openWeekdays = monthGrid(cursor.month)
    .filter(({ day, isInMonth }) => isInMonth && isWeekday(day) && closedFor(day) === null)
    .map(({ day }) => day);
  const change = (days: ReadonlySet<Day>): void => {
    announceInput(root.current);
    onChange(days);
  };
  const toggle = (day: Day): void => {
    setTried(closedFor(day) === null ? null : day);
    const changed = new Set(chosen);
    if (!changed.delete(day) && closedFor(day) === null) changed.add(day);
    change(changed);
  };
  const explained = tried ?? [...chosen].find((day) => closedFor(day) !== null) ?? null;
  if (query.isError && !query.data) {
    return <QueryStatus query={query} failed="Non riesco a mostrare il calendario." />;
  }
  return (
    <div ref={root} data-problem={error !== undefined}>
      <MonthHeader cursor={cursor} today={today} as="h3" />
      <MonthGrid
        cursor={cursor}
        today={today}
        from={today}
        label={`Giorni di ${formatMonth(cursor.month)}`}
        isBusy={query.isPending}
        isMultiselectable
        renderCell={(cell, stop) => (
          <PickerCell
            cell={cell}
            stop={stop}
            today={today}
            variant={owner.variant}
            shift={byDay.get(cell.day)}
            closedReason={query.isPending ? 'caricamento' : closedFor(cell.day)}
            isChosen={chosen.has(cell.day)}
            onToggle={() => toggle(cell.day)}
          />
        )}
      />
      <p aria-live="polite" className="min-h-6 pt-2 text-caption text-soft first-letter:uppercase">
        {explained !== null && `${nameOfDay(explained)}: ${closedFor(explained) ?? ''}`}
      </p>
      <FieldError id="days" error={error} />
      <ChoiceShortcuts
        chosen={chosen}
        freeWeekdays={query.isPending ? [] : openWeekdays}
        onChange={change}
        owner={owner}
        today={today}
      />
    </div>
  );
}
