import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { type Day, weekdayOf } from '../../../domain/calendar/day.ts';
import type { MonthCell } from '../../../domain/calendar/month.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

const weeks = [0, 1, 2, 3, 4, 5] as const;

/** To be spread on the one focusable element of a cell. */
export interface CellStop {
  tabIndex: 0 | -1;
  'data-day': Day;
}

/** A cell's part in the keyboard's way through the grid. */
export const stopOf = ({ day }: MonthCell, isStop: boolean): CellStop => ({
  tabIndex: isStop ? 0 : -1,
  'data-day': day,
});

type OnDays = (days: readonly Day[]) => void;

/** The columns of a month. Where large text leaves no room for them, weeks have no buttons. */
export const columnsOf = (onDays: OnDays | undefined): string =>
  onDays ? 'grid-cols-[1.75rem_repeat(7,minmax(0,1fr))] @max-[16rem]/month:grid-cols-7' : 'grid-cols-7';

interface MonthWeeksProps {
  cells: readonly MonthCell[];
  onDays?: OnDays | undefined;
  /** A `role="gridcell"` element, without a key. */
  children: (cell: MonthCell) => ReactNode;
}

/** The six weeks of a month's grid. */
export function MonthWeeks({ cells, onDays, children }: MonthWeeksProps) {
  // By their place, not their day: another month is written into the cells of the last one, and nothing moves.
  return weeks.map((week) => (
    <div key={week} role="row" className={`grid ${columnsOf(onDays)}`}>
      {onDays && (
        <div role="rowheader" className="@max-[16rem]/month:hidden">
          <WeekButton days={cells.slice(week * 7, week * 7 + 7).map(({ day }) => day)} onDays={onDays} />
        </div>
      )}
      {cells.slice(week * 7, week * 7 + 7).map((cell) => (
        <Fragment key={weekdayOf(cell.day)}>{children(cell)}</Fragment>
      ))}
    </div>
  ));
}

interface LineButtonProps {
  label: string;
  onPress: () => void;
  children: ReactNode;
}

/** Beside a line of days: takes all of them. Not among the cells that the arrow keys reach. */
export function LineButton({ label, onPress, children }: LineButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="grid size-full min-h-11 place-items-center rounded-md hover:bg-accent-soft hover:text-accent"
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden>{children}</span>
    </button>
  );
}

function WeekButton({ days, onDays }: { days: readonly Day[]; onDays: OnDays }) {
  const [from, to] = [days.at(0), days.at(-1)];
  if (from === undefined || to === undefined) return null;
  return (
    <LineButton label={`Settimana ${formatWeek({ from, to })}`} onPress={() => onDays(days)}>
      <ChevronRight className="size-4" />
    </LineButton>
  );
}
