import { useQuery } from '@tanstack/react-query';
import { memo, type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { gridSpan, type Month, monthGrid } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { calendarShiftsQuery } from '../api.ts';
import { CalendarCell } from './CalendarCell.tsx';
import { MonthWeeks } from './MonthWeeks.tsx';
import type { MonthCursor } from './useMonthCursor.ts';

/** The places in which months are drawn, one of them in sight. */
export interface DrawnMonths {
  months: readonly Month[];
  shown: Month;
}

/** A month that stands in no place yet takes that of the month in sight. */
export function turnedTo({ months, shown }: DrawnMonths, month: Month): DrawnMonths {
  if (months.includes(month)) return { months, shown: month };
  return { months: months.map((one) => (one === shown ? month : one)), shown: month };
}

/** The neighbours take places whose months are no longer needed, then new ones. */
export function withAhead(drawn: DrawnMonths, ahead: readonly Month[]): DrawnMonths {
  const { months, shown } = drawn;
  const needed = new Set([shown, ...ahead]);
  const missing = ahead.filter((month) => !months.includes(month));
  if (missing.length === 0) return drawn;
  const kept = months.map((month) => (needed.has(month) ? month : (missing.shift() ?? month)));
  return { months: [...kept, ...missing], shown };
}

interface DayLook {
  today: Day;
  variant: WorksiteVariant;
  onOpen: (shift: Shift) => void;
}

/** For the month in sight and its neighbours. */
const places = [0, 1, 2] as const;

interface CalendarMonthsProps extends DayLook {
  cursor: MonthCursor;
  /** The entries of its month; undefined while they are on their way. */
  shifts: readonly Shift[] | undefined;
}

/**
 * The month of the cursor, and those on both sides out of sight: drawn and laid out ahead, which on a phone takes longer
 * than a finger waits.
 */
export function CalendarMonths({ cursor, shifts, ...look }: CalendarMonthsProps) {
  const months = useDrawnMonths(cursor);
  // by their place: a month that is not there yet is written into the cells of another one
  return places.map((place) => {
    const month = months[place];
    if (month === undefined) return null;
    const isShown = month === cursor.month;
    return (
      <MonthBlock
        key={place}
        month={month}
        stop={cursor.dayIn(month)}
        isShown={isShown}
        shifts={isShown ? shifts : undefined}
        {...look}
      />
    );
  });
}

/** After a turn the next neighbour is drawn once the turned month has been painted, in milliseconds. */
const pause = 250;

function useDrawnMonths({ month, previous, next }: MonthCursor): readonly Month[] {
  const [drawn, setDrawn] = useState<DrawnMonths>({ months: [month], shown: month });
  if (drawn.shown !== month) setDrawn(turnedTo(drawn, month));
  const before = useIsKnown(previous);
  const after = useIsKnown(next);
  useEffect(() => {
    const ahead = [...(before ? [previous] : []), ...(after ? [next] : [])].filter((one) => one !== null);
    const draw = (): void => startTransition(() => setDrawn((last) => withAhead(last, ahead)));
    return runWhenIdle([draw], pause);
  }, [previous, next, before, after]);
  return drawn.months;
}

/** Whether the entries of a month are here. */
function useIsKnown(month: Month | null): boolean {
  const { queryKey } = calendarShiftsQuery(gridSpan(month ?? '2000-01'));
  return useQuery<Shift[]>({ queryKey, enabled: false, notifyOnChangeProps: ['isSuccess'] }).isSuccess;
}

interface MonthBlockProps extends DayLook {
  month: Month;
  /** The day of it that the Tab key reaches. */
  stop: Day;
  isShown: boolean;
  /** Of the month that is shown: rendered with all that goes with them, such as the focus of a day that has changed. */
  shifts: readonly Shift[] | undefined;
}

const MonthBlock = memo(function MonthBlock({
  month,
  stop,
  isShown,
  shifts,
  today,
  variant,
  onOpen,
}: MonthBlockProps) {
  const root = useRef<HTMLDivElement>(null);
  const cells = useMemo(() => monthGrid(month), [month]);
  // out of sight: what was fetched ahead
  const ahead = useQuery({ ...calendarShiftsQuery(gridSpan(month)), enabled: false }).data;
  const known = isShown ? shifts : ahead;
  const byDay = useMemo(() => new Map(known?.map((shift) => [shift.date, shift])), [known]);
  useLayoutAhead(root, isShown, cells, byDay);
  return (
    <div
      ref={root}
      // out of sight a screen reader would find a group without rows
      role={isShown ? 'rowgroup' : undefined}
      data-ahead={isShown ? undefined : ''}
      className={isShown ? 'flow-root' : 'flow-root [content-visibility:hidden] print:hidden'}
    >
      <MonthWeeks cells={cells}>
        {(cell) => (
          <CalendarCell
            cell={cell}
            isStop={cell.day === stop}
            isCurrent={isShown && cell.day === today}
            shift={byDay.get(cell.day)}
            today={today}
            variant={variant}
            isLoading={known === undefined}
            onOpen={onOpen}
          />
        )}
      </MonthWeeks>
    </div>
  );
});

/** The browser lays out what is out of sight only where somebody asks for its size, and keeps the answer. */
function useLayoutAhead(
  root: RefObject<HTMLElement | null>,
  isShown: boolean,
  ...content: readonly unknown[]
): void {
  useEffect(
    () => (isShown ? undefined : runWhenIdle([() => root.current?.firstElementChild?.clientHeight], 0)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- anew for another content
    [root, isShown, ...content],
  );
}
