import { type Month, monthOf } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';

interface ShiftCountersProps {
  /** Undefined while loading: dashes are shown. */
  shifts: readonly Shift[] | undefined;
  month: Month;
}

/** The month's number of shifts: smart working, sede, total. */
export function ShiftCounters({ shifts, month }: ShiftCountersProps) {
  const { smartWorking, sede, total } = countShifts(shifts ?? [], month);
  const counters = [
    { label: 'Smart working', value: smartWorking },
    { label: 'In sede', value: sede },
    { label: 'Turni in tutto', value: total },
  ];
  return (
    <dl className="grid grid-cols-3 divide-x divide-line @max-[16rem]/sheet:grid-cols-1 @max-[16rem]/sheet:divide-x-0">
      {counters.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse px-3 first:pl-0 @max-[16rem]/sheet:px-0">
          <dt className="text-caption text-soft">{label}</dt>
          <dd className="tabular text-title font-semibold">{shifts ? value : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ShiftCounts {
  smartWorking: number;
  sede: number;
  /** Working shifts: both together. */
  total: number;
}

/** Counts a month's working shifts; entries of other months are ignored. */
function countShifts(shifts: readonly Shift[], month: Month): ShiftCounts {
  const ofMonth = shifts.filter((shift) => monthOf(shift.date) === month);
  const smartWorking = ofMonth.filter((shift) => shift.workLocation === 'smart_working').length;
  const sede = ofMonth.filter((shift) => shift.workLocation === 'sede').length;
  return { smartWorking, sede, total: smartWorking + sede };
}
