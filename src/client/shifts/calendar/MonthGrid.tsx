import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type TouchEvent,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { type Day, weekdayOf } from '../../../domain/calendar/day.ts';
import { type MonthCell, monthGrid } from '../../../domain/calendar/month.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { dayAfterKey } from './gridKeys.ts';
import { type CellStop, columnsOf, LineButton, MonthWeeks, stopOf } from './MonthWeeks.tsx';
import type { MonthCursor } from './useMonthCursor.ts';

const weekdays = [
  ['lun', 'lunedì'],
  ['mar', 'martedì'],
  ['mer', 'mercoledì'],
  ['gio', 'giovedì'],
  ['ven', 'venerdì'],
  ['sab', 'sabato'],
  ['dom', 'domenica'],
] as const;

interface MonthGridProps {
  cursor: MonthCursor;
  label: string;
  isBusy?: boolean;
  isMultiselectable?: boolean;
  /** Takes all days of a weekday or of a week at once: the weekdays' names become buttons, each week gets one. */
  onDays?: ((days: readonly Day[]) => void) | undefined;
  /** A `role="gridcell"` element, without a key; null: the weeks are still empty. */
  renderCell: ((cell: MonthCell, stop: CellStop) => ReactNode) | null;
}

const dayOf = (element: EventTarget): Day | undefined =>
  element instanceof Element ? element.closest<HTMLElement>('[data-day]')?.dataset['day'] : undefined;

/**
 * Six weeks as a grid for keyboard and screen reader: one tab stop, arrows by day and week, Home and End within the
 * week, page keys by month; a sideways swipe turns the page. What a cell shows and does is the caller's.
 */
export function MonthGrid({ cursor, label, isBusy, isMultiselectable, onDays, renderCell }: MonthGridProps) {
  // the same cells until the month turns: their days are not rendered again
  const cells = useMemo(() => monthGrid(cursor.month), [cursor.month]);
  const grid = useRef<HTMLDivElement>(null);
  const answered = useRef(cursor.focusRequest);
  const swipe = useSwipe({
    onLeft: () => cursor.next && cursor.showMonth(cursor.next),
    onRight: () => cursor.previous && cursor.showMonth(cursor.previous),
  });

  // The wanted day may be in a month that is rendered only later: its cell gets the focus once it is the tab stop.
  useEffect(() => {
    const request = cursor.focusRequest;
    if (request === null || request === answered.current || request.day !== cursor.day) return;
    answered.current = request;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${request.day}"]`);
    // whoever pressed elsewhere keeps what they look at
    cell?.focus({ preventScroll: !grid.current?.contains(document.activeElement) });
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // With a key held down, the next press comes before the focus has reached the day of the last one.
    const isUnderway = cursor.focusRequest !== answered.current;
    const day = (isUnderway ? cursor.focusRequest?.day : undefined) ?? dayOf(event.target);
    const target = day === undefined ? null : dayAfterKey(day, event.key);
    if (target === null) return;
    event.preventDefault();
    cursor.focusDay(target);
  };
  const onFocus = (event: FocusEvent): void => {
    const day = dayOf(event.target);
    if (day !== undefined && day !== cursor.day) cursor.restAt(day);
  };

  const columns = columnsOf(onDays);
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-busy={isBusy}
      aria-multiselectable={isMultiselectable}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      {...swipe}
      className="@container/month touch-pan-y select-none"
    >
      <div role="row" className={`grid ${columns} py-2 text-center text-caption font-medium text-soft`}>
        {onDays && (
          <div role="columnheader" className="@max-[16rem]/month:hidden">
            <VisuallyHidden>settimana</VisuallyHidden>
          </div>
        )}
        {weekdays.map(([short, long], weekday) => {
          const name = (
            <>
              {short.slice(0, 1)}
              <span className="@max-[16rem]/month:hidden">{short.slice(1)}</span>
            </>
          );
          return (
            <div key={long} role="columnheader" aria-label={long}>
              {onDays ? (
                <LineButton
                  label={`Tutti: ${long}`}
                  onPress={() =>
                    onDays(
                      cells
                        .filter(({ day, isInMonth }) => isInMonth && weekdayOf(day) === weekday + 1)
                        .map(({ day }) => day),
                    )
                  }
                >
                  {name}
                </LineButton>
              ) : (
                name
              )}
            </div>
          );
        })}
      </div>
      {renderCell ? (
        <MonthWeeks cells={cells} onDays={onDays}>
          {(cell) => renderCell(cell, stopOf(cell, cell.day === cursor.day))}
        </MonthWeeks>
      ) : (
        <EmptyWeeks />
      )}
    </div>
  );
}

/** As high as the weeks of `CalendarCell`. */
const EmptyWeeks = () =>
  [0, 1, 2, 3, 4, 5].map((week) => (
    <div key={week} className="min-h-18.5 border-t border-line md:min-h-24" />
  ));

/** How far a finger travels before it means a swipe, in pixels. */
const threshold = 50;

interface SwipeActions {
  onLeft: () => void;
  onRight: () => void;
}

/** Handlers that tell a sideways swipe of one finger from a tap and from scrolling. */
function useSwipe({ onLeft, onRight }: SwipeActions) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: (event: TouchEvent): void => {
      const touch = event.touches.item(0);
      start.current = event.touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: (event: TouchEvent): void => {
      const touch = event.changedTouches.item(0);
      if (!start.current || !touch) return;
      const x = touch.clientX - start.current.x;
      const y = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(x) < threshold || Math.abs(x) < 2 * Math.abs(y)) return;
      if (x < 0) onLeft();
      else onRight();
    },
    onTouchCancel: (): void => {
      start.current = null;
    },
  };
}
