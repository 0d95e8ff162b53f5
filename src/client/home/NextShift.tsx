import { useQuery } from '@tanstack/react-query';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import { beginsAt } from '../../domain/exchanges/rules.ts';
import { formatDutyTimes, isWorking, shiftTypeNames } from '../../domain/shifts/duty.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { userShiftsQuery } from '../shifts/api.ts';
import { currentInstant, useToday } from '../shifts/clock.ts';
import { relativeDay } from '../shifts/dayNames.ts';
import { markOf } from '../shifts/marks.ts';
import { LetterBadge } from '../ui/LetterBadge.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

export function NextShift({ variant }: { variant: WorksiteVariant }) {
  const today = useToday();
  const query = useQuery(userShiftsQuery());
  if (query.isPending) return <Skeleton className="h-11 w-72 max-w-full" />;
  // The calendar below shows the error with a retry button.
  if (!query.data) return null;
  const next = nextShift(query.data, currentInstant());
  if (next) return <Upcoming shift={next} today={today} variant={variant} />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-soft">Nessun turno in programma: aggiungi i tuoi.</p>
      <LinkButton to="/shifts/new" variant="quiet" size="small">
        Aggiungi Turno
      </LinkButton>
    </div>
  );
}

function Upcoming({ shift, today, variant }: { shift: Shift; today: Day; variant: WorksiteVariant }) {
  const mark = markOf(shift, variant);
  const kind = variant === 'taxi' || !shift.shiftType ? [] : [shiftTypeNames[shift.shiftType]];
  return (
    // with large text the words wrap below the letter
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <LetterBadge letter={mark.letter} tone={mark.tone} size="large" />
      <p className="tabular min-w-min flex-1 basis-40">
        <span className="block text-caption text-soft">
          Prossimo turno{shift.exchangeInfo ? `, scambiato con ${shift.exchangeInfo.exchangePartner}` : null}
          <span className="sr-only">: </span>
        </span>
        <span className="block text-lead font-semibold">{relativeDay(shift.date, today)}</span>
        <span className="block">
          {[...kind, mark.name.toLowerCase()].join(', ')}{' '}
          <span className="inline-block font-semibold">{formatDutyTimes(shift)}</span>
        </span>
      </p>
    </div>
  );
}

function nextShift(shifts: readonly Shift[], now: Instant): Shift | null {
  const coming = shifts.filter((shift) => isWorking(shift) && beginsAt(shift) > now);
  return coming.reduce<Shift | null>(
    (first, shift) => (first === null || beginsAt(shift) < beginsAt(first) ? shift : first),
    null,
  );
}
