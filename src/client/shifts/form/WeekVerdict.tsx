import { useQuery } from '@tanstack/react-query';
import type { Day } from '../../../domain/calendar/day.ts';
import { countingSpanOf } from '../../../domain/shifts/bulk.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import { Notice } from '../../ui/Notice.tsx';
import { calendarShiftsQuery } from '../api.ts';
import { useToday } from '../clock.ts';
import { type RefusedDay, refusedDays } from './refusedDays.ts';
import { judgeTimes, type ShiftForm } from './shiftForm.ts';

/**
 * The chosen days on which the entry would be refused because of the other entries of their week. Empty while
 * loading, and where the times alone are refused, which is shown beside them.
 */
export function useRefusedDays(
  days: readonly Day[],
  form: ShiftForm,
  owner: ShiftOwner,
  ignoredId?: string,
): RefusedDay[] {
  const today = useToday();
  const needsWeek = owner.variant === 'taxi' || owner.enableFlexibleShifts;
  const span = needsWeek ? countingSpanOf(days, owner) : null;
  const { data } = useQuery({
    ...calendarShiftsQuery(span ?? { from: '', to: '' }),
    enabled: span !== null,
  });
  const [first] = days;
  if (!data || first === undefined || judgeTimes(form, owner, first).state !== 'fine') return [];
  const entries = data.filter(({ id }) => id !== ignoredId);
  return refusedDays(days, form, owner, today, entries);
}

interface WeekVerdictProps {
  days: readonly Day[];
  form: ShiftForm;
  owner: ShiftOwner;
  /** The entry under edit. */
  ignoredId?: string;
}

/** Explains before sending why an entry does not fit into its week. */
export function WeekVerdict({ days, form, owner, ignoredId }: WeekVerdictProps) {
  const [refused] = useRefusedDays(days, form, owner, ignoredId);
  return refused ? <Notice variant="warn">{refused.reason}</Notice> : null;
}
