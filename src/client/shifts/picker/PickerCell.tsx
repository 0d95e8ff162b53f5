import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { holidayName } from '../../../domain/calendar/holidays.ts';
import type { MonthCell } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { classNames } from '../../ui/classNames.ts';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
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
  onToggle: () => void;
}

/** A day to pick: the whole cell is the switch. */
export function PickerCell(props: PickerCellProps) {
  const { cell, stop, today, variant, shift, closedReason, isChosen, onToggle } = props;
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
      aria-disabled={isClosed}
      aria-current={cell.day === today ? 'date' : undefined}
      onClick={onToggle}
      onKeyDown={onKeyDown}
      className={classNames(
        'relative flex h-13 p-0.5 outline-offset-[-2px]',
        !isClosed && 'cursor-pointer',
        beginsTaxiWeek(cell.day, variant) && 'border-l-2 border-edge',
      )}
    >
      <VisuallyHidden>
        {isClosed ? `${nameOfDay(cell.day)}, ${closedReason}` : nameOfDay(cell.day)}
      </VisuallyHidden>
      <span
        aria-hidden
        title={holidayName(cell.day) ?? undefined}
        className={classNames(
          'tabular flex flex-1 flex-col items-center justify-center rounded-md border leading-5',
          isChosen
            ? 'border-accent bg-accent font-bold text-on-accent'
            : isClosed
              ? 'border-transparent text-soft'
              : 'border-line bg-surface hover:border-accent',
          !isChosen && !isClosed && !cell.isInMonth && 'text-soft',
          !isChosen && cell.day === today && 'font-bold text-accent underline underline-offset-4',
          !isChosen && holidayName(cell.day) !== null && 'font-bold text-danger',
        )}
      >
        {cell.number}
        {isChosen && <Check className="size-4" strokeWidth={3} />}
        {mark && <LetterBadge letter={mark.letter} tone={mark.tone} size="small" />}
      </span>
    </div>
  );
}
