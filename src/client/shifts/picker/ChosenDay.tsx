import { useEffect } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { formatMonth } from '../../../domain/calendar/month.ts';
import { MonthGrid } from '../calendar/MonthGrid.tsx';
import { MonthHeader } from '../calendar/PageTurner.tsx';
import { useLocalMonth } from '../calendar/useMonthCursor.ts';
import { useToday } from '../clock.ts';
import { PickerCell } from './PickerCell.tsx';

interface ChosenDayProps {
  value: Day | null;
  min: Day | undefined;
  max: Day | undefined;
  onChoose: (day: Day) => void;
}

/** A month to choose one day from; the focus starts on the chosen day, or on today. */
export function ChosenDay({ value, min, max, onChoose }: ChosenDayProps) {
  const today = useToday();
  const cursor = useLocalMonth(value ?? today);
  const { focusDay } = cursor;
  useEffect(() => {
    focusDay(value ?? today);
    // only when it opens
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const closedReason = (day: Day): string | null =>
    (min !== undefined && day < min) || (max !== undefined && day > max) ? 'non si può scegliere' : null;
  return (
    <>
      <MonthHeader cursor={cursor} today={today} as="h3" />
      <MonthGrid
        cursor={cursor}
        today={today}
        from={min}
        label={`Giorni di ${formatMonth(cursor.month)}`}
        renderCell={(cell, stop) => (
          <PickerCell
            cell={cell}
            stop={stop}
            today={today}
            variant="standard"
            shift={undefined}
            closedReason={closedReason(cell.day)}
            isChosen={cell.day === value}
            onToggle={() => {
              if (closedReason(cell.day) === null) onChoose(cell.day);
            }}
          />
        )}
      />
    </>
  );
}
