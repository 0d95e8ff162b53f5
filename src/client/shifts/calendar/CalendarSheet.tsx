import { useDeferredValue } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { formatMonth } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { CalendarCell } from './CalendarCell.tsx';
import { ExportButton } from './ExportButton.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { MonthHeader } from './MonthHeader.tsx';
import { PrintButton } from './PrintButton.tsx';
import type { MonthCursor } from './useMonthCursor.ts';
import type { MonthShifts } from './useMonthShifts.ts';

interface CalendarSheetProps {
  cursor: MonthCursor;
  /** Of the month that is shown. */
  monthShifts: MonthShifts;
  today: Day;
  variant: WorksiteVariant;
  onOpen: (shift: Shift) => void;
}

/** The sheet with the month: its name and buttons, then the grid, or what went wrong in its place. */
export function CalendarSheet({ cursor, monthShifts: { query, byDay }, ...look }: CalendarSheetProps) {
  // on a slow phone the page and the month's name are painted before its 42 days
  const drawsDays = useDeferredValue(true, false);
  return (
    <div className="print-sheet-part -mx-4 border-y border-line bg-surface px-1 pt-2 pb-1 md:mx-0 md:rounded-lg md:border md:p-4 md:shadow-raised print:m-0 print:border-0 print:p-0 print:shadow-none">
      <div className="px-3 md:px-0 print:hidden">
        <MonthHeader cursor={cursor} today={look.today}>
          <ExportButton month={cursor.month} className="max-md:hidden" />
          <PrintButton className="max-md:hidden" />
        </MonthHeader>
      </div>
      {query.isError && !query.data ? (
        <div className="grid min-h-[30.25rem] place-items-center md:min-h-[38.5rem]">
          <QueryStatus query={query} failed="Non riesco a mostrare il calendario." />
        </div>
      ) : (
        <MonthGrid
          cursor={cursor}
          label={`Turni di ${formatMonth(cursor.month)}`}
          isBusy={query.isPending || !drawsDays}
          renderCell={
            drawsDays
              ? (cell, { tabIndex }) => (
                  <CalendarCell
                    cell={cell}
                    isStop={tabIndex === 0}
                    shift={byDay.get(cell.day)}
                    isLoading={query.data === undefined}
                    {...look}
                  />
                )
              : null
          }
        />
      )}
    </div>
  );
}
