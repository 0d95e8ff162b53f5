import { type Month, monthOf } from '../../domain/calendar/month.ts';
import type { Shift } from '../../domain/shifts/schema.ts';

export interface ShiftCounts {
  smartWorking: number;
  sede: number;
  /** Working shifts: both together. */
  total: number;
}

/** How many working shifts a month holds; entries of other months among `shifts` do not count. */
export function countShifts(shifts: readonly Shift[], month: Month): ShiftCounts {
  const ofMonth = shifts.filter((shift) => monthOf(shift.date) === month);
  const smartWorking = ofMonth.filter((shift) => shift.workLocation === 'smart_working').length;
  const sede = ofMonth.filter((shift) => shift.workLocation === 'sede').length;
  return { smartWorking, sede, total: smartWorking + sede };
}
