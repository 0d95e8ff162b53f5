import { type Day, formatMediumDay } from '../../domain/calendar/day.ts';
import { formatDutyTimes } from '../../domain/shifts/duty.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { markOf } from '../shifts/marks.ts';
import { LetterBadge } from '../ui/LetterBadge.tsx';

interface CachedDaysProps {
  shifts: readonly Shift[];
  today: Day;
  variant: WorksiteVariant;
}

/** The cached entries of a month in full: times, with whom they were swapped, notes. Days gone by fold away. */
export function CachedDays({ shifts, today, variant }: CachedDaysProps) {
  if (shifts.length === 0) return null;
  const past = shifts.filter(({ date }) => date < today);
  const coming = shifts.filter(({ date }) => date >= today);
  const listOf = (listed: readonly Shift[]) => (
    <ul className="divide-y divide-line">
      {listed.map((shift) => (
        <CachedDay key={shift.id} shift={shift} today={today} variant={variant} />
      ))}
    </ul>
  );
  return (
    <section aria-labelledby="giorni">
      <h2 id="giorni" className="text-lead font-semibold">
        Giorno per giorno
      </h2>
      {past.length > 0 ? (
        <details open={coming.length === 0}>
          <summary className="flex min-h-11 items-center font-medium text-accent">
            Giorni passati ({past.length})
          </summary>
          {listOf(past)}
        </details>
      ) : null}
      {listOf(coming)}
    </section>
  );
}

interface CachedDayProps extends Pick<CachedDaysProps, 'today' | 'variant'> {
  shift: Shift;
}

function CachedDay({ shift, today, variant }: CachedDayProps) {
  const { date, notes, exchangeInfo } = shift;
  const mark = markOf(shift, variant);
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <span className={`tabular w-24 shrink-0 ${date === today ? 'font-bold text-accent' : ''}`}>
        {date === today ? 'oggi' : formatMediumDay(date)}
      </span>
      <LetterBadge letter={mark.letter} tone={mark.tone} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{mark.name}</span>
        <span className="tabular block text-caption text-soft">{formatDutyTimes(shift)}</span>
        {exchangeInfo ? (
          <span className="block text-caption text-soft">Scambiato con {exchangeInfo.exchangePartner}</span>
        ) : null}
        {notes ? <span className="block text-caption">{notes}</span> : null}
      </span>
    </li>
  );
}
