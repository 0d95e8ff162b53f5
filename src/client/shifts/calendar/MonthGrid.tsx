import type { ReactNode } from 'react';
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
  return (
    <MonthFrame {...frame}>
      <MonthWeeks cells={monthGrid(cursor.month)} onDays={onDays}>
        {(cell) => renderCell(cell, stopOf(cell, cell.day === cursor.day))}
      </MonthWeeks>
    </MonthFrame>
  );
}
