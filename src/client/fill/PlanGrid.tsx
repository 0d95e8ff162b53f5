import type { Day } from '../../domain/calendar/day.ts';
import { formatMonth, type MonthCell } from '../../domain/calendar/month.ts';
import type { PlannedDuty } from '../../domain/shifts/duty.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { type CellStop, MonthGrid } from '../shifts/calendar/MonthGrid.tsx';
import { MonthHeader } from '../shifts/calendar/PageTurner.tsx';
import type { MonthCursor } from '../shifts/calendar/useMonthCursor.ts';
import { countDays, listSpans } from '../shifts/dayLists.ts';
import { nameOfDay, nameOfEntry } from '../shifts/dayNames.ts';
import { markOfPlanned, nameOfPlanned } from '../shifts/fill/DutyChips.tsx';
import { RefusedDayList } from '../shifts/form/RefusedDayList.tsx';
import { markOf, shortTimes } from '../shifts/marks.ts';
import { classNames } from '../ui/classNames.ts';
import { LetterBadge } from '../ui/LetterBadge.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { JudgedPlan } from './plan.ts';

interface PlanGridProps {
  cursor: MonthCursor;
  today: Day;
  variant: WorksiteVariant;
  planned: ReadonlyMap<Day, PlannedDuty>;
  byDay: ReadonlyMap<Day, Shift>;
  refused: ReadonlySet<Day>;
  onToggle: (days: readonly Day[]) => void;
}

export function PlanGrid({ cursor, today, variant, planned, byDay, refused, onToggle }: PlanGridProps) {
  return (
    <div>
      <MonthHeader cursor={cursor} today={today} as="h2" />
      <MonthGrid
        cursor={cursor}
        today={today}
        label={`Giorni di ${formatMonth(cursor.month)}`}
        isMultiselectable
        onDays={onToggle}
        renderCell={(cell, stop) => (
          <PlanCell
            cell={cell}
            stop={stop}
            today={today}
            variant={variant}
            duty={planned.get(cell.day)}
            shift={byDay.get(cell.day)}
            isRefused={refused.has(cell.day)}
            onToggle={() => onToggle([cell.day])}
          />
        )}
      />
    </div>
  );
}

interface PlanCellProps {
  cell: MonthCell;
  stop: CellStop;
  today: Day;
  variant: WorksiteVariant;
  duty: PlannedDuty | undefined;
  shift: Shift | undefined;
  isRefused: boolean;
  onToggle: () => void;
}

function PlanCell({ cell, stop, today, variant, duty, shift, isRefused, onToggle }: PlanCellProps) {
  const mark = duty ? markOfPlanned(duty, variant) : shift && markOf(shift, variant);
  const [times] = shortTimes(duty ?? shift ?? {});
  const name = duty
    ? `${nameOfDay(cell.day)}, da inserire: ${nameOfPlanned(duty, variant)}`
    : nameOfEntry(cell.day, shift, variant);
  return (
    <div
      {...stop}
      role="gridcell"
      aria-selected={duty !== undefined}
      aria-current={cell.day === today ? 'date' : undefined}
      onClick={onToggle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onToggle();
      }}
      className="flex h-18 cursor-pointer p-0.5 outline-offset-[-2px]"
    >
      <span className="sr-only">{name}</span>
      <span
        aria-hidden
        className={classNames(
          'tabular flex min-w-0 flex-1 flex-col items-center justify-start rounded-md border pt-0.5 text-caption leading-5',
          isRefused
            ? 'border-dashed border-danger'
            : duty
              ? 'border-accent bg-accent-soft font-semibold'
              : 'border-transparent',
          !duty && (cell.day < today || !cell.isInMonth) && 'text-soft',
        )}
      >
        <span
          className={classNames(cell.day === today && 'font-bold text-accent underline underline-offset-4')}
        >
          {cell.number}
        </span>
        {mark && (
          <span className={classNames('flex flex-col items-center', !duty && 'text-soft')}>
            <span className="contents @max-[16rem]/month:hidden">
              <LetterBadge letter={mark.letter} tone={mark.tone} size="small" />
            </span>
            <span className="hidden font-bold @max-[16rem]/month:inline">{mark.letter}</span>
            {times !== undefined && (
              <span className="text-[0.6875rem] leading-4 @max-[20rem]/month:hidden">{times}</span>
            )}
          </span>
        )}
      </span>
    </div>
  );
}

export function Outcome({ judged, isReplacing }: { judged: JudgedPlan; isReplacing: boolean }) {
  const { skipped, replaced, refused } = judged;
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {skipped.length > 0 && (
        <p className="tabular text-caption text-soft">
          {isReplacing ? 'Restano come sono' : 'Già pieni, restano come sono'}: {listSpans(skipped)}
        </p>
      )}
      {replaced.length > 0 && (
        <Notice variant="warn" title={`${countDays(replaced.length)} da sostituire`}>
          <p className="tabular">{listSpans(replaced)}</p>
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice variant="warn" title={`${countDays(refused.length)} fuori dal piano`}>
          <RefusedDayList refused={refused} />
        </Notice>
      )}
    </div>
  );
}
