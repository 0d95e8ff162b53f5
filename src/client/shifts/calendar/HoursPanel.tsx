import { formatMonth, type Month } from '../../../domain/calendar/month.ts';
import { formatMinutes } from '../../../domain/shifts/duty.ts';
import { type MonthHours, monthHours } from '../../../domain/shifts/hours.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { HoursByWeek } from './HoursByWeek.tsx';
import { hourKinds, kindMark, shortHours, weeksOfMonth } from './hoursTexts.ts';

interface HoursPanelProps {
  /** The entries of all weeks that touch the month. */
  shifts: readonly Shift[];
  month: Month;
  owner: ShiftOwner;
}

/** The month's hours against the contract: worked, expected, remaining, and by week. */
export function HoursPanel({ shifts, month, owner }: HoursPanelProps) {
  const hours = monthHours(shifts, month, owner.contractHours);
  return (
    <section aria-labelledby="hours">
      <details className="rounded-lg border border-line bg-surface px-4">
        <summary className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-2">
          <h2 id="hours" className="font-semibold">
            Le mie ore di {formatMonth(month)}
          </h2>
          <span className="tabular text-soft">
            {shortHours(hours.worked)} su {shortHours(hours.expected)}
          </span>
        </summary>
        <Figures hours={hours} />
        <HoursByWeek weeks={weeksOfMonth(hours, month, owner)} />
      </details>
    </section>
  );
}

/** The figures behind the summary. */
function Figures({ hours }: { hours: MonthHours }) {
  const figures = [
    { label: 'Ore nel calendario', minutes: hours.worked },
    { label: 'Ore previste', minutes: hours.expected },
    { label: 'Ore mancanti', minutes: hours.remaining },
  ];
  return (
    <div className="flex flex-col gap-4 pb-4">
      <dl className="grid grid-cols-3 divide-x divide-line">
        {figures.map(({ label, minutes }) => (
          <div key={label} className="flex flex-col-reverse justify-end px-3 first:pl-0">
            <dt className="text-caption text-soft">{label}</dt>
            <dd className="tabular text-title font-semibold">{shortHours(minutes)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-col gap-1">
        <ProgressBar
          label="Ore del mese"
          value={hours.percent}
          valueText={`${formatMinutes(hours.worked)} su ${formatMinutes(hours.expected)}`}
        />
        <p className="tabular text-caption text-soft">
          {hours.percent}% delle ore previste. Ferie e malattia contano come le ore di contratto.
        </p>
      </div>
      <ul aria-label="Ore per tipo di giornata" className="flex flex-wrap gap-x-5 gap-y-2 text-caption">
        {hourKinds.map((kind) => {
          const { letter, tone, name } = kindMark(kind);
          return (
            <li key={kind} className="flex items-center gap-1.5">
              <LetterBadge letter={letter} tone={tone} size="small" />
              <span className="text-soft">{name}</span>
              <span className="tabular font-medium">{formatMinutes(hours.byKind[kind])}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
