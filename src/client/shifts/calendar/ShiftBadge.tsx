import { ArrowLeftRight, Hourglass, NotebookPen, SquareSplitHorizontal } from 'lucide-react';
import { endsNextDay, formatClockTimes } from '../../../domain/shifts/duty.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { classNames } from '../../ui/classNames.ts';
import { markOf, shortTimes, typeLetterOf } from '../marks.ts';
import { DayTrack } from './DayTrack.tsx';

/** Small signs of an entry: split, swapped, offered, with notes. Their words are part of the entry's name. */
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

const hasSigns = (shift: Shift): boolean =>
  shift.isSplitShift || Boolean(shift.exchangeInfo ?? shift.openRequestId ?? shift.notes);

/** Where a magnified month has room for the letter alone; the line below it shows the time, the day's name says it. */
const roomy = '@max-[16rem]/month:hidden';

/** A word of so many letters fits into a cell of a phone. */
const shortWord = 6;

interface ShiftBadgeProps {
  shift: Shift;
  variant: WorksiteVariant;
  isPast: boolean;
}

/** Past ones are only outlined; a rest day is an open frame, unlike a day with nothing in it and unlike a holiday. */
function groundOf({ workLocation }: Shift, isPast: boolean): string {
  if (workLocation === 'libero') return 'border-dashed border-edge';
  return isPast ? 'border-line' : 'border-transparent bg-tone-soft';
}

/** What an entry looks like in a cell of the month: a letter, its colour, its times, and where in the day they lie. */
export function ShiftBadge({ shift, variant, isPast }: ShiftBadgeProps) {
  const mark = markOf(shift, variant);
  const type = typeLetterOf(shift, variant);
  const times = shortTimes(shift);
  return (
    <span
      aria-hidden
      data-tone={mark.tone}
      className={classNames(
        'flex h-full w-full flex-col items-center justify-center rounded-md border text-tone-ink',
        'md:items-start md:gap-0.5 md:px-2 print:items-start print:gap-0.5 print:px-2',
        groundOf(shift, isPast),
      )}
    >
      <span className="flex max-w-full items-center gap-0.5 md:gap-1.5 print:gap-1.5">
        <span className="shrink-0 leading-5 font-bold whitespace-nowrap @max-[16rem]/month:text-[0.6875rem]">
          {mark.letter}
          {type ? (
            // The narrowest cells have room for the letter or for signs; the bar below says the same as the letter.
            <span
              className={classNames(
                'text-caption font-semibold @max-[16rem]/month:hidden',
                hasSigns(shift) && 'max-[22.5rem]:hidden',
              )}
            >
              ·{type}
            </span>
          ) : null}
        </span>
        {/* 'Smart' of 'Smart working', which no cell has room for */}
        <span className="hidden min-w-0 truncate text-caption font-semibold lg:inline print:inline">
          {mark.name.split(' ', 1)}
        </span>
        {endsNextDay(shift) && (
          <span className={classNames('text-caption leading-5 font-semibold', roomy)}>+1</span>
        )}
        <span className={classNames('contents', roomy)}>
          <ShiftSigns shift={shift} />
        </span>
      </span>
      {times.length === 0 && mark.name.length <= shortWord && (
        <span
          className={classNames(
            'text-caption leading-4 lowercase max-[22.5rem]:text-[0.6875rem] lg:hidden print:hidden',
            roomy,
          )}
        >
          {mark.name}
        </span>
      )}
      {times.length === 1 && (
        <>
          <span
            className={classNames(
              'tabular text-caption leading-4 max-[22.5rem]:text-[0.6875rem] md:hidden print:hidden',
              roomy,
            )}
          >
            <Span text={times[0]} />
          </span>
          <span className="tabular hidden text-caption leading-4 whitespace-nowrap md:inline print:inline">
            {formatClockTimes(shift)}
          </span>
        </>
      )}
      {times.length > 1 && (
        <span
          className={classNames(
            'tabular flex flex-col text-caption leading-3 max-[22.5rem]:text-[0.6875rem] md:flex-row md:gap-1.5 md:leading-4 print:flex-row print:gap-1.5 print:leading-4',
            roomy,
          )}
        >
          {times.map((span) => (
            <span key={span}>
              <Span text={span} />
            </span>
          ))}
        </span>
      )}
      {times.length > 0 && (
        <span className="mt-0.5 block w-full max-w-10 md:max-w-20">
          <DayTrack duty={shift} />
        </span>
      )}
    </span>
  );
}

/** A span of time that may go on in a second line after its dash, where the cell is too narrow for one. */
function Span({ text = '' }: { text: string | undefined }) {
  const [start, end] = text.split('–');
  return (
    <>
      {start}–<wbr />
      {end}
    </>
  );
}
