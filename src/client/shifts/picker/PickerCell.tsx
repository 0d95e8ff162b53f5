import { Check } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { holidayName } from '../../../domain/calendar/holidays.ts';
import type { MonthCell } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { classNames } from '../../ui/classNames.ts';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import type { CellStop } from '../calendar/MonthGrid.tsx';
import { nameOfDay } from '../dayNames.ts';
import { beginsTaxiWeek, markOf } from '../marks.ts';

interface PickerCellProps {
  cell: MonthCell;
  stop: CellStop;
  today: Day;
  variant: WorksiteVariant;
  shift: Shift | undefined;
  /** Why the day cannot be picked; null where it can. */
  closedReason: string | null;
  isChosen: boolean;
  /** A remark on a day that can be picked: visible, and for screen readers. */
  note?: { sign: ReactNode; name: string } | undefined;
  onToggle: () => void;
}

/** A day to pick: the whole cell is the switch. */
export function PickerCell(props: PickerCellProps) {
  const { cell, stop, today, variant, shift, closedReason, isChosen, note, onToggle } = props;
  const isClosed = closedReason !== null;
  const mark = shift && markOf(shift, variant);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onToggle();
  };
  return (
    <div
      {...stop}
      role="gridcell"
      aria-selected={isChosen}
      // a day chosen before it was closed can still be removed
      aria-disabled={isClosed && !isChosen}
      aria-current={cell.day === today ? 'date' : undefined}
      onClick={onToggle}
      onKeyDown={onKeyDown}
      className={classNames(
        'relative flex h-13 p-0.5 outline-offset-[-2px]',
        (!isClosed || isChosen) && 'cursor-pointer',
        beginsTaxiWeek(cell.day, variant) && 'border-l-2 border-edge',
      )}
    >
      <span className="sr-only">
        {[nameOfDay(cell.day), closedReason ?? note?.name].filter(Boolean).join(', ')}
      </span>
      <span
        aria-hidden
        title={holidayName(cell.day) ?? undefined}
        className={classNames(
          'tabular flex min-w-0 flex-1 flex-col items-center justify-center rounded-md border leading-5',
          '@max-[16rem]/month:text-caption',
          isChosen
            ? 'border-accent bg-accent font-bold text-on-accent'
            : isClosed
              ? 'border-transparent text-soft opacity-50'
              : 'border-edge bg-surface font-semibold hover:border-accent',
          !isChosen && cell.day === today && 'text-accent underline underline-offset-4',
          !isChosen && holidayName(cell.day) !== null && 'text-danger',
        )}
      >
        {cell.number}
        <span
          className={classNames(
            'flex items-center gap-0.5 text-caption leading-4 empty:hidden',
            !isChosen && 'font-medium text-soft',
          )}
        >
          {isChosen && <Check className={note ? 'size-3' : 'size-4'} strokeWidth={3} />}
          {note?.sign}
        </span>
        {mark && (
          <span className="contents @max-[16rem]/month:hidden">
            <LetterBadge letter={mark.letter} tone={mark.tone} size="small" />
          </span>
        )}
      </span>
    </div>
  );
}
