import { memo } from 'react';
import { type Day, daysOf, formatLongDay, formatMediumDay, type Week } from '../../domain/calendar/day.ts';
import { holidayName } from '../../domain/calendar/holidays.ts';
import type { RosterGrid as Grid } from '../../domain/rosters/schema.answers.ts';
import { formatClockTimes } from '../../domain/shifts/duty.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { describeDuty, markOf, shortTimes } from '../shifts/marks.ts';
import { classNames } from '../ui/classNames.ts';

interface RosterGridProps {
  people: Grid;
  days: Week;
  today: Day;
  variant: WorksiteVariant;
  /** Above the printed page, and the name of the table. */
  title: string;
}

const rowLook = 'grid grid-cols-[var(--name)_repeat(var(--days),minmax(var(--day),1fr))] print:table-row';
const cellLook =
  'border-r border-b border-line print:table-cell print:border print:p-0 print:text-[0.5rem] print:leading-tight';
const nameLook = 'sticky left-0 z-1 bg-surface print:static print:w-[36mm]';

/** People by days. Rows that are not visible are neither laid out nor painted, yet are found, read out and printed. */
export function RosterGrid({ people, days, today, variant, title }: RosterGridProps) {
  const shown = daysOf(days);
  const isMonth = shown.length > 7;
  return (
    <div className="print-sheet month-sheet">
      <div
        // the keyboard scrolls only what it can reach
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={title}
        className="print-sheet-part max-h-[calc(100dvh-8rem)] overflow-x-auto overflow-y-auto rounded-lg border border-line bg-surface print:max-h-none print:overflow-visible print:border-0"
      >
        <h2 className="hidden pb-2 text-lead font-semibold print:block">{title}</h2>
        <div
          role="table"
          aria-label={title}
          style={{ '--days': shown.length } as React.CSSProperties}
          className={classNames(
            'tabular min-w-[calc(var(--name)+var(--days)*var(--day))] [--name:7rem] md:[--name:10rem]',
            'print:table print:w-full print:min-w-0 print:table-fixed print:border-collapse',
            isMonth ? '[--day:2.5rem] xl:[--day:2.125rem]' : '[--day:5.5rem]',
          )}
        >
          <div role="rowgroup" className="sticky top-0 z-2 print:static print:table-header-group">
            <div role="row" className={rowLook}>
              <div role="columnheader" className={classNames(cellLook, nameLook, 'px-2 py-1 font-medium')}>
                Persona
              </div>
              {shown.map((day) => (
                <DayHead key={day} day={day} isToday={day === today} />
              ))}
            </div>
          </div>
          <div role="rowgroup" className="print:table-row-group">
            {people.map((person) => (
              <PersonRow key={person.id} person={person} {...{ days, variant, isMonth }} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** 'L 23', in another colour on Sundays and public holidays. */
function DayHead({ day, isToday }: { day: Day; isToday: boolean }) {
  const [weekday = ''] = formatMediumDay(day).split(' ');
  const isFree = holidayName(day) !== null || weekday === 'dom';
  return (
    <div
      role="columnheader"
      aria-label={formatLongDay(day)}
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        cellLook,
        'bg-surface py-1 text-center text-caption leading-4 whitespace-pre-line',
        isToday ? 'bg-accent-soft font-bold text-accent' : isFree ? 'text-danger' : 'text-soft',
      )}
    >
      {`${weekday.slice(0, 1).toUpperCase()}\n${Number(day.slice(8))}`}
    </div>
  );
}

interface PersonRowProps extends Pick<RosterGridProps, 'days' | 'variant'> {
  person: Grid[number];
  isMonth: boolean;
}

/** Not rendered again as the toolbar changes. A cell is one element: there are thousands. */
const PersonRow = memo(function PersonRow({ person, days, variant, isMonth }: PersonRowProps) {
  const entries = new Map(person.entries.map((entry) => [entry.date, entry]));
  return (
    <div
      role="row"
      className={classNames(
        rowLook,
        'min-h-11 [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]',
      )}
    >
      <div
        role="rowheader"
        className={classNames(cellLook, nameLook, 'content-center px-2 py-1 leading-5 wrap-anywhere')}
      >
        {person.firstName} <b className="font-semibold">{person.lastName}</b>
      </div>
      {daysOf(days).map((day) => {
        const entry = entries.get(day);
        if (!entry) return <div key={day} role="cell" className={cellLook} />;
        const { tone, letter, name } = markOf(entry, variant);
        const times = isMonth ? shortTimes(entry) : [formatClockTimes(entry) || name];
        return (
          <div
            key={day}
            role="cell"
            aria-label={describeDuty(entry, variant)}
            data-tone={tone}
            className={classNames(
              cellLook,
              'bg-tone-soft py-1 text-center text-[0.6875rem] leading-4 whitespace-pre-line text-tone-ink first-line:font-bold',
            )}
          >
            {[letter, ...times].join('\n')}
          </div>
        );
      })}
    </div>
  );
});
