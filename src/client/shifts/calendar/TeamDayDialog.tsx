import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { addDays, type Day } from '../../../domain/calendar/day.ts';
import { monthOf } from '../../../domain/calendar/month.ts';
import { formatDutyTimes, type ShiftType, shiftTypeNames } from '../../../domain/shifts/duty.ts';
import type { TeamDay, WorkingColleague } from '../../../domain/shifts/schema.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { teamDayQuery } from '../api.ts';
import { relativeDay } from '../dayNames.ts';
import { DayTrack } from './DayTrack.tsx';
import { lastMonth } from './gridKeys.ts';
import { PageTurner } from './PageTurner.tsx';

interface TeamDayDialogProps {
  day: Day;
  today: Day;
  onShow: (day: Day) => void;
  onClose: () => void;
}

/** Which colleagues of the same role and hours work on a day. Others are left out, whatever the reason. */
export default function TeamDayDialog({ day, today, onShow, onClose }: TeamDayDialogProps) {
  const query = useQuery(teamDayQuery(day));
  const next = addDays(day, 1);
  return (
    <Dialog isOpen onClose={onClose} title="Chi lavora">
      <PageTurner
        title={relativeDay(day, today)}
        as="p"
        unit="Giorno"
        onPrevious={day > today ? () => onShow(addDays(day, -1)) : null}
        onNext={monthOf(next) <= lastMonth ? () => onShow(next) : null}
      />
      <div className="min-h-60" aria-busy={query.isPending}>
        <QueryStatus query={query} failed="Non riesco a leggere chi lavora.">
          <SkeletonList label="Carico i turni…" className="h-12" />
        </QueryStatus>
        {query.data ? <Colleagues team={query.data} /> : null}
      </div>
      <p className="text-caption text-soft">
        Colleghi con il tuo ruolo e le tue ore di contratto che hanno un turno in questo giorno.
      </p>
    </Dialog>
  );
}

const parts: readonly ShiftType[] = ['seminotte', 'mattina', 'pomeriggio', 'sera', 'notte'];

function Colleagues({ team: { colleagues, total } }: { team: TeamDay }) {
  if (total === 0) {
    return <EmptyState icon={Users}>Per ora nessun collega ha un turno in questo giorno.</EmptyState>;
  }
  const unlisted = total - colleagues.length;
  const byType = Map.groupBy(colleagues, ({ shiftType }) => shiftType);
  const types = [...byType.keys()].toSorted((one, other) => placeOf(one) - placeOf(other));
  return (
    <div className="flex flex-col gap-4">
      {types.map((type) => (
        <Part key={type} name={type ? shiftTypeNames[type] : 'altro'} colleagues={byType.get(type) ?? []} />
      ))}
      {unlisted > 0 ? (
        <p className="text-soft">{unlisted === 1 ? 'E un altro.' : `E altri ${unlisted}.`}</p>
      ) : null}
    </div>
  );
}

const placeOf = (type: ShiftType | null): number => (type ? parts.indexOf(type) : parts.length);

function Part({ name, colleagues }: { name: string; colleagues: readonly WorkingColleague[] }) {
  const id = `squadra-${name}`;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-caption font-semibold text-soft first-letter:uppercase">
        {name} ({colleagues.length})
      </h3>
      <ul className="divide-y divide-line">
        {colleagues.map((colleague) => (
          <li key={colleague.id} className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 font-medium wrap-anywhere">{colleague.name}</span>
            <span className="tabular">{formatDutyTimes(colleague)}</span>
            <span className="col-span-2 text-accent">
              <DayTrack duty={colleague} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
