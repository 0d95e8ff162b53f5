import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { formatMonth } from '../../../domain/calendar/month.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { MonthCursor } from './useMonthCursor.ts';

interface MonthHeaderProps {
  cursor: MonthCursor;
  today: Day;
  /** The element that names the month: one heading level below the page's own. */
  as?: 'h2' | 'h3';
  /** Further buttons at the end. */
  children?: ReactNode;
}

/** The month's name between the buttons that turn its pages, and 'Oggi'. */
export function MonthHeader({ cursor, today, as: Heading = 'h2', children }: MonthHeaderProps) {
  const turnTo = (month: string | null) => () => {
    if (month !== null) cursor.showMonth(month);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
      <Heading
        aria-live="polite"
        className="mr-auto min-w-0 py-2 text-title font-semibold first-letter:uppercase"
      >
        {formatMonth(cursor.month)}
      </Heading>
      <IconButton
        label="Mese precedente"
        icon={ChevronLeft}
        iconClass="size-6"
        disabled={cursor.previous === null}
        onClick={turnTo(cursor.previous)}
      />
      <IconButton
        label="Mese successivo"
        icon={ChevronRight}
        iconClass="size-6"
        disabled={cursor.next === null}
        onClick={turnTo(cursor.next)}
      />
      <Button variant="quiet" size="small" onClick={() => cursor.showDay(today)}>
        Oggi
      </Button>
      {children}
    </div>
  );
}
