import { useQuery } from '@tanstack/react-query';
import { memo, type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { gridSpan, type Month, monthGrid } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { calendarShiftsQuery } from '../api.ts';
import { CalendarCell } from './CalendarCell.tsx';
import { type Leaves, turnedTo, withAhead } from './leaves.ts';
import { MonthWeeks } from './MonthWeeks.tsx';
import type { MonthCursor } from './useMonthCursor.ts';

interface DayLook {
  today: Day;
  variant: WorksiteVariant;
  onOpen: (shift: Shift) => void;
}

/** For the month in sight and its neighbours. */
const places = [0, 1, 2] as const;

interface CalendarLeavesProps extends DayLook {
  cursor: MonthCursor;
  /** The entries of its month; undefined while they are on their way. */
  shifts: readonly Shift[] | undefined;
}

/**
 * The month of the cursor, and those on both sides out of sight: drawn and laid out ahead, which on a phone takes longer
 * than a finger waits.
 */
export function CalendarLeaves({ cursor, shifts, ...look }: CalendarLeavesProps) {
  const months = useLeaves(cursor);
  // by their place: a month that is not there yet is written into the cells of another one
  return places.map((place) => {
    const month = months[place];
    if (month === undefined) return null;
    const isShown = month === cursor.month;
    return (
      <Leaf
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

function useLeaves({ month, previous, next }: MonthCursor): readonly Month[] {
  const [leaves, setLeaves] = useState<Leaves>({ months: [month], shown: month });
  if (leaves.shown !== month) setLeaves(turnedTo(leaves, month));
  const before = useIsKnown(previous);
  const after = useIsKnown(next);
  useEffect(() => {
    const ahead = [...(before ? [previous] : []), ...(after ? [next] : [])].filter((one) => one !== null);
    const draw = (): void => startTransition(() => setLeaves((last) => withAhead(last, ahead)));
    return runWhenIdle([draw], pause);
  }, [previous, next, before, after]);
  return leaves.months;
}

/** Whether the entries of a month are here. */
function useIsKnown(month: Month | null): boolean {
  const { queryKey } = calendarShiftsQuery(gridSpan(month ?? '2000-01'));
  return useQuery<Shift[]>({ queryKey, enabled: false, notifyOnChangeProps: ['isSuccess'] }).isSuccess;
}

interface LeafProps extends DayLook {
  month: Month;
  /** The day of it that the Tab key reaches. */
  stop: Day;
  isShown: boolean;
  /** Of the month that is shown: rendered with all that goes with them, such as the focus of a day that has changed. */
  shifts: readonly Shift[] | undefined;
}

const Leaf = memo(function Leaf({ month, stop, isShown, shifts, today, variant, onOpen }: LeafProps) {
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
      role="rowgroup"
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
