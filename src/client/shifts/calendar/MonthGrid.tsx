import { ChevronRight } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, type TouchEvent, useRef, useState } from 'react';
import { addDays, type Day, weekdayOf } from '../../../domain/calendar/day.ts';
import { addMonths, type MonthCell, monthGrid, monthOf } from '../../../domain/calendar/month.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import { dayAfterKey, firstMonth, lastMonth } from './gridKeys.ts';
import { useDayFocus } from './useDayFocus.ts';
import type { MonthCursor } from './useMonthCursor.ts';

export const weekdays = [
  ['lun', 'lunedì'],
  ['mar', 'martedì'],
  ['mer', 'mercoledì'],
  ['gio', 'giovedì'],
  ['ven', 'venerdì'],
  ['sab', 'sabato'],
  ['dom', 'domenica'],
] as const;

/** Props to spread on a cell's one focusable element. */
export interface CellStop {
  tabIndex: 0 | -1;
  'data-day': Day;
}

interface MonthGridProps {
  cursor: MonthCursor;
  today: Day;
  label: string;
  isBusy?: boolean;
  isMultiselectable?: boolean;
  /** Weeks that end before this day are left out. */
  from?: Day | undefined;
  /** Selects all days of a weekday or week: weekday names become buttons, and each week gets one. */
  onDays?: ((days: readonly Day[]) => void) | undefined;
  /** A `role="gridcell"` element, without a key. */
  renderCell: (cell: MonthCell, stop: CellStop) => ReactNode;
}

const dayOf = (element: EventTarget): Day | undefined =>
  element instanceof Element ? element.closest<HTMLElement>('[data-day]')?.dataset['day'] : undefined;

/**
 * Six weeks as a grid for keyboard and screen reader: one tab stop, arrows by day and week, Home and End within the
 * week, page keys by month; a sideways swipe turns the page.
 */
export function MonthGrid({ cursor, today, label, onDays, renderCell, ...props }: MonthGridProps) {
  const { month, showMonth, focusDay } = cursor;
  const grid = useDayFocus<HTMLDivElement>(cursor.focus);
  const [visited, setVisited] = useState<Day | null>(null);
  const swipe = useSwipe((months) => {
    const target = addMonths(month, months);
    if (target >= firstMonth && target <= lastMonth) showMonth(target);
  });
  const cells = monthGrid(month).filter(({ day }) => addDays(day, 7 - weekdayOf(day)) >= (props.from ?? ''));
  const weeks = Map.groupBy(cells, ({ day }) => addDays(day, 1 - weekdayOf(day)));
  const stop = [visited, today].find((day) => day !== null && monthOf(day) === month) ?? `${month}-01`;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const day = dayOf(event.target);
    const target = day === undefined ? null : dayAfterKey(day, event.key);
    if (target === null) return;
    event.preventDefault();
    focusDay(target);
  };
  const columns = onDays
    ? 'grid-cols-[2.75rem_repeat(7,minmax(0,1fr))] @max-[20rem]/month:grid-cols-7'
    : 'grid-cols-7';
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-busy={props.isBusy}
      aria-multiselectable={props.isMultiselectable}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setVisited(dayOf(target) ?? visited)}
      {...swipe}
      className="@container/month touch-pan-y select-none"
    >
      <div role="row" className={`grid ${columns} py-1 text-center text-caption font-medium text-soft`}>
        {onDays && (
          <div role="columnheader" className="@max-[20rem]/month:hidden">
            <span className="sr-only">settimana</span>
          </div>
        )}
        {weekdays.map(([short, long], weekday) => (
          <div key={long} role="columnheader" aria-label={long}>
            {onDays ? (
              <LineButton
                label={`Tutti: ${long}`}
                onPress={() =>
                  onDays(daysIn(cells.filter((one) => one.isInMonth && weekdayOf(one.day) === weekday + 1)))
                }
              >
                <WeekdayName short={short} />
              </LineButton>
            ) : (
              <WeekdayName short={short} />
            )}
          </div>
        ))}
      </div>
      {[...weeks].map(([from, week]) => (
        <div key={from} role="row" className={`grid ${columns}`}>
          {onDays && (
            <div role="rowheader" className="@max-[20rem]/month:hidden">
              <LineButton
                label={`Settimana ${formatWeek({ from, to: addDays(from, 6) })}`}
                onPress={() => onDays(daysIn(week))}
              >
                <ChevronRight className="size-4" />
              </LineButton>
            </div>
          )}
          {week.map((cell) => (
            <Fragment key={cell.day}>
              {renderCell(cell, { tabIndex: cell.day === stop ? 0 : -1, 'data-day': cell.day })}
            </Fragment>
          ))}
        </div>
      ))}
    </div>
  );
}

const daysIn = (cells: readonly MonthCell[]): Day[] => cells.map(({ day }) => day);

/** 'lun'; 'l' if large text leaves no more room. */
export const WeekdayName = ({ short }: { short: string }) => (
  <>
    {short.slice(0, 1)}
    <span className="@max-[16rem]/month:hidden">{short.slice(1)}</span>
  </>
);

interface LineButtonProps {
  label: string;
  onPress: () => void;
  children: ReactNode;
}

/** Selects a row or column of days; not reachable by the arrow keys. */
function LineButton({ label, onPress, children }: LineButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="grid size-full min-h-11 place-items-center rounded-md hover:bg-accent-soft hover:text-accent"
    >
      <span className="sr-only">{label}</span>
      <span aria-hidden>{children}</span>
    </button>
  );
}

/** Minimum swipe distance in pixels. */
const threshold = 50;

/** Handlers that distinguish a one-finger horizontal swipe from taps and scrolling. */
function useSwipe(turn: (months: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent): void => {
      const touch = touches.item(0);
      start.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent): void => {
      const touch = changedTouches.item(0);
      if (!start.current || !touch) return;
      const x = touch.clientX - start.current.x;
      const y = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(x) >= threshold && Math.abs(x) >= 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
    },
    onTouchCancel: (): void => {
      start.current = null;
    },
  };
}
