import { type ReactNode, useMemo } from 'react';
import { type MonthCell, monthGrid } from '../../../domain/calendar/month.ts';
import { MonthFrame, type MonthFrameProps } from './MonthFrame.tsx';
import { type CellStop, MonthWeeks, stopOf } from './MonthWeeks.tsx';

interface MonthGridProps extends Omit<MonthFrameProps, 'children'> {
  /** A `role="gridcell"` element, without a key. */
  renderCell: (cell: MonthCell, stop: CellStop) => ReactNode;
}

/** One month as a grid. */
export function MonthGrid({ renderCell, ...frame }: MonthGridProps) {
  const { cursor, onDays } = frame;
  // the same cells until the month turns: their days are not rendered again
  const cells = useMemo(() => monthGrid(cursor.month), [cursor.month]);
  return (
    <MonthFrame {...frame}>
      <MonthWeeks cells={cells} onDays={onDays}>
        {(cell) => renderCell(cell, stopOf(cell, cell.day === cursor.day))}
      </MonthWeeks>
    </MonthFrame>
  );
}
