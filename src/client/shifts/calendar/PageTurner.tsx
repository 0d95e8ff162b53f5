import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import { addMonths, formatMonth, monthOf } from '../../../domain/calendar/month.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { firstMonth, lastMonth } from './gridKeys.ts';
import type { MonthCursor } from './useMonthCursor.ts';

interface PageTurnerProps {
  title: string;
  as?: 'h2' | 'h3' | 'p';
  unit: 'Mese' | 'Settimana' | 'Giorno';
  /** null at the ends of the calendar. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onToday?: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** The title of a calendar page, previous and next buttons, and 'Oggi'. */
export function PageTurner({ title, as: Heading = 'h2', unit, children, ...on }: PageTurnerProps) {
  const gender = unit === 'Settimana' ? 'a' : 'o';
  const arrows = [
    { label: `${unit} precedente`, icon: ChevronLeft, turn: on.onPrevious },
    { label: `${unit} successiv${gender}`, icon: ChevronRight, turn: on.onNext },
  ];
  return (
    <div className="flex flex-wrap items-center gap-y-1">
      <Heading
        aria-live="polite"
        className="min-w-0 flex-1 basis-20 text-lead leading-6 font-semibold first-letter:uppercase md:text-title"
      >
        {title}
      </Heading>
      {arrows.map(({ label, icon, turn }) => (
        <IconButton
          key={label}
          label={label}
          icon={icon}
          iconClass="size-6"
          disabled={turn === null}
          onClick={() => turn?.()}
        />
      ))}
      {on.onToday && (
        <Button variant="quiet" size="small" className="mx-0.5" onClick={on.onToday}>
          Oggi
        </Button>
      )}
      {children}
    </div>
  );
}

interface MonthHeaderProps {
  cursor: MonthCursor;
  today: Day;
  /** One heading level below the page's own. */
  as?: 'h2' | 'h3';
  children?: ReactNode;
}

/** The month's title with its navigation. */
export function MonthHeader({ cursor: { month, showMonth }, today, ...rest }: MonthHeaderProps) {
  return (
    <PageTurner
      title={formatMonth(month)}
      unit="Mese"
      onPrevious={month > firstMonth ? () => showMonth(addMonths(month, -1)) : null}
      onNext={month < lastMonth ? () => showMonth(addMonths(month, 1)) : null}
      onToday={() => showMonth(monthOf(today))}
      {...rest}
    />
  );
}
