import { useQuery } from '@tanstack/react-query';
import { adminWorkLocationNames } from '../../domain/admin/adminWorkLocation.ts';
import type { AdminShift } from '../../domain/admin/schema.ts';
import { formatDateTime, formatMediumDay } from '../../domain/calendar/day.ts';
import { formatDutyTimes } from '../../domain/shifts/duty.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { Section } from '../ui/Section.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { recentShiftsQuery } from './api.ts';

/** The 20 entries recorded last. */
export function RecentShifts() {
  const list = useQuery(recentShiftsQuery);
  const { data: shifts = [] } = list;
  return (
    <Section title="Ultimi turni inseriti">
      <QueryStatus query={list} failed="Non riesco a caricare gli ultimi turni.">
        <SkeletonList className="h-14" count={5} label="Carico i turni…" />
      </QueryStatus>
      {list.isSuccess && shifts.length === 0 && (
        <p className="text-soft">Nessuno ha ancora inserito un turno.</p>
      )}
      {shifts.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shifts.map((shift) => (
            <ShiftLine key={shift.id} shift={shift} />
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function ShiftLine({ shift }: { shift: AdminShift }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5">
      <p className="min-w-0 flex-1 basis-56 font-medium">
        {shift.userFirstName} {shift.userLastName}
        <span className="block text-caption font-normal text-soft">
          {shift.worksiteName} · inserito il {formatDateTime(shift.createdAt)}
        </span>
      </p>
      <p className="tabular">
        {formatMediumDay(shift.date)}, {adminWorkLocationNames[shift.workLocation]}
        {shift.startTime ? ` ${formatDutyTimes(shift)}` : ''}
      </p>
    </li>
  );
}
