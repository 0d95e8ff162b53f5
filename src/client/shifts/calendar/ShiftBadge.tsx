import { ArrowLeftRight, Hourglass, NotebookPen, SquareSplitHorizontal } from 'lucide-react';
import { endsNextDay } from '../../../domain/shifts/duty.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { classNames } from '../../ui/classNames.ts';
import { markOf, shortTimes } from '../marks.ts';

/** Icons of an entry: split, swapped, offered, with notes. Their text is part of the entry's name. */
export function ShiftSigns({ shift }: { shift: Shift }) {
  const icon = { 'aria-hidden': true, size: 12, strokeWidth: 2.5 } as const;
  return (
    <>
      {shift.isSplitShift && <SquareSplitHorizontal {...icon} />}
      {shift.exchangeInfo && <ArrowLeftRight {...icon} />}
      {shift.openRequestId && <Hourglass {...icon} />}
      {shift.notes && <NotebookPen {...icon} />}
    </>
  );
}

/** Past entries are outlined; a rest day has a dashed frame, unlike empty days and holidays. */
function groundOf({ workLocation }: Shift, isPast: boolean): string {
  if (workLocation === 'libero') return 'border-dashed border-edge';
  return isPast ? 'border-line' : 'border-transparent bg-tone-soft';
}

interface ShiftBadgeProps {
  shift: Shift;
  variant: WorksiteVariant;
  isPast: boolean;
}

/** An entry in a cell of the month: its letter and colour, then its times or its name. */
export function ShiftBadge({ shift, variant, isPast }: ShiftBadgeProps) {
  const mark = markOf(shift, variant);
  const times = shortTimes(shift);
  return (
    <span
      aria-hidden
      data-tone={mark.tone}
      className={classNames(
        'flex h-full w-full flex-col items-center justify-center rounded-md border text-tone-ink',
        groundOf(shift, isPast),
      )}
    >
      <span className="flex max-w-full items-center gap-0.5 leading-5 font-bold whitespace-nowrap @max-[16rem]/month:text-[0.6875rem]">
        {mark.letter}
        {endsNextDay(shift) && <span className="text-caption @max-[16rem]/month:hidden">+1</span>}
        <span className="contents @max-[16rem]/month:hidden">
          <ShiftSigns shift={shift} />
        </span>
      </span>
      <span
        className={classNames(
          'tabular text-center text-caption leading-4 @max-[24rem]/month:text-[0.6875rem] @max-[16rem]/month:hidden',
          times.length > 1 && 'leading-3',
          // 'malattia' is wider than a cell of the narrowest phones
          times.length === 0 && mark.name.length > 6 && '@max-[22rem]/month:hidden',
        )}
      >
        {times.length === 0
          ? mark.name.toLowerCase()
          : times.map((part) => (
              <span key={part} className="block">
                {part}
              </span>
            ))}
      </span>
    </span>
  );
}
